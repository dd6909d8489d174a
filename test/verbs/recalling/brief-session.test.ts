import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { journalOf } from "../../../src/store/spool/journal.ts";
import type { BriefAnswer } from "../../../src/verbs/recalling/brief.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

async function linesOf(memory: Memory, { lines }: BriefAnswer): Promise<string[]> {
  return Promise.all(lines.map(async ({ layer, id }) => `${layer} ${(await memory.get(id)).text}`));
}

function reasons({ omitted }: Pick<BriefAnswer, "omitted">): Record<string, string> {
  return Object.fromEntries(omitted.map(({ id, reason }) => [id, reason]));
}

function journalAt(home: MemoryHome) {
  return journalOf(homeFrom(home.env()), "one");
}

test("a line given to a session is not given again until its context is compacted", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "Never push to main", type: "policy" });
  const ask = (session: string) => memory.brief({ session });
  assert.equal((await ask("s1")).lines.length, 1);
  const again = await ask("s1");
  assert.deepEqual([again.text, again.tokens, reasons(again)], ["", 0, { [record!.id]: "told" }]);
  assert.equal((await ask("s2")).lines.length, 1);
  assert.equal((await memory.brief({})).lines.length, 1);
  await journalAt(home).compacted("s1");
  assert.equal((await ask("s1")).lines.length, 1);
  assert.equal((await ask("s1")).lines.length, 0);
  assert.equal((await ask("s2")).lines.length, 0);
});

test("a compaction stays recorded when the journal is truncated or something is forgotten", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.add({ text: "Never push to main", type: "policy" });
  const other = await memory.add({ text: "The harbour closes at nine", type: "fact" });
  await memory.recall({ query: "harbour", format: "json" });
  await memory.brief({ session: "s1", prompt: "push" });
  await journalAt(home).compacted("s1");
  await memory.forget([other.record!]);
  assert.equal((await memory.brief({ session: "s1", prompt: "push" })).lines.length, 1);
});

test("a recalled record may still be given, and a recall is never withheld", async (t) => {
  const memory = await memoryHome(t).open(undefined, { session: "s1" });
  await memory.add({ text: "The gateway limit is 100", type: "fact" });
  await memory.recall({ query: "gateway limit", format: "json" });
  assert.equal((await memory.brief({ session: "s1", prompt: "gateway" })).lines.length, 1);
  assert.equal((await memory.recall({ query: "gateway limit", format: "json" })).results.length, 1);
});

test("a given record that is archived, replaced or expired is retracted once, and may be given again", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const ask = () => memory.brief({ session: "s1", prompt: "gateway" });
  const { record } = await memory.add({ text: "The gateway limit is 100", type: "fact" });
  const soon = new Date(home.env().clock() + DAY_MS).toISOString();
  const brief = await memory.add({ text: "The gateway is frozen this week", type: "fact", expires: soon });
  assert.equal((await ask()).lines.length, 2);
  await memory.archive(record!.id);
  const back = await ask();
  assert.match(back.text, /No longer true, although given earlier in this session:\n- The gateway limit is 100 \[/);
  assert.equal(reasons(back)[record!.id], "archived");
  assert.equal((await ask()).text, "");
  await memory.restore(record!.id);
  assert.deepEqual(await linesOf(memory, await ask()), ["B The gateway limit is 100"]);
  home.wait(2 * DAY_MS);
  const over = await ask();
  assert.match(
    over.text,
    /although given earlier in this session:\n- The gateway is frozen this week .+ \(expired on /,
  );
  assert.equal(reasons(over)[brief.record!.id], "archived");
});

test("a retraction without room is made by the next brief", async (t) => {
  const memory = await memoryHome(t).open();
  const { record } = await memory.add({ text: "Never push to main", type: "policy" });
  await memory.brief({ session: "s1" });
  await memory.archive(record!.id);
  const none = await memory.brief({ session: "s1", budget: 10 });
  assert.deepEqual([none.text, reasons(none)], ["", { [record!.id]: "over budget" }]);
  assert.match((await memory.brief({ session: "s1" })).text, /No longer true/);
});

test("once the strongest rules were given, the next ones follow", async (t) => {
  const memory = await memoryHome(t).open();
  const rules = 40;
  for (let n = 0; n < rules; n++) await memory.add({ text: `Rule ${n} of the call`, type: "policy", key: `r${n}` });
  const given = new Set<string>();
  for (;;) {
    const { lines } = await memory.brief({ session: "s1", budget: 300 });
    if (lines.length === 0) break;
    for (const { id } of lines) given.add(id);
  }
  assert.equal(given.size, rules);
});

test("the same prompt a hundred times in one session adds one reinforcement", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The gateway limit is 100", type: "fact" });
  for (let n = 0; n < 100; n++) {
    await memory.brief({ prompt: "gateway limit", session: "s1" });
    if (n === 50) await journalAt(home).compacted("s1");
  }
  for (let n = 0; n < 100; n++) await memory.brief({ prompt: "gateway limit" });
  const after = await (await home.open()).get(record!.id);
  // Once in the session that was named, once in that of the shell.
  assert.equal(after.reinforcement, 3);
});
