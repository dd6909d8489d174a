import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "../../src/core/base/clock.ts";
import type { Memory } from "../../src/main/memory.ts";
import { memoryPool } from "../../src/main/memory-pool.ts";
import { claudeSession } from "../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../fixtures/git-repo.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

type Cleaning = Parameters<typeof memoryHome>[0];

function staying(t: Cleaning) {
  const home = memoryHome(t);
  const project = join(home.outside, "app");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  const memories = memoryPool(home.env(), () => {});
  t.after(memories.close);
  const ask = <T>(work: (memory: Memory) => Promise<T>, dir = project): Promise<T> => memories.lend({ dir }, work);
  const texts = (query: string, dir = project): Promise<string[]> =>
    ask(async (memory) => (await memory.recall({ query, format: "json" })).results.map(({ text }) => text), dir);
  const add = async (text: string, dir = project) =>
    (await ask((memory) => memory.add({ text, type: "fact" }), dir)).record!;
  return { home, project, ask, texts, add, close: memories.close };
}

test("the same memory is lent as long as its place stays what it is", async (t) => {
  const { ask, add } = staying(t);
  await add("The dam holds");
  const [first, second] = [await ask(async (memory) => memory), await ask(async (memory) => memory)];
  assert.equal(first, second);
});

test("manual changes are seen by the next call: edited, added, renamed, deleted", async (t) => {
  const { texts, add } = staying(t);
  const { file } = await add("The harbour opens at seven");
  assert.deepEqual(await texts("harbour"), ["The harbour opens at seven"]);
  const edit = (path: string, from: string, to: string): void =>
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  edit(file, "harbour opens at seven", "wharf opens at eight");
  assert.deepEqual(await texts("wharf"), ["The wharf opens at eight"]);
  const added = file.replace(/[^/]+$/, "by-hand.md");
  writeFileSync(added, "The crane rests on Sundays\n");
  assert.deepEqual(await texts("crane"), ["The crane rests on Sundays"]);
  const renamed = file.replace(/[^/]+$/, "renamed.md");
  renameSync(file, renamed);
  edit(renamed, "eight", "nine");
  assert.deepEqual(await texts("wharf"), ["The wharf opens at nine"]);
  rmSync(renamed);
  rmSync(added);
  assert.deepEqual([await texts("wharf"), await texts("crane")], [[], []]);
});

test("a records folder that is created later or replaced is noticed", async (t) => {
  const { texts, project, add } = staying(t);
  await add("The mill turns");
  const carried = join(project, ".oldhand", "records");
  mkdirSync(join(carried, "facts"), { recursive: true });
  writeFileSync(join(carried, "facts", "one.md"), "The well is deep\n");
  assert.deepEqual(await texts("well"), ["The well is deep"]);
  renameSync(carried, `${carried}-away`);
  assert.deepEqual(await texts("well"), []);
  mkdirSync(join(carried, "facts"), { recursive: true });
  writeFileSync(join(carried, "facts", "two.md"), "The well is dry\n");
  assert.deepEqual(await texts("well"), ["The well is dry"]);
});

test("the writes of another process are seen, and so is an index that it rebuilt", async (t) => {
  const { home, texts, project, add } = staying(t);
  await add("The bridge is narrow");
  const other = await home.openBeside(project);
  await other.add({ text: "The tunnel is wide", type: "fact" });
  assert.deepEqual(await texts("tunnel"), ["The tunnel is wide"]);
  const elsewhere = await home.openBeside(home.outside);
  await elsewhere.rebuild();
  assert.deepEqual([await texts("tunnel"), await texts("bridge")], [["The tunnel is wide"], ["The bridge is narrow"]]);
});

test("a changed setting applies from the next call on", async (t) => {
  const { home, ask, add } = staying(t);
  await add("The oak stands by the gate");
  writeFileSync(join(home.path, "config.yml"), "capture:\n  private: [walnut]\n");
  const { text } = await ask(
    async (memory) => (await memory.add({ text: "The walnut is hollow", type: "fact" })).record!,
  );
  assert.doesNotMatch(text, /walnut/);
});

test("many projects are served, and the ones that were closed are opened again", async (t) => {
  const { home, texts, add } = staying(t);
  const dirs = Array.from({ length: 20 }, (_, n) => join(home.outside, `app-${n}`));
  for (const dir of dirs) {
    mkdirSync(dir);
    writeFileSync(join(dir, "package.json"), "{}\n");
    await add(`The roof of ${dir.slice(-6)} is tin`, dir);
  }
  const found = await Promise.all(dirs.map((dir) => texts("roof", dir)));
  assert.deepEqual(
    found,
    dirs.map((dir) => [`The roof of ${dir.slice(-6)} is tin`]),
  );
});

test("after ten minutes what is due is done; after ten quiet ones the memory is closed, and opened again when asked", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { ask, texts, add, home, close } = staying(t);
  const { id } = await add("The kiln cools slowly");
  await texts("kiln");
  const before = await ask(async (memory) => memory);
  assert.equal((await before.get(id)).reinforcement, 1);
  t.mock.timers.tick(10 * 60_000);
  while ((await before.get(id)).reinforcement === 1) await turn();
  t.mock.timers.tick(10 * 60_000);
  for (let n = 0; n < 10; n++) await turn();
  await assert.rejects(before.get(id), /finalized|not open/);
  assert.deepEqual(await texts("kiln"), ["The kiln cools slowly"]);
  assert.deepEqual(home.notes, []);
  await close();
});

for (const enabled of [true, false])
  test(`sessions that are over are ${enabled ? "" : "not "}read by a process that stays open if memories are ${enabled ? "enabled" : "disabled"}`, async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const { ask, home, add, texts, close, project: other } = staying(t);
    const project = makeRepo(t);
    // The thread that reads them has the clock of the machine.
    home.wait(systemClock() - home.env().clock());
    const startMs = home.env().clock() - 13 * 3_600_000;
    const said = [{ person: "You must never push to main." }];
    const file = claudeSession({ folder: tempDir(t, "transcripts"), id: "one", cwd: project, startMs, said });
    const before = await home.open(project);
    await before.set("memories.enabled", String(enabled));
    await before.importSessions({ agent: "claude-code", file });
    await before.add({ text: "The kiln cools slowly", scope: "project" });
    home.close();
    const sizeOf = () => ask(async (memory) => (await memory.list({ status: "all" })).length, project);
    assert.equal(await sizeOf(), 1);
    t.mock.timers.tick(10 * 60_000);
    // Due work counts uses, whether sessions are read or not.
    const { id } = await add("The kiln cools slowly", other);
    await texts("kiln", other);
    const uses = () => ask(async (memory) => (await memory.get(id)).reinforcement, other);
    t.mock.timers.tick(10 * 60_000);
    while (enabled ? (await sizeOf()) === 1 : (await uses()) === 1) await turn();
    assert.equal(await sizeOf(), enabled ? 2 : 1);
    await close();
  });

test("a directory that is not there is refused", async (t) => {
  const { texts, home } = staying(t);
  await assert.rejects(texts("x", join(home.outside, "nowhere")), { code: "not-found" });
});
