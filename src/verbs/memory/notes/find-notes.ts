/** Finds the memories of other programs: their files and databases, the notes in them, and the place of each note. */
import { resolve } from "node:path";
import { type Note, type Notes, type NoteTable, notesInTable } from "../../../capture/memories/note.ts";
import { MEMORY_SOURCES, type MemorySource, memoryFiles } from "../../../capture/memories/sources.ts";
import { beginningOf, readPlainFile } from "../../../capture/source-files.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { ProjectId, Scope } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { openForeignTable } from "../../../store/foreign/foreign-databases.ts";
import { repoAt } from "../../../system/project/repo.ts";
import { type CallContext, demandProject } from "../../call/call-context.ts";

export type MemoriesAsk = {
  /** Default: all sources on this machine, except the repository's instructions. */
  readonly source?: string;
  /** A file or a directory of that source. */
  readonly file?: string;
  /** Overrides the scope of the notes. */
  readonly scope?: Scope;
  readonly progress?: (text: string) => void;
};

export const NO_PROJECT = "everywhere";

/** A project by its id, or by a directory that may not be known yet. */
export type NotePlace = typeof NO_PROJECT | { readonly project: ProjectId } | { readonly directory: string };

export type FoundFile = {
  readonly source: MemorySource;
  readonly name: string;
  /** Enough to find the file again, without this machine's directories. */
  readonly label: string;
  readonly text?: string;
};

type PlacedNote = { readonly note: Note; readonly place: NotePlace; readonly file: FoundFile };

type FoundNotes = { readonly files: number; readonly notes: Iterable<PlacedNote> };

const MOST_FILES = 2000;

/** The notes are read one file after another. `skip` is told why something is left out. */
export function findNotes(call: CallContext, ask: MemoriesAsk, skip: (reason: string) => void): FoundNotes {
  const files = filesFor(call, ask);
  if (files.length > MOST_FILES) skip(`over ${MOST_FILES} files: name a smaller folder with --file`);
  return { files: files.length, notes: placedNotes(call, ask, { files: files.slice(0, MOST_FILES), skip }) };
}

type Reading = { readonly files: readonly FoundFile[]; readonly skip: (reason: string) => void };

function* placedNotes(call: CallContext, ask: MemoriesAsk, { files, skip }: Reading): Generator<PlacedNote> {
  const paths = [call.project?.root, ...call.store.registry.all().flatMap((row) => row.paths)];
  const known = paths.filter((path) => path !== undefined);
  for (const file of files) {
    ask.progress?.(`Reading ${file.name}`);
    const { notes, skipped } = notesIn(file);
    for (const reason of skipped) skip(reason);
    for (const note of notes) {
      const place = placeOf(call, note, { file, ask, known });
      if (place === undefined) skip(UNKNOWN_PROJECT);
      else yield { note, place, file };
    }
  }
}

export const UNKNOWN_PROJECT = "memory of an unknown project";

function filesFor(call: CallContext, { source: named, file }: MemoriesAsk): FoundFile[] {
  const { variables, cwd } = call.env;
  const names = MEMORY_SOURCES.map(({ name }) => name).join(", ");
  const source = MEMORY_SOURCES.find(({ name }) => name === named);
  if (named !== undefined && source === undefined)
    throw new OldhandError("usage", `Unknown source ${named}. Choose one of ${names}.`);
  if (file !== undefined) {
    if (source === undefined)
      throw new OldhandError(
        "usage",
        `--file needs a source, such as: oldhand memory import codex --file F (${names}).`,
      );
    const path = resolve(cwd ?? "/", file);
    const found = memoryFiles(source, path);
    if (found.length === 0) throw new OldhandError("not-found", `No files of ${source.label} found at ${path}.`);
    return found.map((name) => foundFile(source, name));
  }
  if (source?.name === "instructions") {
    const files = repoAt(demandProject(call).root).instructions();
    return files.map(({ path, text }) => ({ ...foundFile(source, path), text }));
  }
  return (source === undefined ? MEMORY_SOURCES : [source]).flatMap((one) => {
    const places = one.places(variables);
    const found = new Set(places.flatMap((place) => memoryFiles(one, place)));
    return [...found].map((name) => foundFile(one, name));
  });
}

function foundFile(source: MemorySource, name: string): FoundFile {
  return { source, name, label: screen(`${source.name}:${name.split("/").slice(-2).join("/")}`).text };
}

const LONGEST_FILE_BYTES = 4 * 1024 * 1024;

function notesIn({ source, name, text }: FoundFile): Notes {
  if (typeof source.read !== "function") return notesInDatabase(name, source.label, source.read);
  const read = text === undefined ? readPlainFile(name, LONGEST_FILE_BYTES) : { outcome: "read" as const, text };
  return read.outcome === "skipped" ? { notes: [], skipped: [read.reason] } : source.read(read.text, name);
}

/** The first bytes of every SQLite database. */
const SQLITE = "SQLite format 3\0";

function notesInDatabase(file: string, program: string, tables: readonly NoteTable[]): Notes {
  if (beginningOf(file, SQLITE.length) !== SQLITE) return { notes: [], skipped: ["a file that is not a database"] };
  const parts = tables.map((table) => notesInOne(file, program, table));
  return { notes: parts.flatMap(({ notes }) => notes), skipped: parts.flatMap(({ skipped }) => skipped) };
}

function notesInOne(file: string, program: string, table: NoteTable): Notes {
  try {
    const open = openForeignTable(file, { program, table: table.table, orderBy: "rowid" });
    try {
      return notesInTable(table, open);
    } finally {
      open.close();
    }
  } catch (error) {
    // A damaged database must not stop the import of the others.
    return { notes: [], skipped: [`a database that cannot be read: ${reasonOf(error)}`] };
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof OldhandError && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

type Placing = {
  readonly file: FoundFile;
  readonly ask: MemoriesAsk;
  /** The directories of all known projects. */
  readonly known: readonly string[];
};

/** Undefined if the project of the note is unknown. */
function placeOf(
  call: CallContext,
  { scope, cwd, project }: Note,
  { file: { source, name }, ask, known }: Placing,
): NotePlace | undefined {
  if (ask.scope === "project") return { project: demandProject(call).id };
  if (scope === "global" || ask.scope === "global") return NO_PROJECT;
  if (cwd !== undefined) return { directory: cwd };
  const directory = source.directoryOf?.({ file: name, project, known });
  if (directory !== undefined) return { directory };
  if (source.defaultPlace === "everywhere") return NO_PROJECT;
  const isHere = source.defaultPlace === "this project" || (ask.file !== undefined && project === undefined);
  if (!isHere) return undefined;
  return call.project === undefined ? NO_PROJECT : { project: call.project.id };
}
