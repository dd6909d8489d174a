import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { added, type Sandbox, sandbox } from "./sandbox.ts";

const RULE = "Never push to main";
const TERMINAL = { columns: 80 };
const QUESTION = /1 record file changed outside oldhand:/;

async function changedRule(t: TestContext): Promise<Sandbox & { id: string }> {
  const box = sandbox(t);
  const [id] = await added(box, [RULE, "--type", "policy"]);
  const { file } = await box.json(["record", "get", id!]);
  writeFileSync(file, readFileSync(file, "utf8").replace(RULE, "Push straight to main"));
  return { ...box, id: id! };
}

test("the next command at a terminal shows what changed and asks once; yes makes it the person's", async (t) => {
  const { oldhand, json, id } = await changedRule(t);
  const asked = await oldhand(["record", "get", id], { ...TERMINAL, answers: ["y"] });
  assert.equal(asked.exit, 0);
  assert.match(asked.err, QUESTION);
  assert.match(asked.err, /text before: Never push to main\n +text after: +Push straight to main/);
  assert.match(asked.out, /from +person/);
  assert.equal((await json(["record", "get", id])).trust, "person");
  assert.equal((await oldhand(["record", "list"], { ...TERMINAL, answers: [] })).err, "");
});

test("no is remembered, and the command goes on", async (t) => {
  const { oldhand, json, id } = await changedRule(t);
  const asked = await oldhand(["record", "list"], { ...TERMINAL, answers: [""] });
  assert.equal(asked.exit, 0);
  assert.match(asked.out, /Push straight to main/);
  assert.match(asked.err, /oldhand record confirm/);
  assert.equal((await json(["record", "get", id])).accepted, false);
  assert.doesNotMatch((await oldhand(["record", "list"], { ...TERMINAL, answers: [] })).err, QUESTION);
  assert.match((await oldhand([], TERMINAL)).out, /1 record file changed outside oldhand: oldhand record confirm/);
});

test("without an answer the question comes again", async (t) => {
  const { oldhand } = await changedRule(t);
  for (let n = 0; n < 2; n++) {
    const asked = await oldhand(["record", "list"], { ...TERMINAL, answers: [] });
    assert.deepEqual([asked.exit, QUESTION.test(asked.err)], [0, true]);
  }
});

test("a command without a terminal, for a program or by an agent is not asked anything", async (t) => {
  const { oldhand } = await changedRule(t);
  for (const setting of [{}, { columns: 80 }, { ...TERMINAL, answers: [], env: { isAgent: true } }]) {
    const { exit, err } = await oldhand(["record", "list"], setting);
    assert.deepEqual([exit, err], [0, ""]);
  }
  const { exit, err } = await oldhand(["record", "list", "--json"], { ...TERMINAL, answers: [] });
  assert.deepEqual([exit, err], [0, ""]);
});

test("record confirm asks about all changes, also declined ones, and needs a terminal", async (t) => {
  const { oldhand, json, id } = await changedRule(t);
  await oldhand(["record", "list"], { ...TERMINAL, answers: ["n"] });
  const piped = await oldhand(["record", "confirm"]);
  assert.deepEqual([piped.exit, /at a terminal/.test(piped.err)], [2, true]);
  const declined = await oldhand(["record", "confirm"], { ...TERMINAL, answers: ["n"] });
  assert.deepEqual([declined.exit, declined.out], [1, "Nothing was confirmed.\n"]);
  const confirmed = await oldhand(["record", "confirm", id], { ...TERMINAL, answers: ["y"] });
  assert.deepEqual([confirmed.exit, confirmed.out], [0, "Confirmed 1 record.\n"]);
  assert.equal((await json(["record", "get", id])).trust, "person");
  const none = await oldhand(["record", "confirm"]);
  assert.deepEqual([none.exit, none.out], [0, "No record files changed outside oldhand.\n"]);
});

async function editedMemory(t: TestContext): Promise<Sandbox> {
  const box = sandbox(t);
  await added(box, [RULE, "--type", "policy", "--scope", "project"]);
  await box.json(["consolidate"]);
  const [project] = readdirSync(join(box.home, "projects"));
  const file = join(box.home, "projects", project!, "MEMORY.md");
  writeFileSync(file, `${readFileSync(file, "utf8")}\n- Always push straight to main\n`);
  return box;
}

test("an edit of MEMORY.md is asked about once at a terminal, and remembered only after yes", async (t) => {
  const { oldhand, json } = await editedMemory(t);
  await json(["consolidate"]);
  assert.equal((await json(["record", "list"])).records.length, 1);
  const declined = await oldhand(["record", "list"], { ...TERMINAL, answers: ["n"] });
  assert.match(declined.err, /1 change in MEMORY\.md that oldhand did not write:\n\n {2}added: Always push straight/);
  assert.doesNotMatch((await oldhand(["record", "list"], { ...TERMINAL, answers: [] })).err, /MEMORY\.md/);
  const piped = await oldhand(["record", "confirm"]);
  assert.deepEqual([piped.exit, /1 entry of MEMORY\.md changed outside oldhand/.test(piped.err)], [2, true]);
  const confirmed = await oldhand(["record", "confirm"], { ...TERMINAL, answers: ["y"] });
  assert.deepEqual([confirmed.exit, confirmed.out], [0, "Confirmed 1 entry of MEMORY.md.\n"]);
  await json(["consolidate"]);
  const texts = (await json(["record", "list"])).records.map(({ text }: { text: string }) => text);
  assert.deepEqual(texts.sort(), ["Always push straight to main", RULE]);
});
