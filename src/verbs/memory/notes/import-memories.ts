/** Imports memories of other programs: suggests each note in its project. */
import type { Note } from "../../../capture/memories/note.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { type Skipped, tally } from "../../../core/event/admit.ts";
import type { MemoryRecord, ProjectId, Scope } from "../../../core/record/record.ts";
import { carriesMarker } from "../../../core/text/marker.ts";
import { isDirectory } from "../../../store/files/durable-files.ts";
import { type CallContext, ensureRegistered } from "../../call/call-context.ts";
import { inProjectOf } from "../../call/open-for-writing.ts";
import { projectAt } from "../../history/take-in-commands.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "../../record/kept/admit.ts";
import { type Checked, checkStatement } from "../../record/kept/check-statement.ts";
import {
  type FoundFile,
  findNotes,
  type MemoriesAsk,
  NO_PROJECT,
  type NotePlace,
  UNKNOWN_PROJECT,
} from "./find-notes.ts";

type ImportedMemories = {
  /** The number of new suggestions. */
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly Skipped[];
  readonly files: number;
};

/** The project of a note, or everywhere. */
type Target = ProjectId | typeof NO_PROJECT;

const MOST_AT_ONCE = 1000;

export async function importMemories(call: CallContext, ask: MemoriesAsk = {}): Promise<ImportedMemories> {
  const counts = { imported: 0, duplicates: 0 };
  const skips = tally();
  const suggested = (await call.store.suggestions.list()).map(({ record }) => record);
  const { files, notes } = findNotes(call, ask, skips.add);
  const targets = targetFinder(call);
  const groups = new Map<string, { readonly target: Target; readonly file: FoundFile; readonly notes: Note[] }>();
  for (const { note, place, file } of notes) {
    const target = targets(place);
    if (target === undefined) {
      skips.add(UNKNOWN_PROJECT);
      continue;
    }
    const key = `${target} ${file.name}`;
    const group = groups.get(key) ?? { target, file, notes: [] };
    groups.set(key, group);
    group.notes.push(note);
  }
  for (const { target, file, notes: own } of groups.values()) {
    if (target === call.project?.id) ensureRegistered(call);
    await inProjectOf(call, target === NO_PROJECT ? undefined : target, async (there) => {
      const suggest = suggesterFor(there, { file, target, suggested });
      for (const note of own) {
        const done = counts.imported < MOST_AT_ONCE ? await suggest(note) : FULL;
        if (done === "imported" || done === "duplicates") counts[done] += 1;
        else skips.add(done);
      }
    });
  }
  return { ...counts, skipped: skips.list(), files };
}

const FULL = `over ${MOST_AT_ONCE} at once: accept or dismiss some and run this again`;

/** Undefined if the directory of the note no longer exists. Each directory is looked up once. */
function targetFinder(call: CallContext): (place: NotePlace) => Target | undefined {
  const known = new Map<string, Target | undefined>();
  return (place) => {
    if (place === NO_PROJECT) return NO_PROJECT;
    if ("project" in place) return place.project;
    if (!known.has(place.directory)) known.set(place.directory, openProjectAt(call, place.directory));
    return known.get(place.directory);
  };
}

function openProjectAt(call: CallContext, directory: string): Target | undefined {
  const project = projectAt(call, directory);
  const row = call.store.registry.all().find(({ id }) => id === project);
  return row?.paths.some(isDirectory) ? row.id : undefined;
}

type Import = {
  readonly file: FoundFile;
  readonly target: Target;
  /** Everything suggested before, whatever was decided; new suggestions are added. */
  readonly suggested: MemoryRecord[];
};

/** Suggests a note, and returns "imported", "duplicates", or why it was skipped. */
function suggesterFor(call: CallContext, { file, target, suggested }: Import): (note: Note) => Promise<string> {
  const { source } = file;
  // The repository's own instructions need no record.
  const instructions = target === NO_PROJECT || source.name === "instructions" ? "" : instructionsOf(call);
  const speaker = { origin: "imported", trust: source.trust, source: file.label } as const;
  return async (note) => {
    if (carriesMarker(note.text)) return "injected by oldhand";
    const check = checkedNote(note, target === NO_PROJECT ? "global" : "project", call);
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

type StatedNote = Omit<Note, "scope" | "cwd" | "project"> & { readonly scope: Scope };

/** The note as a statement with screened fields, or why it cannot be one. */
function checkedNote(
  { cwd: _, project: __, ...note }: Note,
  scope: Scope,
  call: Pick<CallContext, "config">,
): Checked<StatedNote> {
  try {
    const check = checkStatement<StatedNote>({ ...note, scope }, call);
    return check.outcome === "ok" ? check : { outcome: "refused", reason: "contains a secret" };
  } catch (error) {
    // One unusable note must not stop the import.
    if (!(error instanceof OldhandError) || error.code !== "invalid") throw error;
    return { outcome: "refused", reason: "not a usable statement" };
  }
}
