// The rules for file length, names and layout.
import { basename, dirname } from "node:path/posix";
import { codeOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

const longestFile = 300;
const fullestRoom = 12;
/** Folders that may hold more files, each with the reason. */
const siblingFolders: Readonly<Record<string, string>> = {
  "src/agents": "one agent per file",
  "src/faces/cli/commands": "one command of the command line per file",
  "src/faces/cli/table": "one part of the table of commands per file",
  "src/capture/memories": "one importer per file",
  "src/capture/shells/init": "one part of a shell's start-up script per file",
  "src/verbs/record": "one verb of a noun per file",
  "src/plan/risk/rules": "one table of risk rules per file",
  "src/store/migrations": "one migration per file",
  "src/store/rows": "one table of the database per file",
};
const emptyNames = /(?:^|[-.])(?:utils?|helpers?|managers?|services?|handlers?|common|misc)(?:[-.]|$)/;

export function misshapen(files: SourceFile[]): string[] {
  return [...files.flatMap((file) => shapeOf(file)), ...crowdedRooms(files)];
}

function shapeOf({ path, text }: SourceFile): string[] {
  const faults: string[] = [];
  const lines = text.trimEnd().split("\n").length;
  if (/^(?:src|web|team-server\/src)\//.test(path)) {
    if (lines > longestFile) faults.push(`${path} has ${lines} lines: split it, the limit is ${longestFile}`);
    if (/^\s*export default\b|\bas default\b/m.test(codeOf(text)))
      faults.push(`${path} has a default export: give it its name`);
  }
  for (const part of path.split("/")) {
    if (emptyNames.test(part)) faults.push(`${path}: ${part} says nothing; name it for the thing or the verb`);
  }
  if (/\b(?:TODO|FIXME|XXX)\b/.test(text)) faults.push(`${path} leaves something to do: do it, or write an issue`);
  if (
    /^(?:team-server\/)?test\//.test(path) &&
    /\b(?:test|it|describe|suite|t)\s*\.(?:skip|only|todo)\(/.test(codeOf(text))
  ) {
    faults.push(`${path} skips tests or runs only some: a test that does not run proves nothing`);
  }
  if (
    /^(?:team-server\/)?test\/(?!e2e\/|faults\/)/.test(path) &&
    /^(?:before|beforeEach|afterEach)\(/m.test(codeOf(text))
  ) {
    faults.push(
      `${path} has a hook outside of describe(): quick tests share a process, so it would run for all of them`,
    );
  }
  return faults;
}

function crowdedRooms(files: SourceFile[]): string[] {
  const rooms = new Map<string, string[]>();
  for (const { path } of files) {
    if (!/^(?:team-server\/)?src\//.test(path) || Object.hasOwn(siblingFolders, dirname(path))) continue;
    rooms.set(dirname(path), [...(rooms.get(dirname(path)) ?? []), basename(path)]);
  }
  return [...rooms]
    .filter(([, names]) => names.length > fullestRoom)
    .map(([room, names]) => `${room} holds ${names.length} files, more than ${fullestRoom}: ${names.join(", ")}`);
}
