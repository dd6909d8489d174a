/** A model of a disk that loses power: synced data is there, any part of the rest may be missing or torn. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { walk } from "../tools/paths.ts";
import type { Call } from "./system-calls.ts";

/** The state after one crash, and how much the driver had acknowledged before it. */
export type CrashState = Tree & {
  readonly acks: number;
  readonly after: string;
};

/** The content of the disk, by path below the home. */
export type Tree = { readonly files: ReadonlyMap<string, Buffer>; readonly directories: readonly string[] };

type Write = { readonly at: number | "end" | "size"; readonly bytes: Buffer };
/** A file's content, independent of its names. */
type Inode = { synced: Buffer; pending: Write[] };
/** A directory's names; null means the name was removed. */
type Names = { synced: Map<string, Inode | "directory">; pending: [name: string, to: Inode | "directory" | null][] };

type Disk = { readonly directories: Map<string, Names>; readonly touched: Set<Inode> };

/** How much unsynced data survives: none, all, or all up to the middle of the last write. */
type Survival = "none" | "all" | "torn";

/** Every distinct state of the disk if the power fails after any of the calls. */
export function crashStates(home: string, start: Tree, calls: readonly Call[]): CrashState[] {
  const disk = diskWith(home, start);
  const states = new Map<string, CrashState>();
  let acks = 0;
  for (const call of calls) {
    if (call.call === "ack") acks += 1;
    else apply(disk, call);
    for (const survival of survivals(disk)) {
      const { files, directories } = remains(disk, home, survival);
      const key = `${acks} ${[...files].map(([path, bytes]) => `${path}:${bytes.toString("base64")}`).join("\n")} ${directories}`;
      const place = "path" in call ? call.path : "to" in call ? call.to : "";
      if (!states.has(key))
        states.set(key, { files, directories, acks, after: `${call.call} ${place.slice(home.length)}` });
    }
  }
  return [...states.values()];
}

/** Writes a state to a real directory. */
export function layDown(home: string, { files, directories }: Tree): void {
  for (const directory of directories) mkdirSync(join(home, directory), { recursive: true, mode: 0o700 });
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, path), bytes, { mode: 0o600 });
  }
}

export function treeOf(home: string): Tree {
  const paths = walk(home).filter((path) => !path.endsWith("-shm"));
  const files = paths.filter((path) => statSync(path).isFile());
  return {
    files: new Map(files.map((path) => [path.slice(home.length + 1), readFileSync(path)])),
    directories: paths.filter((path) => !files.includes(path)).map((path) => path.slice(home.length + 1)),
  };
}

function diskWith(home: string, start: Tree): Disk {
  const disk: Disk = { directories: new Map(), touched: new Set() };
  // Everything above the home existed before.
  const ensure = (path: string): Names => {
    const known = disk.directories.get(path);
    if (known !== undefined) return known;
    const names: Names = { synced: new Map(), pending: [] };
    disk.directories.set(path, names);
    if (path !== dirname(home)) ensure(dirname(path)).synced.set(nameOf(path), "directory");
    return names;
  };
  ensure(dirname(home));
  for (const path of start.directories) ensure(join(home, path));
  for (const [path, bytes] of start.files) {
    const full = join(home, path);
    ensure(dirname(full)).synced.set(nameOf(full), { synced: bytes, pending: [] });
  }
  return disk;
}

function apply(disk: Disk, call: Exclude<Call, { call: "ack" }>): void {
  switch (call.call) {
    case "mkdir":
      disk.directories.set(call.path, { synced: new Map(), pending: [] });
      namesOf(disk, call.path)?.pending.push([nameOf(call.path), "directory"]);
      return;
    case "create": {
      if (inodeAt(disk, call.path) !== undefined) return;
      const inode: Inode = { synced: Buffer.alloc(0), pending: [] };
      disk.touched.add(inode);
      namesOf(disk, call.path)?.pending.push([nameOf(call.path), inode]);
      return;
    }
    case "write":
    case "truncate": {
      const inode = inodeAt(disk, call.path);
      if (inode === undefined) return;
      disk.touched.add(inode);
      inode.pending.push(
        call.call === "write"
          ? { at: call.at, bytes: call.bytes }
          : { at: "size", bytes: content(inode, "all").subarray(0, call.size) },
      );
      return;
    }
    case "sync": {
      const names = disk.directories.get(call.path);
      if (names !== undefined) {
        names.synced = namesIn(names, "all");
        names.pending = [];
        return;
      }
      const inode = inodeAt(disk, call.path);
      if (inode === undefined) return;
      inode.synced = content(inode, "all");
      inode.pending = [];
      return;
    }
    case "rename": {
      const inode = inodeAt(disk, call.from);
      if (inode === undefined) return;
      namesOf(disk, call.to)?.pending.push([nameOf(call.to), inode]);
      namesOf(disk, call.from)?.pending.push([nameOf(call.from), null]);
      return;
    }
    case "unlink":
      namesOf(disk, call.path)?.pending.push([nameOf(call.path), null]);
      return;
  }
}

type Choice = ReadonlyMap<Inode | Names, Survival>;

/** All kept, all dropped, and each unsynced item alone kept or dropped. */
function survivals(disk: Disk): { choice: Choice; rest: Survival }[] {
  const loose = [
    ...[...disk.touched].filter(({ pending }) => pending.length > 0),
    ...[...disk.directories.values()].filter(({ pending }) => pending.length > 0),
  ];
  const alone = (thing: Inode | Names, survival: Survival, rest: Survival) => ({
    choice: new Map([[thing, survival]]),
    rest,
  });
  return [
    { choice: new Map(), rest: "all" },
    { choice: new Map(), rest: "none" },
    ...loose.flatMap((thing) => [
      alone(thing, "none", "all"),
      alone(thing, "torn", "all"),
      alone(thing, "all", "none"),
      alone(thing, "torn", "none"),
    ]),
  ];
}

function remains(disk: Disk, home: string, { choice, rest }: { choice: Choice; rest: Survival }): Tree {
  const files = new Map<string, Buffer>();
  const directories: string[] = [];
  const visit = (path: string): void => {
    directories.push(path.slice(home.length + 1));
    const names = disk.directories.get(path);
    if (names === undefined) return;
    for (const [name, thing] of namesIn(names, choice.get(names) ?? rest)) {
      if (thing === "directory") visit(join(path, name));
      // Shared memory never outlives the machine.
      else if (!name.endsWith("-shm"))
        files.set(join(path, name).slice(home.length + 1), content(thing, choice.get(thing) ?? rest));
    }
  };
  const above = disk.directories.get(dirname(home))!;
  if (namesIn(above, choice.get(above) ?? rest).has(nameOf(home))) visit(home);
  return { files, directories };
}

function namesIn({ synced, pending }: Names, survival: Survival): Map<string, Inode | "directory"> {
  const names = new Map(synced);
  const kept = survival === "all" ? pending.length : survival === "none" ? 0 : Math.floor(pending.length / 2);
  for (const [name, to] of pending.slice(0, kept)) {
    if (to === null) names.delete(name);
    else names.set(name, to);
  }
  return names;
}

function content({ synced, pending }: Inode, survival: Survival): Buffer {
  if (survival === "none") return synced;
  let bytes = synced;
  for (const [n, write] of pending.entries()) {
    const isTorn = survival === "torn" && n === pending.length - 1;
    if (write.at === "size") {
      if (!isTorn) bytes = write.bytes;
      continue;
    }
    const part = isTorn ? write.bytes.subarray(0, Math.floor(write.bytes.length / 2)) : write.bytes;
    const at = write.at === "end" ? bytes.length : write.at;
    const next = Buffer.alloc(Math.max(bytes.length, at + part.length));
    bytes.copy(next);
    part.copy(next, at);
    bytes = next;
  }
  return bytes;
}

function inodeAt(disk: Disk, path: string): Inode | undefined {
  const names = namesOf(disk, path);
  const found = names === undefined ? undefined : namesIn(names, "all").get(nameOf(path));
  return found === "directory" ? undefined : found;
}

function namesOf(disk: Disk, path: string): Names | undefined {
  return disk.directories.get(dirname(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
