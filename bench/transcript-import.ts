/** Measures an import of a transcript as `session import` does it: its time, and how long it blocks other writers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { openMemory } from "../src/main/memory.ts";
import { openIndex } from "../src/store/databases/index-db.ts";
import { homeFrom } from "../src/store/files/home.ts";
import { passagesOf } from "../src/store/index/passages/passages.ts";
import { parseUnits } from "../src/store/index/passages/text-units.ts";
import { environment } from "../src/verbs/call/environment.ts";

export type Waits = {
  readonly keptMegabytes: number;
  readonly transactions: number;
  readonly longestWriteMs: number;
  /** CPU time, without waiting for the disk or other programs. */
  readonly longestWriteCpuMs: number;
  readonly longestBlockMs: number;
  /** The time to index the same text once more in a separate index, with all commits. */
  readonly indexedMegabytesPerSecond: number;
};

export async function importIntoHome(file: string): Promise<Waits> {
  const home = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
  try {
    const memory = await openMemory(
      { ...environment(), oldhandHome: home, cwd: home },
      { settle: "files", note: () => {} },
    );
    const writes = timedWrites();
    const blocks = timedBlocks();
    await memory.importSessions({ agent: "claude-code", file });
    const longestBlockMs = blocks.longestMs();
    memory.close();
    const seen = writes.seen();
    // In a separate process, so that it does not count as part of the import.
    const again = spawnSync(process.execPath, [fileURLToPath(import.meta.url), home], { encoding: "utf8" });
    const indexedMegabytesPerSecond = Number(again.stdout);
    return { keptMegabytes: keptIn(home), ...seen, longestBlockMs, indexedMegabytesPerSecond };
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** The duration of every write transaction of every connection, from taking the lock to releasing it. */
function timedWrites() {
  const { exec } = DatabaseSync.prototype;
  const began = new WeakMap<DatabaseSync, { readonly atMs: number; readonly cpu: NodeJS.CpuUsage }>();
  let [transactions, longestWriteMs, longestWriteCpuMs] = [0, 0, 0];
  DatabaseSync.prototype.exec = function timed(this: DatabaseSync, sql: string): void {
    exec.call(this, sql);
    if (sql === "BEGIN IMMEDIATE") began.set(this, { atMs: performance.now(), cpu: process.cpuUsage() });
    const start = began.get(this);
    if (sql !== "COMMIT" || start === undefined) return;
    const { user, system } = process.cpuUsage(start.cpu);
    transactions += 1;
    longestWriteMs = Math.max(longestWriteMs, performance.now() - start.atMs);
    longestWriteCpuMs = Math.max(longestWriteCpuMs, (user + system) / 1000);
    began.delete(this);
  };
  return { seen: () => ({ transactions, longestWriteMs, longestWriteCpuMs }) };
}

/** The longest delay of a timer. */
function timedBlocks() {
  let [last, longest] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const ticking = setInterval(look, 1);
  return {
    longestMs(): number {
      clearInterval(ticking);
      look();
      return longest;
    },
  };
}

function indexedAgain(home: string): number {
  const db = new DatabaseSync(join(home, "state.db"), { readOnly: true });
  const turns = db.prepare("SELECT place, ord, text FROM turns").all() as {
    place: number;
    ord: number;
    text: string;
  }[];
  db.close();
  const index = openIndex(homeFrom({ oldhandHome: join(home, "again") }), () => {});
  const passages = passagesOf(index);
  const before = process.cpuUsage();
  const source = { kind: "chunk", id: "again", scopeKey: "global", mark: "1" } as const;
  for (let from = 0; from < turns.length; from += BATCH) {
    const batch = turns.slice(from, from + BATCH);
    const units = batch.flatMap((turn) => parseUnits("global", { ...turn, role: "person", tags: [] }));
    passages.append(source, units);
  }
  const { user, system } = process.cpuUsage(before);
  index.close();
  return turns.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / (user + system);
}

/** About the number of rows that an import writes at once. */
const BATCH = 100;

function keptIn(home: string): number {
  const db = new DatabaseSync(join(home, "state.db"), { readOnly: true });
  const bytes = db.prepare("SELECT coalesce(sum(octet_length(text)), 0) AS bytes FROM turns").get()?.bytes;
  db.close();
  return Number(bytes) / 1e6;
}

if (import.meta.main) console.log(indexedAgain(process.argv[2]!));
