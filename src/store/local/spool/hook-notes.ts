/** The notes that hooks leave in the spool: appended one line at a time, set aside, and taken in by the next command. */
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { randomBytes, toHex } from "../../../core/base/hash.ts";
import { type Note, noteLine, readNote } from "../../../core/session/note.ts";
import { makeDirectory, namesIn, readRegular, removeFile, renameFile, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";

const NAME = "notes.jsonl";
const SET_ASIDE = /^notes\.jsonl\.[0-9a-f]{12}$/;
/** A hook that nobody ever takes in from stops at this. */
const LARGEST_BYTES = 16 * 1024 * 1024;

export function isNotesFile(name: string): boolean {
  return name === NAME || SET_ASIDE.test(name);
}

export function appendNote(home: Home, note: Note): void {
  makeDirectory(home.spool);
  const path = join(home.spool, NAME);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_BYTES) appendFileSync(path, noteLine(note), { mode: 0o600 });
}

export function hasNotes(home: Home): boolean {
  return namesIn(home.spool).some(isNotesFile);
}

/** What became of a note: `later` leaves it and all after it where they are, `not ours` to the process that has them now. */
export type NoteOutcome = "taken" | "later" | "not ours";

/** Each file goes once its notes are taken: a crash repeats some, and what they say is known by then. */
export async function takeNotes(home: Home, take: (note: Note) => Promise<NoteOutcome>): Promise<number> {
  if (namesIn(home.spool).includes(NAME))
    renameFile(join(home.spool, NAME), join(home.spool, `${NAME}.${toHex(randomBytes(6))}`));
  let taken = 0;
  for (const name of namesIn(home.spool).filter((one) => SET_ASIDE.test(one))) {
    const path = join(home.spool, name);
    let done = 0;
    // Looked at again before it goes: a hook that had opened the file before it was set aside writes to it now.
    for (let lines = linesOf(path); lines.length > 0; lines = linesOf(path).slice(done)) {
      for (const line of lines) {
        const note = readNote(line);
        const became = note === undefined ? "taken" : await take(note);
        if (became === "later") replaceFile(path, asText(linesOf(path).slice(done)));
        if (became !== "taken") return taken;
        done += 1;
        if (note !== undefined) taken += 1;
      }
    }
    removeFile(path);
  }
  return taken;
}

/** Takes out every note that the test finds. */
export function scrubNotes(home: Home, isAbout: (line: string) => boolean): number {
  let gone = 0;
  for (const name of namesIn(home.spool).filter(isNotesFile)) {
    const path = join(home.spool, name);
    const lines = linesOf(path);
    const kept = lines.filter((line) => !isAbout(line));
    if (kept.length === lines.length) continue;
    gone += lines.length - kept.length;
    replaceFile(path, asText(kept));
  }
  return gone;
}

function linesOf(path: string): string[] {
  const file = readRegular(path, 2 * LARGEST_BYTES);
  if (file === undefined || "refused" in file) return [];
  return file.bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function asText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
