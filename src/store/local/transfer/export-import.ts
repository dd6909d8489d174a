/** Export and import as plain files: the records byte for byte, and lines of JSON for everything beside them. */
import { existsSync, realpathSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { OldhandError } from "../../../core/base/error.ts";
import { shortId } from "../../../core/base/id.ts";
import type { Project } from "../../../core/project/project.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { makeDirectory, namesIn, readRegular, replaceFile } from "../files/durable-files.ts";
import { type Home, homeFrom } from "../files/home.ts";
import { readProjects } from "../files/project-registry.ts";
import type { Folder } from "../files/record-folder.ts";
import type { WriteStore } from "../write-store.ts";
import { allFolders, type RecordFile, recordsIn } from "./all-folders.ts";
import { exportLines, importLines } from "./export-lines.ts";

const MANIFEST = "oldhand-export.json";
const LINES_FILE = "state.jsonl";
const READ_LIMIT_BYTES = 1024 * 1024 * 1024;

export type Exported = { readonly directory: string; readonly records: number; readonly lines: number };

export function exportTo(store: WriteStore, directory: string, at: string): Exported {
  if (namesIn(directory).length > 0)
    throw new OldhandError("invalid", `${directory} is not empty. Give a new directory.`);
  makeDirectory(directory);
  const there = exportHome(directory);
  let records = 0;
  for (const file of recordsIn(allFolders(store.home))) {
    copyRecord(file, store.home, there);
    records += 1;
  }
  const lines = exportLines(store);
  writeLines(join(directory, LINES_FILE), lines);
  writeLines(there.tombstonesFile, store.tombstones.lines());
  if (existsSync(store.home.projectsFile)) replaceFile(there.projectsFile, projectsText(store));
  replaceFile(join(directory, MANIFEST), `${JSON.stringify({ schemaVersion: 1, exportedAt: at, records })}\n`);
  return { directory, records, lines: lines.length };
}

export type Imported = {
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  /** Records that were deleted or dismissed here before: they wait for a person. */
  readonly buried: readonly MemoryRecord[];
};

export function isExport(directory: string): boolean {
  return existsSync(join(directory, MANIFEST));
}

/** Takes an export of one's own in, as it was: what is here already stays, what was buried here stays buried. */
export function importFrom(store: WriteStore, path: string): Imported {
  const directory = realpathSync.native(path);
  demandReadable(join(directory, MANIFEST));
  const there = exportHome(directory);
  const known = new Map([...recordsIn(allFolders(store.home))].map((file) => [file.record.id, file]));
  const counts = { imported: 0, duplicates: 0, changed: 0 };
  const buried: MemoryRecord[] = [];
  // Before the tombstones of the export are taken over: they may bury older versions of what it holds.
  const files = [...recordsIn(allFolders(there).map((folder) => ({ ...folder, within: directory })))];
  for (const file of files) {
    const mine = known.get(file.record.id);
    if (mine !== undefined) counts[mine.version === file.version ? "duplicates" : "changed"] += 1;
    else if (isBuried(store, file)) buried.push(file.record);
    else {
      copyRecord(file, there, store.home);
      counts.imported += 1;
    }
  }
  const isGone = (about: { id: string; text: string }): boolean => {
    const { id, text } = store.tombstones.matchNow(about);
    return id || (about.text !== "" && text);
  };
  importLines(store, readLines(join(directory, LINES_FILE)), isGone);
  store.tombstones.takeOver(readLines(there.tombstonesFile));
  for (const project of missingProjects(store, there)) store.registry.put(project);
  const skipped = counts.changed === 0 ? [] : [{ reason: "another version is here", count: counts.changed }];
  return { imported: counts.imported, duplicates: counts.duplicates, skipped, buried };
}

/** Everything, sorted, in a form that two stores can be compared by. */
export function canonicalDump(store: WriteStore): string[] {
  const records = [...recordsIn(allFolders(store.home))].map(({ folder, path, version, record }) =>
    JSON.stringify({ kind: "record", folder: folder.key, path, version, ...record }),
  );
  const projects = store.registry.all().map((project) => JSON.stringify({ kind: "project", ...project }));
  const tombstones = store.tombstones.lines().map((line) => `{"kind":"tombstone","line":${line}}`);
  return [...records.sort(), ...projects.sort(), ...exportLines(store), ...tombstones.sort()];
}

function exportHome(directory: string): Home {
  return homeFrom({ oldhandHome: directory });
}

function folderIn(home: Home, folder: Folder): string {
  return folder.project === undefined ? home.records : join(home.projects, folder.project, "records");
}

/** The same bytes and the same time, which tells when a record without a date was made; never in the place of another. */
function copyRecord({ folder, path, text, record }: RecordFile, from: Home, to: Home): void {
  const { mtimeMs } = statSync(join(folderIn(from, folder), path));
  const wanted = join(folderIn(to, folder), path);
  const free = existsSync(wanted) ? wanted.replace(/\.md$/, `-${shortId(record.id)}.md`) : wanted;
  replaceFile(free, text);
  // Half a millisecond more, since a file system may round what it is given down.
  const seconds = (Math.floor(mtimeMs) + 0.5) / 1000;
  utimesSync(free, seconds, seconds);
}

function isBuried({ tombstones }: WriteStore, { record }: RecordFile): boolean {
  const { id, text } = tombstones.matchNow({ id: record.id, text: record.text });
  return id || text;
}

function missingProjects(store: WriteStore, there: Home): Project[] {
  const known = new Set(store.registry.all().map(({ id }) => id));
  if (!existsSync(there.projectsFile)) return [];
  // Refuses a link or a pipe, which the registry's own reader would follow.
  readText(there.projectsFile);
  return readProjects(there.projectsFile).filter(({ id }) => !known.has(id));
}

function projectsText(store: WriteStore): string {
  return readText(store.home.projectsFile);
}

function demandReadable(manifest: string): void {
  const schemaVersion = versionIn(readText(manifest));
  if (schemaVersion === undefined)
    throw new OldhandError("unreadable", `${manifest} is not the manifest of an export. Nothing was imported.`);
  if (schemaVersion > 1)
    throw new OldhandError("too-new", `${manifest} was made by a newer oldhand. Update oldhand; nothing was imported.`);
}

function versionIn(manifest: string): number | undefined {
  try {
    const { schemaVersion } = JSON.parse(manifest) as { schemaVersion?: unknown };
    return typeof schemaVersion === "number" && schemaVersion >= 1 ? schemaVersion : undefined;
  } catch {
    return undefined; // no JSON, or null
  }
}

function writeLines(path: string, lines: readonly string[]): void {
  replaceFile(path, lines.map((line) => `${line}\n`).join(""));
}

function readLines(path: string): string[] {
  return existsSync(path)
    ? readText(path)
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

function readText(path: string): string {
  const file = readRegular(path, READ_LIMIT_BYTES);
  if (file === undefined || "refused" in file)
    throw new OldhandError("unreadable", `${path} cannot be read${file === undefined ? "" : `: ${file.refused}`}.`);
  return file.bytes.toString("utf8");
}
