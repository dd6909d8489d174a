/** Homes to break: made for one test, opened in process, and inspected from outside the store. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { environment } from "../../../src/index.ts";
import { type Memory, openMemory } from "../../../src/main/memory.ts";
import type { Env } from "../../../src/verbs/call/environment.ts";
import { walk } from "./paths.ts";

/** The part of a test context that cleans up. */
export type Cleaning = { after(run: () => void): void };

export const isLong = process.env.OLDHAND_LONG === "1";

/** A home that does not exist yet. In memory if the machine has /dev/shm: a killed process leaves the same files there. */
export function newHome(t: Cleaning, { on = "memory" }: { on?: "memory" | "disk" } = {}): string {
  const parent = on === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const dir = realpathSync(mkdtempSync(join(parent, "oldhand-fault-")));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "home");
}

type Opening = Partial<Pick<Env, "at" | "clock" | "session" | "cwd">> & { readonly notes?: string[] };

/** Opens a home in this process, as a person in no project would. */
export function openHome(home: string, { notes, ...env }: Opening = {}): Promise<Memory> {
  const place = { cwd: "/", isAgent: false, at: () => {}, oldhandHome: home };
  const here = environment();
  const variables = { ...here.variables, HOME: dirname(home) };
  return openMemory({ ...here, variables, ...place, ...env }, { settle: "all", note: (text) => notes?.push(text) });
}

/** Opens a home for one piece of work and closes it again. */
export async function within<T>(
  home: string,
  work: (memory: Memory) => T | Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const memory = await openHome(home, opening);
  try {
    return await work(memory);
  } finally {
    memory.close();
  }
}

export function recordPaths(home: string): string[] {
  return walk(join(home, "records")).filter(
    (path) => path.endsWith(".md") && !path.includes("/.tmp/") && !path.includes(".conflict-"),
  );
}

/** Files left by writes that did not finish. */
export function temporaries(home: string): string[] {
  return walk(home).filter((path) => path.includes("/.tmp/"));
}

/** A new temporary file may belong to a running writer; this makes all of them old enough to be deleted. */
export function ageTemporaries(home: string): void {
  const longAgo = new Date(Date.now() - 10 * 60_000);
  for (const path of temporaries(home)) utimesSync(path, longAgo, longAgo);
}

export function sha(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The statement in a record's file, and its id; undefined if the file is torn. */
export function statementIn(path: string): { readonly id: string; readonly text: string } | undefined {
  const match = /^---\n[\s\S]*?^id: (rec_\w+)$[\s\S]*?\n---\n\n([\s\S]*)\n$/m.exec(readFileSync(path, "utf8"));
  return match === null ? undefined : { id: match[1]!, text: match[2]! };
}

/** Differences between the index and the files of a home, and failed checks of doctor. */
export async function faultsOf(memory: Memory, home: string): Promise<string[]> {
  const { checks } = memory.doctor();
  const faults = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  const onDisk = new Map(recordPaths(home).map((path) => [path, statementIn(path)]));
  const listed = await memory.list({ status: "all" });
  for (const [path, statement] of onDisk) if (statement === undefined) faults.push(`torn: ${basename(path)}`);
  for (const { id, file, text } of listed) {
    const statement = onDisk.get(file);
    if (statement?.id !== id || statement.text !== text) faults.push(`stale: ${id}`);
  }
  if (listed.length !== onDisk.size) faults.push(`${listed.length} listed, ${onDisk.size} files`);
  return faults;
}

/** Lines of the dump that a rebuild of the index added or removed: there should be none. */
export async function changedByRebuild(home: string): Promise<string[]> {
  const before = new Set(await within(home, (memory) => memory.dump()));
  await within(home, (memory) => memory.rebuild());
  const after = new Set(await within(home, (memory) => memory.dump()));
  return [
    ...[...before].filter((line) => !after.has(line)).map((line) => `lost in a rebuild: ${line}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `added by a rebuild: ${line}`),
  ];
}
