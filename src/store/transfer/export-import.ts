/** Export and import as plain files: the records byte for byte, and JSON lines for everything else; imports of notes. */
import { existsSync, lstatSync, realpathSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { shortId } from "../../core/base/id.ts";
import type { Project } from "../../core/project/project.ts";
import { acceptanceHash } from "../../core/record/acceptance.ts";
import { readHead, splitFile } from "../../core/record/frontmatter.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { makeDirectory, namesIn, readRegular, readText, replaceFile } from "../files/durable-files.ts";
import { type Home, homeFrom, projectRecords } from "../files/home.ts";
import { type OwnRecord, recordsIn } from "../files/own-records.ts";
import { readProjects, readRegistry, registryText } from "../files/project-registry.ts";
import { decoded, type Folder, ownFolders } from "../files/record-folder.ts";
import { readYamlHead } from "../files/yaml-head.ts";
import { forgottenRows } from "../forget/forgotten-phrases.ts";
import type { WriteStore } from "../write-store.ts";
import { exportLines, importLines } from "./export-lines.ts";

const MANIFEST = "oldhand-export.json";
const LINES_FILE = "state.jsonl";
const READ_LIMIT_BYTES = 1024 * 1024 * 1024;

export type Exported = { readonly directory: string; readonly records: number; readonly lines: number };

export function exportTo(store: WriteStore, directory: string, at: string): Exported {
  if (namesIn(directory).length > 0)
    throw new OldhandError("invalid", `${directory} is not empty. Choose a new or empty directory.`);
  makeDirectory(directory);
  const there = exportHome(directory);
  let records = 0;
  for (const file of exportedRecords(store)) {
    copyRecord(file, store.home, there);
    records += 1;
  }
  const lines = exportLines(store);
  writeLines(join(directory, LINES_FILE), lines);
  writeLines(there.tombstonesFile, store.tombstones.lines());
  if (existsSync(store.home.projectsFile)) replaceFile(there.projectsFile, exportedProjects(store.home.projectsFile));
  replaceFile(join(directory, MANIFEST), `${JSON.stringify({ schemaVersion: 1, exportedAt: at, records })}\n`);
  return { directory, records, lines: lines.length };
}

type Imported = {
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  /** Records that were deleted or dismissed here before: a person has to decide. */
  readonly deletedBefore: readonly MemoryRecord[];
};

export function isExport(directory: string): boolean {
  return existsSync(join(directory, MANIFEST));
}

/** Imports an export unchanged: existing records stay, and records that were deleted here stay deleted. */
export function importFrom(store: WriteStore, path: string): Imported {
  const directory = realpathSync.native(path);
  demandReadable(join(directory, MANIFEST));
  const there = exportHome(directory);
  const mineById = new Map([...recordsIn(ownFolders(store.home))].map((file) => [file.record.id, file]));
  const counts = { imported: 0, duplicates: 0, changed: 0 };
  const deletedBefore: MemoryRecord[] = [];
  const copied: OwnRecord[] = [];
  const isDeleted = (about: { readonly id: string; readonly text: string }): boolean => {
    const { id, text } = store.tombstones.matchNow({ id: about.id, text: about.text });
    return id || (about.text !== "" && text);
  };
  // Tombstones that the export has as well are older than its rows: those were written again since.
  const known = new Set(readLines(there.tombstonesFile));
  const forgotten = forgottenRows(store.tombstones, (line) => !known.has(line));
  // Read before the tombstones of the export are imported: they may match older versions of its own records.
  const files = [...recordsIn(ownFolders(there).map((folder) => ({ ...folder, within: directory })))];
  for (const file of files) {
    const mine = mineById.get(file.record.id);
    if (mine !== undefined) counts[mine.version === file.version ? "duplicates" : "changed"] += 1;
    else if (isDeleted(file.record) || forgotten.holdsPhrase(file.record.text)) deletedBefore.push(file.record);
    else {
      copyRecord(file, there, store.home);
      copied.push(file);
      counts.imported += 1;
    }
  }
  importLines(store, readLines(join(directory, LINES_FILE)), { isDeleted, forgotten });
  confirmImported(store, copied);
  store.tombstones.importLines([...known]);
  for (const project of missingProjects(store, there)) store.registry.put(project);
  const skipped = counts.changed === 0 ? [] : [{ reason: "a different version exists here", count: counts.changed }];
  return { imported: counts.imported, duplicates: counts.duplicates, skipped, deletedBefore };
}

/** A person who imports an export confirms its records; those that the export itself confirms keep their date. */
function confirmImported({ state, accepted, clock }: WriteStore, copied: readonly OwnRecord[]): void {
  state.write(() => {
    for (const { folder, record, version } of copied) {
      const content = { id: record.id, version, hash: acceptanceHash(record) };
      if (!accepted.has(folder, content)) accepted.add(folder, content, clock());
    }
  });
}

/** Everything, sorted, so that two stores can be compared. */
export function canonicalDump(store: WriteStore): string[] {
  const records = exportedRecords(store).map(({ folder, path, version, record }) =>
    JSON.stringify({ kind: "record", folder: folder.key, path, version, ...record }),
  );
  const projects = store.registry.all().map((project) => JSON.stringify({ kind: "project", ...project }));
  const tombstones = store.tombstones.lines().map((line) => `{"kind":"tombstone","line":${line}}`);
  return [...records.sort(), ...projects.sort(), ...exportLines(store), ...tombstones.sort()];
}

/** Without old copies of deleted records, which are ignored everywhere. */
function exportedRecords({ home, tombstones }: WriteStore): OwnRecord[] {
  return [...recordsIn(ownFolders(home))].filter(({ record }) => tombstones.removalOf(record.id) === undefined);
}

function exportHome(directory: string): Home {
  return homeFrom({ oldhandHome: directory });
}

function folderIn(home: Home, { project }: Folder): string {
  return project === undefined ? home.records : projectRecords(home, project);
}

/** Copies the bytes and the time, which dates a record that has no date of its own; never overwrites a file. */
function copyRecord({ folder, path, text, record }: OwnRecord, from: Home, to: Home): void {
  const { mtimeMs } = statSync(join(folderIn(from, folder), path));
  const wanted = join(folderIn(to, folder), path);
  const free = existsSync(wanted) ? wanted.replace(/\.md$/, `-${shortId(record.id)}.md`) : wanted;
  replaceFile(free, text);
  // Half a millisecond more, because a file system may round down.
  const seconds = (Math.floor(mtimeMs) + 0.5) / 1000;
  utimesSync(free, seconds, seconds);
}

/** The file as it is; of a damaged one what can be read, since an export with a damaged file cannot be imported. */
function exportedProjects(file: string): string {
  const contents = readRegistry(file);
  return contents.fault === undefined ? demandText(file) : registryText(contents);
}

function missingProjects(store: WriteStore, there: Home): Project[] {
  const known = new Set(store.registry.all().map(({ id }) => id));
  if (!existsSync(there.projectsFile)) return [];
  // Refuses a link or a pipe, which `readProjects` would follow.
  demandText(there.projectsFile);
  return readProjects(there.projectsFile).filter(({ id }) => !known.has(id));
}

function demandReadable(manifest: string): void {
  const schemaVersion = versionIn(demandText(manifest));
  if (schemaVersion === undefined)
    throw new OldhandError("unreadable", `${manifest} is not the manifest of an oldhand export. Nothing was imported.`);
  if (schemaVersion > 1)
    throw new OldhandError("too-new", `${manifest} was made by a newer oldhand. Nothing was imported. Update oldhand.`);
}

function versionIn(manifest: string): number | undefined {
  try {
    const { schemaVersion } = JSON.parse(manifest) as { schemaVersion?: unknown };
    return typeof schemaVersion === "number" && schemaVersion >= 1 ? schemaVersion : undefined;
  } catch {
    return undefined; // not valid JSON, or null
  }
}

function writeLines(path: string, lines: readonly string[]): void {
  replaceFile(path, lines.map((line) => `${line}\n`).join(""));
}

function readLines(path: string): string[] {
  const text = existsSync(path) ? demandText(path) : "";
  return text.split("\n").filter((line) => line !== "");
}

function demandText(path: string): string {
  const text = readText(path, READ_LIMIT_BYTES);
  if (text === undefined) throw new OldhandError("unreadable", `${path} cannot be read.`);
  return text;
}

type ForeignNote =
  | { readonly outcome: "read"; readonly name: string; readonly statement: ForeignStatement }
  | { readonly outcome: "invalid"; readonly name: string; readonly reason: string };

type ForeignStatement = Pick<MemoryRecord, "text" | "tags" | "aliases" | "keywords">;

const DEEPEST_NOTE = 8;
const NOTE_LIMIT_BYTES = 256 * 1024;

/** Reads Markdown notes of another program, each as one statement; of the frontmatter only the search words are used. */
export function* readForeignNotes(directory: string, depth = DEEPEST_NOTE): Generator<ForeignNote> {
  for (const name of namesIn(directory).filter((entry) => !entry.startsWith("."))) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() && depth > 0) yield* readForeignNotes(path, depth - 1);
    else if (stats?.isFile() && name.endsWith(".md")) {
      const read = statementIn(path);
      yield typeof read === "string" ? { outcome: "invalid", name, reason: read } : { outcome: "read", name, ...read };
    }
  }
}

/** The statement of a note, or why it has no usable one. */
function statementIn(path: string): { readonly statement: ForeignStatement } | string {
  const file = readRegular(path, NOTE_LIMIT_BYTES);
  if (file === undefined || "refused" in file) return file?.refused ?? "it vanished";
  const source = decoded(file.bytes);
  if (source === undefined) return "it is not UTF-8 text";
  const split = splitFile(source);
  if (split.outcome === "invalid") return split.reason;
  const text = split.body.trim();
  if (text === "") return "it holds no statement";
  const plain = readHead(split.head);
  const head = plain.outcome === "needs-yaml" ? readYamlHead(split.head) : plain;
  const list = (key: string): readonly string[] => {
    const value = head.outcome === "read" ? head.entries.find((entry) => entry.key === key)?.value : undefined;
    if (typeof value === "string") return value === "" ? [] : value.split(",").map((item) => item.trim());
    return value ?? [];
  };
  return { statement: { text, tags: list("tags"), aliases: list("aliases"), keywords: list("keywords") } };
}
