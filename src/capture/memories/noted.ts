/** What another program's memory says, one statement at a time, as far as its format tells. */
import type { RecordType, Scope } from "../../core/record/record.ts";

export type Noted = {
  readonly text: string;
  readonly type?: RecordType;
  readonly key?: string;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly aliases?: readonly string[];
  /** Where the note itself says that it holds everywhere. */
  readonly scope?: Extract<Scope, "global">;
  /** The directory that it is about. */
  readonly cwd?: string;
};

export type Notes = {
  readonly notes: readonly Noted[];
  /** A reason for each thing that was left out. */
  readonly skipped: readonly string[];
};

/** The path tells which of a program's files it is. */
export type ReadNotes = (text: string, file: string) => Notes;

/** Longer texts are documents: one statement has no need of so much. */
const LONGEST_CHARS = 4000;
const SHORTEST_CHARS = 8;

/** Sorts out what cannot be one statement. */
export function notesFrom(all: readonly Noted[]): Notes {
  const flaw = ({ text }: Noted): string | undefined => {
    if (text.length > LONGEST_CHARS) return "too long for one statement";
    return text.length < SHORTEST_CHARS || !/\s/.test(text) ? "too short for a statement" : undefined;
  };
  const notes = all.filter((note) => flaw(note) === undefined).map(bounded);
  return { notes, skipped: all.flatMap((note) => flaw(note) ?? []) };
}

const MOST_MARKS = 20;
const LONGEST_MARK = 200;

/** Marks come from files that anybody may have written. */
function bounded({ key, ...note }: Noted): Noted {
  const few = (marks: readonly string[] = []): readonly string[] =>
    marks.filter((mark) => mark.length <= LONGEST_MARK).slice(0, MOST_MARKS);
  return {
    ...note,
    ...(key !== undefined && key.length <= LONGEST_MARK && { key }),
    tags: few(note.tags),
    paths: few(note.paths),
    aliases: few(note.aliases),
  };
}
