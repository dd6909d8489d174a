/** Imports memories of other programs: finds their files and suggests each note in its project. */
import { resolve } from "node:path";
import type { Note } from "../../capture/memories/note.ts";
import { claudeDirectoryOf, MEMORY_SOURCES, type MemorySource, memoryFiles } from "../../capture/memories/sources.ts";
import { readPlainFile } from "../../capture/source-files.ts";
import { type CallContext, demandProject, ensureRegistered } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import { type Skipped, tally } from "../../core/event/admit.ts";
import type { MemoryRecord, ProjectId, Scope } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { repoAt } from "../../project/repo.ts";
import { isDirectory } from "../../store/local/files/durable-files.ts";
import { projectAt } from "../history/take-in-commands.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "./admit.ts";
import { type Checked, checkStatement } from "./check-statement.ts";

export type MemoriesAsk = {
  /** Default: all sources on this machine, except the repository's instructions. */
  readonly source?: string;
  /** A file or a directory of that source. */
  readonly file?: string;
  /** Overrides the scope of the notes. */
  readonly scope?: Scope;
  readonly progress?: (text: string) => void;
};

type ImportedMemories = {
  /** The number of new suggestions. */
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly Skipped[];
  readonly files: number;
};

const EVERYWHERE = "everywhere";
type NotePlace = ProjectId | typeof EVERYWHERE;

const LONGEST_FILE_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 2000;
const MOST_AT_ONCE = 1000;

export async function importMemories(call: CallContext, ask: MemoriesAsk = {}): Promise<ImportedMemories> {
  const counts = { imported: 0, duplicates: 0 };
  const skips = tally();
  const suggested = (await call.store.suggestions.list()).map(({ record }) => record);
  const files = filesFor(call, ask);
  if (files.length > MOST_FILES) skips.add(`over ${MOST_FILES} files: name a smaller folder with --file`);
  for (const file of files.slice(0, MOST_FILES)) {
    for (const [place, notes] of notesByPlace(call, ask, { file, skip: skips.add })) {
      if (place === call.project?.id) ensureRegistered(call);
      await inProjectOf(call, place === EVERYWHERE ? undefined : place, async (there) => {
        const suggest = suggesterFor(there, { ...file, place, suggested });
        for (const note of notes) {
          const done = counts.imported < MOST_AT_ONCE ? await suggest(note) : FULL;
          if (done === "imported" || done === "duplicates") counts[done] += 1;
          else skips.add(done);
        }
      });
    }
  }
  return { ...counts, skipped: skips.list(), files: files.length };
}

const FULL = `over ${MOST_AT_ONCE} at once: accept or dismiss some and run this again`;

type FoundFile = { readonly source: MemorySource; readonly name: string; readonly text?: string };

function filesFor(call: CallContext, { source: named, file }: MemoriesAsk): FoundFile[] {
  const { variables, cwd } = call.env;
  const names = MEMORY_SOURCES.map(({ name }) => name).join(", ");
  const source = MEMORY_SOURCES.find(({ name }) => name === named);
  if (named !== undefined && source === undefined)
    throw new OldhandError("usage", `Unknown source ${named}. Choose one of ${names}.`);
  if (file !== undefined) {
    if (source === undefined)
      throw new OldhandError("usage", `--file needs a source: \`oldhand memory import SOURCE --file F\` (${names}).`);
    const path = resolve(cwd ?? "/", file);
    const found = memoryFiles(source, path);
    if (found.length === 0) throw new OldhandError("not-found", `No files of ${source.label} found at ${path}.`);
    return found.map((name) => ({ source, name }));
  }
  if (source?.name === "instructions") {
    const files = repoAt(demandProject(call).root).instructions();
    return files.map(({ path, text }) => ({ source, name: path, text }));
  }
  return (source === undefined ? MEMORY_SOURCES : [source]).flatMap((one) => {
    const found = new Set(one.places(variables).flatMap((place) => memoryFiles(one, place)));
    return [...found].map((name) => ({ source: one, name }));
  });
}

function notesByPlace(
  call: CallContext,
  ask: MemoriesAsk,
  { file, skip }: { readonly file: FoundFile; readonly skip: (reason: string) => void },
): Map<NotePlace, Note[]> {
  const { source, name, text } = file;
  const byPlace = new Map<NotePlace, Note[]>();
  const read = text === undefined ? readPlainFile(name, LONGEST_FILE_BYTES) : { outcome: "read" as const, text };
  if (read.outcome === "skipped") {
    skip(read.reason);
    return byPlace;
  }
  ask.progress?.(`Reading ${name}`);
  const { notes, skipped } = source.read(read.text, name);
  for (const reason of skipped) skip(reason);
  const places = new Map<string, NotePlace | undefined>();
  for (const note of notes) {
    const key = `${note.scope ?? ""} ${note.cwd ?? ""}`;
    if (!places.has(key)) places.set(key, placeOf(call, note, { file, ask }));
    const place = places.get(key);
    if (place === undefined) skip("memory of an unknown project");
    else if (byPlace.get(place)?.push(note) === undefined) byPlace.set(place, [note]);
  }
  return byPlace;
}

/** Undefined if the project of the note is unknown, or its directory no longer exists. */
function placeOf(
  call: CallContext,
  { scope, cwd }: Note,
  { file: { source, name }, ask }: { readonly file: FoundFile; readonly ask: MemoriesAsk },
): NotePlace | undefined {
  if (ask.scope === "project") return demandProject(call).id;
  if (scope === "global" || ask.scope === "global") return EVERYWHERE;
  if (cwd !== undefined) return openProjectAt(call, cwd);
  if (source.defaultPlace === "everywhere") return EVERYWHERE;
  if (source.defaultPlace === "this project" || ask.file !== undefined) return call.project?.id ?? EVERYWHERE;
  const known = [call.project?.root, ...call.store.registry.all().flatMap(({ paths }) => paths)];
  const directory = claudeDirectoryOf(
    name,
    known.filter((path) => path !== undefined),
  );
  return directory === undefined ? undefined : openProjectAt(call, directory);
}

function openProjectAt(call: CallContext, directory: string): NotePlace | undefined {
  const project = projectAt(call, directory);
  const row = call.store.registry.all().find(({ id }) => id === project);
  return row?.paths.some(isDirectory) ? row.id : undefined;
}

type Import = FoundFile & {
  readonly place: NotePlace;
  /** Everything suggested before, whatever was decided; new suggestions are added. */
  readonly suggested: MemoryRecord[];
};

/** Suggests a note, and returns "imported", "duplicates", or why it was skipped. */
function suggesterFor(call: CallContext, { source, name, place, suggested }: Import): (note: Note) => Promise<string> {
  // The repository's own instructions need no record.
  const instructions = place === EVERYWHERE || source.trust === "repo" ? "" : instructionsOf(call);
  const speaker = {
    origin: "imported",
    trust: source.trust,
    source: screen(`${source.name}:${shortName(name)}`).text,
  } as const;
  return async (note) => {
    if (carriesMarker(note.text)) return "injected by oldhand";
    const check = checkedNote(note, place, call);
    if (check.outcome === "refused") return check.reason;
    const made = candidateFrom(call, check.statement, speaker);
    const done = await admit(call, made, {
      askFirst: `It is in ${source.label}.`,
      learned: { instructions, suggested },
    });
    if (done.outcome === "proposed") suggested.push(made.record);
    return done.known === undefined ? (done.outcome === "proposed" ? "imported" : done.outcome) : SKIPPED[done.known];
  };
}

const SKIPPED: Readonly<Record<NonNullable<Remembered["known"]>, string>> = {
  kept: "duplicates",
  suggested: "duplicates",
  replaced: "duplicates",
  deleted: "deleted or dismissed before",
  instructions: "already in the repository's instructions",
};

type StatedNote = Omit<Note, "scope" | "cwd"> & { readonly scope: Scope };

function checkedNote({ cwd: _, ...note }: Note, place: NotePlace, call: CallContext): Checked<StatedNote> {
  try {
    const check = checkStatement<StatedNote>({ ...note, scope: place === EVERYWHERE ? "global" : "project" }, call);
    return check.outcome === "ok" ? check : { outcome: "refused", reason: "contains a secret" };
  } catch (error) {
    // One unusable note must not stop the import.
    if (!(error instanceof OldhandError) || error.code !== "invalid") throw error;
    return { outcome: "refused", reason: "not a usable statement" };
  }
}

/** Enough to find the file again, without this machine's directories. */
function shortName(path: string): string {
  return path.split("/").slice(-2).join("/");
}
