import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { type Sandbox, sandbox } from "../../faces/cli/sandbox.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";

const RULES = ["Remember that staging has three nodes.", "You must never push to main."];
const AT_TERMINAL = { columns: 100, answers: [] };

/** Sessions in which a person said these, each read after it ended. */
async function taught(it: Sandbox, said: readonly string[], cwd = it.project): Promise<void> {
  for (const person of said) {
    const folder = join(dirname(it.home), "transcripts");
    mkdirSync(folder, { recursive: true });
    const talk: Said[] = [{ person }];
    const id = `s${person.length}${cwd.length}`;
    const file = claudeSession({ folder, id, cwd, startMs: it.env.clock(), said: talk });
    it.wait(13 * HOUR_MS);
    await it.oldhand(["session", "import", "claude-code", "--file", file], { env: { cwd } });
    await it.oldhand(["learn"], { env: { cwd } });
  }
}

const textsOf = (read: readonly { text: string; quote?: string }[] | undefined) =>
  (read ?? []).map(({ text, quote }) => [text, quote]);

const READ = [
  ["Staging has three nodes", "Remember that staging has three nodes."],
  ["You must never push to main", "You must never push to main."],
];

test("listing what was read from sessions marks nothing: not for a program, not in a pipe, not for an agent", async (t) => {
  const it = sandbox(t);
  await taught(it, RULES);
  await it.oldhand(["record", "add", "Not read, but told", "--type", "fact"]);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(textsOf((await it.json(["review"])).read), READ);
    assert.match((await it.oldhand(["review"])).err, /2 records from your sessions/);
    await it.oldhand(["review"], { ...AT_TERMINAL, env: { isAgent: true } });
  }
});

test("what a review showed at a terminal is not shown again, with what removes it", async (t) => {
  const it = sandbox(t);
  await taught(it, RULES);
  const { err } = await it.oldhand(["review"], AT_TERMINAL);
  assert.match(err, /2 records from your sessions since you last looked:\n {2}Staging has three nodes\n/);
  assert.match(err, /undo: oldhand record delete rec_/);
  assert.deepEqual(textsOf((await it.json(["review"])).read), []);
});

test("a review in one project leaves what another one learned", async (t) => {
  const it = sandbox(t);
  await taught(it, RULES.slice(1));
  await it.oldhand(["review"], { ...AT_TERMINAL, env: { cwd: dirname(it.home) } });
  assert.equal((await it.json(["review"])).read.length, 1);
});

test("what does not fit into one review begins the next", async (t) => {
  const it = sandbox(t);
  const many = Array.from({ length: 12 }, (_, at) => `Never deploy the ${"abcdefghijkl"[at]?.repeat(at + 3)} service.`);
  await taught(it, many);
  const [first, second] = [await it.oldhand(["review"], AT_TERMINAL), await it.oldhand(["review"], AT_TERMINAL)];
  assert.match(first.err, /12 records from your sessions[\s\S]* 2 more: oldhand review/);
  assert.match(second.err, /2 records from your sessions/);
});
