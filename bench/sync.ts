/**
 * A sync between two machines through a bare repository, in a young and in an old memory, against one `git fetch` that
 * brings nothing: `node bench/sync.ts [--records 10000] [--rounds 300]`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Memory, openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { homeOf } from "./home-of.ts";
import { sentence } from "./sentences.ts";
import { median } from "./started.ts";

const { values } = parseArgs({
  options: { records: { type: "string", default: "10000" }, rounds: { type: "string", default: "300" } },
});
const TIMES = 9;
const MANY = 1000;

console.log("in process, median; × of a `git fetch` that brings nothing\n");
await measure(100, 0);
await measure(Number(values.records), Number(values.rounds));

/** `rounds`: how many syncs with one change each came before. */
async function measure(records: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "oldhand-bench-sync-"));
  const remote = join(folder, "memory.git");
  const [full, empty] = [homeOf(records), join(folder, "second")];
  const [one, two] = [full, empty].map((home) => () => opened(home)) as [Open, Open];
  await within(one, (memory) => memory.addRemote(remote));
  await within(two, (memory) => memory.addRemote(remote));
  for (const open of [one, two])
    await within(open, async (memory) => {
      await memory.syncNow();
      for (const { fingerprint, state } of await memory.machines())
        if (state !== "this machine") await memory.confirmMachine(fingerprint);
      await memory.syncNow();
    });
  let n = records;
  const add = (memory: Memory) => memory.add({ text: `${sentence(n)} (${n++})`, type: "fact", scope: "global" });
  for (let round = 0; round < rounds; round++)
    await within(round % 2 === 0 ? one : two, async (memory) => {
      const { record } = await add(memory);
      if (round % 3 === 0 && record !== undefined) await memory.delete(record.id);
      await memory.syncNow();
    });
  for (const open of [one, two, one, two]) await within(open, (memory) => memory.syncNow());
  spawnSync("git", ["clone", "--quiet", "--bare", remote, join(folder, "copy.git")]);
  const fetchMs = median(repeated(() => timedSync(() => fetchOnce(folder, remote))));
  const sync = (open: Open) => within(open, (memory) => timed(() => memory.syncNow()));
  const costs: Record<string, number[]> = { "nothing new": [], "sends one record": [], "receives one record": [] };
  for (let time = 0; time < TIMES; time++) {
    costs["nothing new"]!.push(await sync(one));
    await within(one, add);
    costs["sends one record"]!.push(await sync(one));
    costs["receives one record"]!.push(await sync(two));
    await sync(one);
  }
  await within(one, async (memory) => {
    for (let at = 0; at < MANY; at++) await add(memory);
  });
  const many = [await sync(one), await sync(two)];
  console.log(`${records} records, ${rounds} rounds before; git fetch ${fetchMs.toFixed(0)} ms`);
  for (const [name, times] of Object.entries(costs)) print(name, median(times), fetchMs);
  print(`sends ${MANY} records`, many[0]!, fetchMs);
  print(`receives ${MANY} records`, many[1]!, fetchMs);
  const size = spawnSync("du", ["-sk", join(full, "sync")], { encoding: "utf8" }).stdout.split("\t")[0];
  console.log(`  the local copy: ${size} KB\n`);
  for (const path of [folder, full]) rmSync(path, { recursive: true, force: true });
}

type Open = () => Promise<Memory>;

function opened(home: string): Promise<Memory> {
  const place = { oldhandHome: home, home: join(home, "person"), cwd: "/", isAgent: false };
  return openMemory({ ...environment(), ...place }, { settle: "all", note: () => {} });
}

/** One call, as a command makes it. */
async function within<T>(open: Open, work: (memory: Memory) => Promise<T>): Promise<T> {
  const memory = await open();
  try {
    return await work(memory);
  } finally {
    memory.close();
  }
}

function fetchOnce(folder: string, remote: string): void {
  const copy = join(folder, "copy.git");
  spawnSync("git", ["--git-dir", copy, "fetch", "--quiet", remote, "oldhand:oldhand"]);
}

function repeated(work: () => number): number[] {
  return Array.from({ length: TIMES }, work);
}

function timedSync(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function print(name: string, ms: number, fetchMs: number): void {
  console.log(`  ${name}: ${ms.toFixed(0)} ms (× ${(ms / fetchMs).toFixed(1)})`);
}
