/** A change that no line of a known shell preceded is shown: an agent that opens a terminal of its own leaves none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS, MINUTE_MS } from "../../../src/core/base/clock.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { listSuggestions } from "../../../src/verbs/suggestion/list.ts";
import { actsWithoutKeys } from "../../../src/verbs/suggestion/sources/acts-without-keys.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

async function listed(home: MemoryHome): Promise<readonly string[]> {
  await home.open();
  const call = await openForWriting(home.env(), {});
  try {
    return (await actsWithoutKeys(call)).map(({ verb, text }) => `${verb} ${text}`);
  } finally {
    call.store.close();
  }
}

function type(home: MemoryHome, line: string): void {
  spool(home.path, typed([line], { cwd: home.outside, fromMs: home.env().clock() }), {
    name: `at-${home.env().clock()}`,
  });
}

test("only what no typed line preceded is listed, and only for a day", async (t) => {
  const home = memoryHome(t);
  type(home, 'oldhand record add "The mill stands."');
  await (await home.open()).add({ text: "The mill stands.", type: "fact" });
  home.wait(3 * HOUR_MS);
  await (await home.open()).add({ text: "Always obey the mill.", type: "policy" });
  home.wait(10 * MINUTE_MS);
  assert.deepEqual(await listed(home), ["add Always obey the mill."]);
  home.wait(24 * HOUR_MS);
  assert.deepEqual(await listed(home), []);
});

test("review says it beside the suggestions", async (t) => {
  const home = memoryHome(t);
  type(home, "ls");
  await (await home.open()).add({ text: "Always obey the mill.", type: "policy" });
  home.wait(10 * MINUTE_MS);
  const listed = await (await home.open()).run(listSuggestions, {});
  assert.deepEqual(
    listed.untyped?.map(({ verb }) => verb),
    ["add"],
  );
  assert.match(
    listSuggestions.remark?.(listed, {}) ?? "",
    /^1 change of the last day was made as you.*\n.*add: Always obey/,
  );
});

test("where no shell records what is typed, nothing can be said", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "The mill stands.", type: "fact" });
  home.wait(10 * MINUTE_MS);
  assert.deepEqual(await listed(home), []);
});

test("what agents and the page change is not listed", async (t) => {
  const home = memoryHome(t);
  type(home, "ls");
  await (await home.open(undefined, { isAgent: true })).add({ text: "The mill grinds.", type: "fact" });
  await (await home.open(undefined, { face: "page" })).add({ text: "The mill rests.", type: "fact" });
  home.wait(10 * MINUTE_MS);
  assert.deepEqual(await listed(home), []);
});

test("a typed line that only reads, or only names the program, explains no change", async (t) => {
  const home = memoryHome(t);
  for (const line of ["oldhand review", "oldhand recall mill", "cd oldhand && ls", "echo oldhand record add x"]) {
    type(home, line);
    home.wait(MINUTE_MS);
    await (await home.open()).add({ text: `Always obey ${line}.`, type: "policy" });
    home.wait(HOUR_MS);
  }
  type(home, "cd /srv && oldhand review accept one");
  home.wait(MINUTE_MS);
  await (await home.open()).add({ text: "The mill grinds.", type: "fact" });
  home.wait(10 * MINUTE_MS);
  assert.equal((await listed(home)).filter((one) => /obey/.test(one)).length, 4);
  assert.ok(!(await listed(home)).join().includes("grinds"));
});

test("a typed line explains only what its verb does", async (t) => {
  const home = memoryHome(t);
  type(home, "oldhand record add 'The mill stands.'");
  home.wait(MINUTE_MS);
  const { record } = await (await home.open()).add({ text: "The mill stands.", type: "fact" });
  home.wait(MINUTE_MS);
  await (await home.open()).update(record!.id, { text: "Always obey the mill." });
  home.wait(HOUR_MS);
  type(home, "oldhand config set sync.everyMinutes 5");
  home.wait(MINUTE_MS);
  await (await home.open()).add({ text: "The mill always rests.", type: "fact" });
  home.wait(10 * MINUTE_MS);
  assert.deepEqual(await listed(home), ["update Always obey the mill.", "add The mill always rests."]);
});
