/** What members could try with rights that they have: become a creator, outlive a token, take a name, hide what they did. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { wireText } from "../../../src/core/team/wire-record.ts";
import { asAdmin } from "../../../test/fixtures/postgres.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { opened, teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { clientWith, newSpace, putOf, request, teamServer } from "../../../test/fixtures/team-server.ts";
import { enterSpace } from "../../src/postgres/sign-in.ts";

const one = recordOf({ text: "Deploy with make deploy-staging." });

teamTest(
  "an import makes nobody else the author: whoever imports is, and the named one is only named",
  async (t, cluster) => {
    const { url: database } = await teamDatabase(cluster);
    const server = await teamServer(t, database);
    const maintainer = await newSpace(server, database);
    const writer = await maintainer.invite("writer", "Writer");
    const id = recordOf({ text: "Never said." }).id;
    const line = { kind: "record", id, text: wireText(recordOf({ text: "Never said." })), project: null };
    const of = { createdBy: writer.member, author: writer.member, atMs: 1 };
    const { json } = await request(server.url, maintainer.token, {
      method: "POST",
      path: `/v1/spaces/${maintainer.space}/import`,
      body: JSON.stringify({ ...line, ...of }),
      headers: { "content-type": "application/x-ndjson" },
    });
    assert.equal(json.added, 1);
    const [change] = (await writer.changes()).changes;
    assert.deepEqual(change?.author, { id: maintainer.member, name: "Maintainer", importedAs: "Writer" });
    assert.equal((await writer.at("POST", "/erase", { schemaVersion: 1, id })).status, 403);
  },
);

teamTest("whoever removes and puts an id again is not its creator", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  let nowMs = Date.now();
  const server = await teamServer(t, database, { clock: () => nowMs });
  const maintainer = await newSpace(server, database);
  const [creator, other] = [await maintainer.invite("writer", "Creator"), await maintainer.invite("writer", "Other")];
  const first = await creator.commit([putOf(one)]);
  assert.ok(first.outcome === "kept");
  const erase = (by: typeof other) => by.at("POST", "/erase", { schemaVersion: 1, id: one.id });
  await other.commit([{ op: "remove", id: one.id, base: first.kept[0]!.version! }]);
  assert.equal((await erase(other)).status, 403);
  // Also when nothing but the id is remembered any more.
  await maintainer.at("PATCH", "", { schemaVersion: 1, retention: { revisions: 1, tombstones: 1 } });
  nowMs += 3 * 86_400_000;
  await maintainer.changes();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await other.commit([putOf({ ...one, text: "Mine now." })])).outcome, "kept");
  assert.equal((await erase(other)).status, 403);
  assert.equal((await erase(creator)).status, 200);
});

teamTest("whoever proposes an id after another does not erase what the other proposed", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database, { review: true });
  const [first, second] = [await maintainer.invite("writer", "First"), await maintainer.invite("writer", "Second")];
  await first.commit([putOf(one)]);
  await second.commit([putOf({ ...one, text: "Mine." })]);
  assert.equal((await second.at("POST", "/erase", { schemaVersion: 1, id: one.id })).status, 403);
  assert.equal((await maintainer.at("GET", "/proposals")).json.proposals.length, 2);
});

teamTest("nothing that a token makes lasts longer than the token", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const short = await maintainer.call("POST", "/v1/tokens", {
    ...{ schemaVersion: 1, name: "short", expires: 3600 },
    scopes: ["read", "write", "maintain"],
  });
  const brief = clientWith(server.url, { ...maintainer, token: short.json.token });
  const more = (expires?: number) =>
    brief.call("POST", "/v1/tokens", { schemaVersion: 1, name: "more", scopes: ["read"], ...(expires && { expires }) });
  assert.equal((await more(7200)).status, 403);
  const heir = await more();
  assert.equal(heir.status, 200);
  const { tokens } = (await brief.call("GET", "/v1/tokens")).json;
  const expiresOf = (name: string) => tokens.find((token: { name: string }) => token.name === name).expires;
  assert.equal(expiresOf("more"), expiresOf("short"));
  const invite = (expires: number) => brief.at("POST", "/invitations", { schemaVersion: 1, role: "viewer", expires });
  assert.equal((await invite(86_400)).status, 403);
  assert.equal((await invite(600)).status, 200);
});

teamTest("names that look like another's, or that cannot be shown, are refused", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database, { allowsNewSpaces: true });
  const maintainer = await newSpace(server, database);
  await maintainer.invite("writer", "Ana");
  const { invitation } = (
    await maintainer.at("POST", "/invitations", { schemaVersion: 1, role: "writer", expires: 3600 })
  ).json;
  const joinAs = async (name: string) => {
    const body = { schemaVersion: 1, invitation, name, machine: "one" };
    return (await request(server.url, undefined, { method: "POST", path: "/v1/join", body })).status;
  };
  for (const name of ["Ana\0", "A\u0000na", "Аna", "A\u200bna"])
    assert.equal(await joinAs(name), 400, JSON.stringify(name));
  for (const name of ["ana", "Аnа".replace("n", "п").replace("п", "n"), "Ａｎａ"])
    assert.ok([400, 409].includes(await joinAs(name)), name);
  for (const name of ["acme\0", "асme"])
    assert.equal((await maintainer.call("POST", "/v1/spaces", { schemaVersion: 1, name, review: false })).status, 400);
  const named = { schemaVersion: 1, name: "a\0b", scopes: ["read"] };
  assert.equal((await maintainer.call("POST", "/v1/tokens", named)).status, 400);
  assert.equal(await joinAs("Anna"), 200);
});

teamTest("a socket that sends its request drop by drop is closed", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database, { patience: { headersMs: 100, requestMs: 200 } });
  const { hostname, port } = new URL(server.url);
  for (const head of [
    "GET /health HTTP/1.1\r\n",
    "POST /v1/join HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
  ]) {
    const socket = connect(Number(port), hostname);
    socket.write(head);
    socket.resume();
    await once(socket, "close");
  }
});

teamTest("an audit whose last rows were removed is not intact", async (t, cluster) => {
  const { url: database, adminUrl } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  for (const text of ["One.", "Two.", "Three."]) await maintainer.commit([putOf(recordOf({ text }))]);
  const intact = async () => (await maintainer.at("GET", "/audit")).json.intact;
  assert.equal(await intact(), true);
  await asAdmin(adminUrl, async (sql) => {
    await sql(`ALTER TABLE oldhand.audit DISABLE TRIGGER keep_audit`);
    await sql(`DELETE FROM oldhand.audit WHERE seq > 3`);
  });
  assert.equal(await intact(), false);
  // Nor later, when other rows have followed.
  await maintainer.commit([putOf(recordOf({ text: "Four." }))]);
  assert.equal(await intact(), false);
  await opened(t, database).transaction(async (tx) => {
    await enterSpace(tx, maintainer.space);
    await assert.rejects(tx.run("UPDATE oldhand.audit_ends SET seq = 3"), /only moves forward/);
  });
});
