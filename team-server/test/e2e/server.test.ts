import assert from "node:assert/strict";
import { keyFor } from "../../../src/core/record/key.ts";
import * as wire from "../../../src/core/team/wire.ts";
import { authorName } from "../../../src/core/team/wire-record.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { clientWith, join, newKey, newSpace, putOf, request, teamServer } from "../../../test/fixtures/team-server.ts";

const one = recordOf({ text: "Deploy with make deploy-staging." });
const two = recordOf({ text: "The API allows 100 calls a minute." });

teamTest("a record that one member writes reaches another, with its author", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const writer = await maintainer.invite("writer", "Writer");
  const kept = wire.commitAnswer.parse(await writer.commit([putOf(one), putOf(two)]));
  assert.equal(kept.outcome, "kept");
  const page = wire.changesAnswer.parse(await maintainer.changes());
  assert.deepEqual(
    page.changes.map((change) => [change.op, change.id, change.author.name]),
    [
      ["put", one.id, "Writer"],
      ["put", two.id, "Writer"],
    ],
  );
  const nothing = await maintainer.changes(page.cursor);
  assert.deepEqual([nothing.changes, nothing.cursor, nothing.reset, nothing.more], [[], page.cursor, false, false]);
});

teamTest("whoever waits gets a change as it happens, also from another server of the database", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const other = await teamServer(t, database);
  const { cursor } = await maintainer.changes();
  const waiting = maintainer.changes(cursor, 50);
  await clientWith(other.url, maintainer).commit([putOf(one)]);
  assert.deepEqual(
    (await waiting).changes.map(({ id }) => id),
    [one.id],
  );
});

teamTest("a change from an outdated version is a conflict and changes nothing", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const first = await maintainer.commit([putOf(one)]);
  assert.ok(first.outcome === "kept");
  const base = first.kept[0]!.version;
  const second = await maintainer.commit([putOf({ ...one, tags: ["newer"] }, base)]);
  assert.ok(second.outcome === "kept");
  const late = await maintainer.commit([putOf(two), putOf({ ...one, tags: ["late"] }, base)]);
  assert.deepEqual(late, {
    schemaVersion: 1,
    outcome: "conflict",
    now: [{ id: one.id, version: second.kept[0]!.version }],
  });
  assert.deepEqual(
    (await maintainer.changes()).changes.map(({ id }) => id),
    [one.id],
  );
  const gone = await maintainer.commit([{ op: "remove", id: one.id, base: second.kept[0]!.version! }]);
  assert.equal(gone.outcome, "kept");
  const edit = await maintainer.commit([putOf({ ...one, tags: ["after"] }, second.kept[0]!.version)]);
  assert.deepEqual(edit, { schemaVersion: 1, outcome: "conflict", now: [{ id: one.id, version: null }] });
});

teamTest(
  "the same key is answered in the same way and made once; another request with it is refused",
  async (t, cluster) => {
    const { url: database } = await teamDatabase(cluster);
    const server = await teamServer(t, database);
    const maintainer = await newSpace(server, database);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => maintainer.commit([putOf(one)], key)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const body = { schemaVersion: 1, key, changes: [putOf(two)] };
    const reused = await maintainer.at("POST", "/commit", body);
    assert.deepEqual([reused.status, reused.json.error.code], [409, "conflict"]);
    const { json } = await maintainer.at("GET", `/history/${one.id}`);
    assert.equal(json.revisions.length, 1);
  },
);

teamTest(
  "where the space wants review, a writer's change waits for a maintainer and keeps its author",
  async (t, cluster) => {
    const { url: database } = await teamDatabase(cluster);
    const server = await teamServer(t, database);
    const maintainer = await newSpace(server, database, { review: true });
    const writer = await maintainer.invite("writer", "Writer");
    const proposed = await writer.commit([putOf(one), putOf(two)]);
    assert.equal(proposed.outcome, "proposed");
    assert.deepEqual((await maintainer.changes()).changes, []);
    const { proposals } = wire.proposalsAnswer.parse((await maintainer.at("GET", "/proposals")).json);
    assert.deepEqual(
      proposals.map(({ record, author }) => [record, author.name]),
      [
        [one.id, "Writer"],
        [two.id, "Writer"],
      ],
    );
    const decide = (id: string, decision: string) =>
      maintainer.at("POST", `/proposals/${id}`, { schemaVersion: 1, decision });
    assert.equal((await decide(proposals[0]!.id, "accept")).json.outcome, "accepted");
    assert.equal((await decide(proposals[1]!.id, "reject")).json.outcome, "rejected");
    assert.equal((await decide(proposals[0]!.id, "accept")).status, 404);
    const { changes } = await writer.changes();
    assert.deepEqual(
      changes.map(({ id, author }) => [id, author.name]),
      [[one.id, "Writer"]],
    );
    assert.equal((await maintainer.commit([putOf(two)])).outcome, "kept");
  },
);

teamTest("a writer's guard waits for a maintainer in every space, and so does its removal", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const writer = await maintainer.invite("writer", "Writer");
  const guarded = { ...one, guards: [{ deny: "git push --force" }] };
  assert.equal((await writer.commit([putOf(guarded)])).outcome, "proposed");
  const kept = await maintainer.commit([putOf(guarded)]);
  assert.ok(kept.outcome === "kept");
  const { version } = kept.kept[0]!;
  assert.equal((await writer.commit([{ op: "remove", id: one.id, base: version! }])).outcome, "proposed");
});

teamTest("a project is recognised by its evidence, whoever sends it", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const writer = await maintainer.invite("writer", "Writer");
  const rootCommits = ["a".repeat(40)];
  const mine = { name: "shop", rootCommits, remotes: ["git.example.org/team/shop"] };
  const theirs = { name: "shop-copy", rootCommits, remotes: [] };
  await maintainer.commit([{ ...putOf(one), project: mine } as never]);
  await writer.commit([{ ...putOf(two), project: theirs } as never]);
  const { changes, projects } = wire.changesAnswer.parse(await maintainer.changes());
  const named = new Set(changes.map((change) => (change.op === "put" ? change.project : undefined)));
  assert.deepEqual([projects.length, named.size], [1, 1]);
  assert.deepEqual(projects[0], { id: [...named][0]!, ...mine });
  const local = { ...mine, remotes: ["/home/someone/shop.git"] };
  const refused = await writer.commit([{ ...putOf(recordOf({ text: "Third." })), project: local } as never]);
  assert.equal(refused.outcome, "refused");
});

teamTest("what belongs to one machine does not reach the space", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const local = {
    ...one,
    source: "session ses_x on my-laptop",
    quote: "as I said",
    accepted: true,
    trust: "agent" as const,
    paths: ["src/**", "/home/someone/secret-project/**"],
    extra: ["author: somebody-else"],
    key: keyFor(one.text).key,
  };
  const text = (await import("../../../src/core/record/file.ts")).writeRecord(local);
  assert.equal((await maintainer.commit([{ op: "put", id: one.id, base: null, record: text }])).outcome, "kept");
  const [change] = (await maintainer.changes()).changes;
  assert.ok(change?.op === "put");
  assert.doesNotMatch(change.record, /my-laptop|as I said|accepted|someone|somebody-else/);
  assert.match(change.record, /src\/\*\*/);
});

teamTest("an erased record leaves a tombstone, reaches every client, and cannot come back", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const [writer, viewer] = [await maintainer.invite("writer", "Writer"), await maintainer.invite("viewer", "Viewer")];
  await writer.commit([putOf(one)]);
  const { cursor } = await viewer.changes();
  const body = { schemaVersion: 1, id: one.id };
  assert.equal((await viewer.at("POST", "/erase", body)).status, 403);
  const erased = wire.eraseAnswer.parse((await writer.at("POST", "/erase", body)).json);
  assert.equal(erased.waiting, 1);
  const [change] = (await viewer.changes(cursor)).changes;
  assert.deepEqual([change?.op, change?.op === "remove" && change.why], ["remove", "erase"]);
  assert.deepEqual((await maintainer.at("GET", `/history/${one.id}`)).json.revisions, []);
  const again = await writer.commit([putOf(one)]);
  assert.equal(again.outcome, "refused");
  const underAnotherId = recordOf({ text: one.text, id: recordOf({ text: "another" }).id });
  assert.equal((await writer.commit([putOf(underAnotherId)])).outcome, "refused");
});

teamTest("a member can rotate tokens, and a revoked one counts no longer, also while it waits", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const body = { schemaVersion: 1, name: "laptop", scopes: ["read", "write", "maintain"], expires: 3600 };
  const made = wire.tokenAnswer.parse((await maintainer.call("POST", "/v1/tokens", body)).json);
  const renewed = clientWith(server.url, { ...maintainer, token: made.token });
  const { tokens } = wire.tokensAnswer.parse((await renewed.call("GET", "/v1/tokens")).json);
  assert.deepEqual(
    tokens.map(({ isCurrent }) => isCurrent),
    [false, true],
  );
  const { cursor } = await maintainer.changes();
  const waiting = maintainer.at("GET", `/changes?since=${cursor}&wait=50`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await renewed.call("DELETE", `/v1/tokens/${tokens[0]!.id}`)).status, 200);
  const ended = await waiting;
  assert.deepEqual([ended.status, ended.json.error.code], [401, "revoked"]);
  assert.equal((await renewed.changes()).reset, false);
});

teamTest("a token with fewer scopes can do and give away no more than them", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const body = { schemaVersion: 1, name: "reader", scopes: ["read"] };
  const { token } = (await maintainer.call("POST", "/v1/tokens", body)).json;
  const reader = clientWith(server.url, { ...maintainer, token });
  assert.equal(
    (await reader.at("POST", "/commit", { schemaVersion: 1, key: newKey(), changes: [putOf(one)] })).status,
    403,
  );
  assert.equal((await reader.call("POST", "/v1/tokens", { ...body, scopes: ["write"] })).status, 403);
  const { tokens } = (await reader.call("GET", "/v1/tokens")).json;
  assert.equal((await reader.call("DELETE", `/v1/tokens/${tokens[0].id}`)).status, 403);
});

teamTest("an invitation works once and until it expires, and no name is taken twice", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  let nowMs = Date.now();
  const clock = () => nowMs;
  const server = await teamServer(t, database, { clock });
  const maintainer = await newSpace(server, database, { clock });
  const invite = async () =>
    wire.invitationAnswer.parse(
      (await maintainer.at("POST", "/invitations", { schemaVersion: 1, role: "writer", expires: 3600 })).json,
    ).invitation;
  const first = await invite();
  await join(server.url, first, "Ada");
  await assert.rejects(join(server.url, first, "Eve"), /used already/);
  await assert.rejects(join(server.url, await invite(), "  ADA "), /is taken/);
  const late = await invite();
  nowMs += 3_600_001;
  await assert.rejects(join(server.url, late, "Eve"), /has expired/);
});

teamTest("who leaves or is removed has no access, keeps authorship, and one maintainer stays", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  const writer = await maintainer.invite("writer", "Writer");
  const reader = await maintainer.invite("viewer", "Reader");
  await writer.commit([putOf(one)]);
  assert.equal((await writer.at("DELETE", `/members/${maintainer.member}`)).status, 403);
  assert.equal((await writer.at("DELETE", `/members/${writer.member}`)).status, 200);
  assert.equal((await writer.at("GET", "/changes")).json.error.code, "revoked");
  assert.equal((await maintainer.changes()).changes[0]?.author.name, "Writer");
  assert.equal((await maintainer.at("DELETE", `/members/${maintainer.member}`)).status, 400);
  const demote = { schemaVersion: 1, role: "writer" };
  assert.equal((await maintainer.at("PATCH", `/members/${maintainer.member}`, demote)).status, 400);
  assert.equal((await reader.at("DELETE", `/members/${reader.member}`)).status, 200);
  assert.equal((await maintainer.at("DELETE", `/members/${maintainer.member}`)).status, 200);
});

teamTest("a space moves whole to another server; importing it twice changes nothing", async (t, cluster) => {
  const [from, to] = [await teamDatabase(cluster), await teamDatabase(cluster)];
  const [old, fresh] = [await teamServer(t, from.url), await teamServer(t, to.url)];
  const maintainer = await newSpace(old, from.url);
  const writer = await maintainer.invite("writer", "Writer");
  const first = await writer.commit([putOf(one), putOf(two)]);
  assert.ok(first.outcome === "kept");
  await maintainer.commit([putOf({ ...one, tags: ["edited"] }, first.kept[0]!.version)]);
  const { text } = await maintainer.at("GET", "/export");
  const other = await newSpace(fresh, to.url, { name: "Moved" });
  const load = () =>
    request(fresh.url, other.token, {
      method: "POST",
      path: `/v1/spaces/${other.space}/import`,
      body: text,
      headers: { "content-type": "application/x-ndjson" },
    });
  const loaded = await load();
  assert.deepEqual([loaded.status, loaded.json.added, loaded.json.refused], [200, 2 + 2 + 3, 0]);
  const again = await load();
  assert.deepEqual([again.json.added, again.json.refused], [0, 0]);
  const shape = ({ changes }: wire.ChangesAnswer) =>
    changes.map((change) => (change.op === "put" ? [change.record, authorName(change.author)] : [])).sort();
  const before = shape(await maintainer.changes());
  assert.deepEqual(
    shape(await other.changes()),
    before.map(([record, author]) => [record, `Maintainer (imported as ${author})`]),
  );
  const { revisions } = (await other.at("GET", `/history/${one.id}`)).json;
  assert.deepEqual(
    revisions.map(({ by }: { by: string }) => by),
    ["Maintainer (imported as Writer)", "Maintainer (imported as Maintainer)"],
  );
  // A later move keeps the first names.
  assert.match((await other.at("GET", "/export")).text, /"importedAs":"Writer"/);
});

teamTest("the audit says that, not what, and shows when a row was changed", async (t, cluster) => {
  const { url: database, adminUrl } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  await maintainer.commit([putOf(one)]);
  await maintainer.at("POST", "/erase", { schemaVersion: 1, id: one.id });
  const audit = async () => wire.auditAnswer.parse((await maintainer.at("GET", "/audit")).json);
  const { rows, intact } = await audit();
  assert.deepEqual(
    rows.map(({ act, outcome }) => `${act}: ${outcome}`),
    ["create the space: done", "join: done", "write records: done", "erase a record: done"],
  );
  assert.equal(intact, true);
  assert.doesNotMatch(JSON.stringify(rows), /deploy/i);
  const { asAdmin } = await import("../../../test/fixtures/postgres.ts");
  await asAdmin(adminUrl, async (sql) => {
    await assert.rejects(sql(`DELETE FROM oldhand.audit WHERE seq = 3`), /append only/);
    await sql(`ALTER TABLE oldhand.audit DISABLE TRIGGER keep_audit`);
    await sql(`UPDATE oldhand.audit SET member_id = 'mbr_000000000000000000' WHERE seq = 3`);
  });
  assert.equal((await audit()).intact, false);
});

teamTest("old revisions, proposals and tombstones are removed as the space wants it", async (t, cluster) => {
  const { url: database, adminUrl } = await teamDatabase(cluster);
  let nowMs = Date.now();
  const clock = () => nowMs;
  const server = await teamServer(t, database, { clock });
  const maintainer = await newSpace(server, database, { clock });
  const kept = await maintainer.commit([putOf(one), putOf(two)]);
  assert.ok(kept.outcome === "kept");
  await maintainer.commit([{ op: "remove", id: two.id, base: kept.kept[1]!.version! }]);
  const retention = { revisions: 30, tombstones: 30 };
  const set = await maintainer.at("PATCH", "", { schemaVersion: 1, retention });
  assert.deepEqual(set.json.retention, { ...retention, proposals: null });
  nowMs += 31 * 86_400_000;
  await maintainer.changes();
  const { asAdmin } = await import("../../../test/fixtures/postgres.ts");
  const left = async () =>
    asAdmin(adminUrl, async (sql) => {
      const [row] = await sql(`SELECT (SELECT count(*) FROM oldhand.revisions)::int AS revisions,
        (SELECT count(*) FROM oldhand.tombstones WHERE hash <> '')::int AS tombstones, (SELECT count(*) FROM oldhand.records)::int AS records`);
      return row;
    });
  for (let tries = 0; tries < 100 && (await left())?.revisions !== 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual({ ...(await left()) }, { revisions: 0, tombstones: 0, records: 1 });
});

teamTest("the health endpoint needs no token and shows no contents; logs have none either", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  await maintainer.commit([putOf(one)]);
  const { status, json } = await request(server.url, undefined, { method: "GET", path: "/health" });
  assert.deepEqual([status, Object.keys(json)], [200, ["ok", "version", "database"]]);
  assert.equal(server.logged.length, 3);
  assert.doesNotMatch(JSON.stringify(server.logged), new RegExp(`deploy|${maintainer.token.slice(14)}`, "i"));
});
