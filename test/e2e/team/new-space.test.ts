import assert from "node:assert/strict";
import { newSpaceAnswer } from "../../../src/core/team/wire.ts";
import { recordOf } from "../../fixtures/records.ts";
import { teamDatabase, teamTest } from "../../fixtures/team-database.ts";
import { clientWith, join, newSpace, putOf, teamServer } from "../../fixtures/team-server.ts";

const wanted = { schemaVersion: 1, name: "Second", review: true };

teamTest("no member creates a space unless the server allows it, and the audit has the attempt", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const maintainer = await newSpace(await teamServer(t, database), database);
  const { status, json } = await maintainer.call("POST", "/v1/spaces", wanted);
  assert.equal(status, 403);
  assert.match(json.error.message, /oldhand-team create-space/);
  const { rows } = (await maintainer.at("GET", "/audit")).json;
  assert.ok(rows.some(({ act, outcome }: Record<string, string>) => act === "create a space" && outcome === "refused"));
});

teamTest("where the server allows it, a maintainer creates a space that nobody else sees", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database, { allowsNewSpaces: true });
  const first = await newSpace(server, database);
  await first.commit([putOf(recordOf({ text: "Only for the first." }))]);
  const writer = await first.invite("writer", "Writer");
  assert.equal((await writer.call("POST", "/v1/spaces", wanted)).status, 403);
  const body = { schemaVersion: 1, name: "narrow", scopes: ["read", "write"] };
  const { token } = (await first.call("POST", "/v1/tokens", body)).json;
  assert.equal((await clientWith(server.url, { ...first, token }).call("POST", "/v1/spaces", wanted)).status, 403);

  const made = newSpaceAnswer.parse((await first.call("POST", "/v1/spaces", wanted)).json);
  assert.deepEqual([made.space.name, made.space.review], ["Second", true]);
  const second = await join(server.url, made.invitation, "Maintainer");
  assert.equal(second.space, made.space.id);
  assert.deepEqual((await second.changes()).changes, []);
  assert.equal((await first.call("GET", `/v1/spaces/${second.space}/changes`)).status, 404);
  assert.equal((await second.call("GET", `/v1/spaces/${first.space}/changes`)).status, 404);
  const audits = await Promise.all([first, second].map(async (of) => (await of.at("GET", "/audit")).json));
  const acts = audits.map(({ rows }) => rows.map(({ act, subject }: Record<string, string>) => `${act} ${subject}`));
  assert.ok(acts[0].includes(`create a space ${second.space}`));
  assert.match(acts[1][0], /^create the space inv_/);
  assert.ok(audits.every(({ intact }) => intact));
});

teamTest("a member creates at most ten spaces a day, each with a name", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  let nowMs = Date.now();
  const server = await teamServer(t, database, { allowsNewSpaces: true, clock: () => nowMs });
  const maintainer = await newSpace(server, database, { clock: () => nowMs });
  const create = async (name: string) => (await maintainer.call("POST", "/v1/spaces", { ...wanted, name })).status;
  for (const name of ["", "   ", "\u200b", "x".repeat(81), ["AKIA", "QWERTZUIOPASDFGH"].join("")])
    assert.equal(await create(name), 400, JSON.stringify(name));
  for (let at = 0; at < 10; at++) assert.equal(await create(`Space ${at}`), 200);
  assert.equal(await create("One more"), 403);
  nowMs += 86_400_001;
  assert.equal(await create("One more"), 200);
});

teamTest(
  "the audit has who took a whole copy, read the audit, the members or a record's history",
  async (t, cluster) => {
    const { url: database } = await teamDatabase(cluster);
    const maintainer = await newSpace(await teamServer(t, database), database);
    const viewer = await maintainer.invite("viewer", "Viewer");
    const one = recordOf({ text: "Statement one." });
    assert.deepEqual((await viewer.changes()).changes, []);
    await maintainer.commit([putOf(one)]);
    const { cursor } = await viewer.changes();
    await viewer.changes(cursor);
    await viewer.at("GET", "/members");
    await viewer.at("GET", `/history/${one.id}`);
    await maintainer.at("GET", "/export");
    await maintainer.at("GET", "/audit");
    const { rows, intact } = (await maintainer.at("GET", "/audit")).json;
    const reads = rows
      .filter(({ act }: Record<string, string>) => /^(?:read|move)/.test(act!))
      .map(({ name, act, subject, detail }: Record<string, string>) => [name, act, subject, detail]);
    assert.deepEqual(reads, [
      ["Viewer", "read records", undefined, "all records"],
      ["Viewer", "read members", undefined, undefined],
      ["Viewer", "read records", one.id, "history"],
      ["Maintainer", "move the space", undefined, undefined],
      ["Maintainer", "read the audit", undefined, "after 0"],
    ]);
    assert.ok(intact);
  },
);
