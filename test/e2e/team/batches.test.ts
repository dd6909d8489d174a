import assert from "node:assert/strict";
import { commitsAnswer, MOST_COMMITS } from "../../../src/core/team/wire.ts";
import { wireText } from "../../../src/core/team/wire-record.ts";
import { recordOf } from "../../fixtures/records.ts";
import { teamDatabase, teamTest } from "../../fixtures/team-database.ts";
import { type Client, newKey, newSpace, putOf, teamServer } from "../../fixtures/team-server.ts";
import { meet, teamRecords, teamSpace } from "../../fixtures/team-space.ts";

const [one, two, three] = ["one", "two", "three"].map((word) => recordOf({ text: `Statement ${word} of the team.` }));

async function scene(t: Parameters<typeof teamServer>[0], cluster: Parameters<typeof teamDatabase>[0]) {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database);
  return { maintainer, writer: await maintainer.invite("writer", "Writer") };
}

async function commits(client: Client, all: readonly object[]) {
  const { json } = await client.at("POST", "/commits", { schemaVersion: 1, commits: all });
  return commitsAnswer.parse(json).answers;
}

const commitOf = (change: object, key = newKey()): object => ({ key, changes: [change] });

teamTest(
  "of several commits in one request each has its own fate and its own line in the audit",
  async (t, cluster) => {
    const { maintainer, writer } = await scene(t, cluster);
    await maintainer.commit([putOf(two!)]);
    const secret = wireText({ ...three!, text: `Log in with ${["AKIA", "QWERTZUIOPASDFGH"].join("")}.` });
    const guarded = recordOf({ text: "Never force a push.", guards: [{ deny: "git push --force" }] });
    const answers = await commits(writer, [
      commitOf(putOf(one!)),
      commitOf(putOf({ ...two!, tags: ["late"] })),
      commitOf({ op: "put", id: three!.id, base: null, record: secret }),
      commitOf(putOf(guarded)),
      commitOf(putOf(recordOf({ text: "The last one." }))),
    ]);
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["kept", "conflict", "refused", "proposed", "kept"],
    );
    const { rows, intact } = (await maintainer.at("GET", "/audit")).json;
    const written = rows.filter(
      ({ act, name }: Record<string, string>) => act === "write records" && name === "Writer",
    );
    assert.deepEqual(
      written.map(({ outcome, detail }: Record<string, string>) => `${outcome}: ${detail}`),
      ["done: 1 change", "done: conflict", "refused: record", "done: 1 proposal", "done: 1 change"],
    );
    assert.ok(intact);
  },
);

teamTest("each commit of a request is made once, also if it comes again with others", async (t, cluster) => {
  const { maintainer, writer } = await scene(t, cluster);
  const [first, second] = [commitOf(putOf(one!)), commitOf(putOf(two!))];
  const once = await commits(writer, [first, second]);
  const again = await commits(writer, [second, commitOf(putOf(three!)), first]);
  assert.deepEqual([again[2], again[0]], once);
  const reused = await commits(writer, [{ ...first, changes: [putOf({ ...one!, tags: ["other"] })] }]);
  assert.equal(reused[0]?.outcome, "refused");
  for (const record of [one!, two!, three!])
    assert.equal((await maintainer.at("GET", `/history/${record.id}`)).json.revisions.length, 1);
});

teamTest("a request with too many commits or changes is refused whole", async (t, cluster) => {
  const { maintainer, writer } = await scene(t, cluster);
  const many = (n: number) => Array.from({ length: n }, (_, at) => putOf(recordOf({ text: `No ${at}.` })));
  const tooMany = { schemaVersion: 1, commits: many(MOST_COMMITS + 1).map((change) => commitOf(change)) };
  assert.equal((await writer.at("POST", "/commits", tooMany)).status, 400);
  const changes = { key: newKey(), changes: many(300) };
  const tooLarge = { schemaVersion: 1, commits: [changes, { ...changes, key: newKey() }] };
  assert.equal((await writer.at("POST", "/commits", tooLarge)).status, 400);
  assert.deepEqual((await maintainer.changes()).changes, []);
});

teamTest("what waits in the outbox is sent in few requests", async (t, cluster) => {
  const { members, logged } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const memory = await ana.open();
  for (let at = 0; at < 120; at++)
    await memory.add({ text: `Service ${at} listens on port ${4000 + at}`, type: "fact" });
  const before = logged.length;
  assert.equal((await (await ana.open()).team.sync())[0]?.sent, 120);
  const sent = logged.slice(before).filter(({ route }) => route?.endsWith("/commits"));
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  );
  await meet([ben]);
  assert.deepEqual(await teamRecords(ana), await teamRecords(ben));
  assert.equal((await teamRecords(ben)).length, 120);
});
