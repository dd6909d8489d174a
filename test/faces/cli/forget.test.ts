import assert from "node:assert/strict";
import { test } from "node:test";
import { added, type Sandbox, sandbox } from "./sandbox.ts";

const TERMINAL = { columns: 80, env: { variables: { NO_COLOR: "1" } } };

async function kept({ json }: Sandbox): Promise<string[]> {
  return (await json(["record", "list"])).records.map(({ id }: { id: string }) => id);
}

test("without a terminal forget shows what it would delete, and deletes nothing without --yes", async (t) => {
  const it = sandbox(t);
  const ids = await added(it, ["The office moved to Lisbon", "--type", "fact"]);
  const { exit, out, err } = await it.oldhand(["forget", ids[0]!]);
  assert.deepEqual([exit, out], [2, ""]);
  assert.match(err, /This permanently deletes 1 record:\nrec_.*The office moved to Lisbon\noldhand: .*--yes/);
  assert.deepEqual(await kept(it), ids);
});

const answers: [typed: string, exit: number][] = [
  ["forget", 0],
  ["y", 0],
  ["no", 1],
  ["", 1],
];

for (const [typed, exit] of answers) {
  test(`a person who answers ${JSON.stringify(typed)} ${exit === 0 ? "forgets" : "keeps"} it`, async (t) => {
    const it = sandbox(t);
    const ids = await added(it, ["The office moved to Lisbon", "--type", "fact"]);
    const result = await it.oldhand(["forget", ids[0]!], { ...TERMINAL, answer: typed });
    assert.equal(result.exit, exit);
    assert.deepEqual(await kept(it), exit === 0 ? [] : ids);
  });
}

test("it reports what was removed from where, and what it cannot reach", async (t) => {
  const it = sandbox(t);
  const [id] = await added(it, ["The office moved to Lisbon", "--type", "fact"]);
  const { exit, out } = await it.oldhand(["forget", id!, "--yes"]);
  assert.equal(exit, 0);
  assert.match(out, new RegExp(`^Deleted ${id}\\.\n {2}records: 1 removed\n`));
  assert.match(out, /git history[\s\S]*transcripts[\s\S]*shell's own history/);
});

test("--query deletes everything that contains the words, and the JSON lists it", async (t) => {
  const it = sandbox(t);
  const [lisbon, , office] = await added(
    it,
    ["The office moved to Lisbon", "--type", "fact"],
    ["Builds need 8 GB", "--type", "fact"],
    ["Ask at the Lisbon office for keys", "--type", "workflow"],
  );
  const { forgotten, counts, held, outOfReach } = await it.json(["forget", "--query", "lisbon OFFICE", "--yes"]);
  assert.deepEqual(forgotten.toSorted(), [lisbon, office].toSorted());
  assert.deepEqual([counts.records, held, outOfReach.length], [2, false, 3]);
  assert.equal((await kept(it)).length, 1);
});

test("forgetting what does not exist is not found", async (t) => {
  const { oldhand } = sandbox(t);
  assert.equal((await oldhand(["forget", "zzzz", "--yes"])).exit, 3);
  assert.equal((await oldhand(["forget", "--query", "never said", "--yes"])).exit, 3);
  assert.equal((await oldhand(["forget"])).exit, 2);
  assert.equal((await oldhand(["forget", "a", "--query", "b"])).exit, 2);
});
