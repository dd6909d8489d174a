import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AS_SCRIPT } from "../../fixtures/as-person.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";
import { type Random, randomFrom } from "../../fixtures/random.ts";
import { isLong } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";

const DAY_MS = 86_400_000;
const runs: { readonly seed: number; readonly operations: number; readonly apartMs: number }[] = isLong
  ? [
      { seed: 1, operations: 1000, apartMs: 0 },
      { seed: 2, operations: 1000, apartMs: DAY_MS },
    ]
  : [{ seed: 3, operations: 60, apartMs: DAY_MS }];

for (const { seed, operations, apartMs } of runs) {
  test(`two machines end equal after ${operations} random operations with clocks ${apartMs} ms apart (seed ${seed})`, async (t) => {
    const { homes } = await machines(t);
    homes[1]!.wait(apartMs);
    const random = randomFrom(seed);
    const syncMs = await measureSync(homes[0]!);
    const known: Known = {
      ...{ added: new Set(), deleted: new Set(), undone: new Set(), dismissed: new Set() },
      ...{ killed: 0, renamed: 0, syncMs },
    };
    for (let n = 0; n < operations; n++) await operate(random.pick(homes), { random, known, n });
    await settleAll(homes);
    const [one, two] = await Promise.all(homes.map(async (home) => contents(await home.openBeside())));
    assert.deepEqual(differing(one!, two!, known), []);
    const there = new Set(one!.map((line) => (JSON.parse(line) as { id: string }).id));
    // What nobody deleted or undid was acknowledged, so it has to be there; what was deleted returns only by an undo.
    for (const id of known.added)
      if (!known.deleted.has(id) && !known.undone.has(id)) assert.ok(there.has(id), `${id} is lost`);
    for (const id of known.deleted) if (!known.undone.has(id)) assert.ok(!there.has(id), `${id} returned`);
    await dismissedEverywhere(homes, known.dismissed);
    assert.ok(known.added.size > operations / 8, "too few records to prove anything");
    assert.ok(known.killed > 0, "no sync was killed");
    assert.ok(known.renamed > 0 && known.dismissed.size > 0, "nothing was renamed or dismissed");
    t.diagnostic(
      `${known.added.size} added, ${known.deleted.size} deleted, ${known.renamed} renamed, ${known.dismissed.size} dismissed, ${known.killed} syncs killed`,
    );
    for (const home of homes)
      for (const path of walk(join(home.path, "records")).filter((name) => name.endsWith(".md")))
        assert.doesNotMatch(readFileSync(path, "utf8"), /^(?:<<<<<<<|=======|>>>>>>>)/m);
  });
}

/** What only one machine has, or has otherwise, with what was done to it. */
function differing(one: readonly string[], two: readonly string[], { deleted, undone }: Known): string[] {
  const only = (own: readonly string[], others: readonly string[], machine: string): string[] =>
    own
      .filter((line) => !others.includes(line))
      .map((line) => {
        const { id } = JSON.parse(line) as { id: string };
        const done = [deleted.has(id) ? "deleted" : "", undone.has(id) ? "undone" : ""].join(" ").trim();
        return `${machine}: ${line} ${done}`;
      });
  return [...only(one, two, "first"), ...only(two, one, "second")];
}

type Known = {
  readonly added: Set<string>;
  readonly deleted: Set<string>;
  /** What an undo touched: it may be there or not. */
  readonly undone: Set<string>;
  readonly dismissed: Set<string>;
  killed: number;
  renamed: number;
  readonly syncMs: number;
};

type Doing = { readonly random: Random; readonly known: Known; readonly n: number };

async function operate(home: MemoryHome, { random, known, n }: Doing): Promise<void> {
  home.wait(1000 + random.below(60_000));
  const memory = await home.open();
  const act = random.below(23);
  const all = await memory.list({ status: "all" });
  const some = all.length === 0 ? undefined : random.pick(all);
  if (act < 6 || some === undefined) {
    const { record } = await memory.add({ text: statement(random, n), scope: "global", type: "fact" });
    if (record !== undefined) known.added.add(record.id);
  } else if (act < 10) await memory.update(some.id, { text: statement(random, n) });
  else if (act < 12) {
    await memory.delete(some.id);
    known.deleted.add(some.id);
  } else if (act < 13 && some.status === "active") await memory.archive(some.id);
  else if (act < 14 && some.status === "archived") await memory.restore(some.id);
  else if (act < 15) {
    const undone = await memory.undo().catch(() => undefined);
    for (const id of JSON.stringify(undone ?? {}).match(/rec_\w{18}/g) ?? []) known.undone.add(id);
  } else if (act < 16) known.killed += await killedSync(home, { random, syncMs: known.syncMs });
  else if (act < 17) known.renamed += renamed(some.file, n);
  else if (act < 19) await dismissOne(home, statement(random, n), known);
  else await memory.syncNow();
}

/** As a person does it in a file manager. */
function renamed(file: string, n: number): number {
  renameSync(file, join(dirname(file), `${n}-${basename(file)}`));
  return 1;
}

async function dismissOne(home: MemoryHome, text: string, known: Known): Promise<void> {
  const { suggestion } = await (await home.open(undefined, { isAgent: true })).add({ text, type: "policy" });
  if (suggestion === undefined) return;
  await (await home.open()).dismiss(suggestion.id);
  known.dismissed.add(text);
}

/** An agent that proposes it again is told so on every machine. */
async function dismissedEverywhere(homes: readonly MemoryHome[], texts: ReadonlySet<string>): Promise<void> {
  for (const home of homes)
    for (const text of texts) {
      const memory = await home.open(undefined, { isAgent: true });
      const { suggestion } = await memory.add({ text, type: "policy" });
      assert.equal(suggestion?.reason, "It was deleted or dismissed before.", text);
    }
}

/** Words that no other statement has, so that none counts as a duplicate. */
function statement(random: Random, n: number): string {
  const word = (): string => (random.below(2 ** 30) + 2 ** 30).toString(36);
  return `The ${word()} of ${word()} is ${word()} since ${word()} number ${n}`;
}

const BIN = fileURLToPath(new URL("../../../src/bin.ts", import.meta.url));

/** Starts a sync and kills it somewhere on its way; returns 1 if it was still running. */
async function killedSync(
  home: MemoryHome,
  { random, syncMs }: { readonly random: Random; readonly syncMs: number },
): Promise<number> {
  const child = startSync(home);
  // In proportion to what a sync takes here: a fixed time would be too early or too late on another machine.
  await Promise.race([once(child, "exit"), sleep(syncMs * (0.2 + random.below(60) / 100))]);
  if (child.exitCode !== null || child.pid === undefined) return 0;
  // Git too: its processes are in the same group.
  process.kill(-child.pid, "SIGKILL");
  await once(child, "exit").catch(() => {});
  return 1;
}

async function measureSync(home: MemoryHome): Promise<number> {
  const startMs = performance.now();
  await once(startSync(home), "exit");
  return performance.now() - startMs;
}

function startSync(home: MemoryHome): ChildProcess {
  home.close();
  const { oldhandHome, home: person } = home.env();
  return spawn(process.execPath, [...AS_SCRIPT, BIN, "sync"], {
    cwd: home.outside,
    env: { PATH: process.env.PATH, OLDHAND_HOME: oldhandHome, HOME: person },
    stdio: "ignore",
    detached: true,
  });
}
