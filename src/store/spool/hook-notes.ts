/** The notes that hooks append to the spool, one line each; the next command moves the file aside and reads it. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../core/base/clock.ts";
import { randomBytes, toHex } from "../../core/base/hash.ts";
import { noteLine, readNote, type SessionNote } from "../../core/session/session.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { appendText } from "../files/append-file.ts";
import { makeDirectory, namesIn, readTextIfAny, removeFile, renameFile, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";

const NAME = "notes.jsonl";
const SET_ASIDE = /^notes\.jsonl\.[0-9a-f]{12}$/;
/** If no command ever reads the notes, hooks stop writing at this size. */
const LARGEST_BYTES = 16 * 1024 * 1024;

export function isNotesFile(name: string): boolean {
  return name === NAME || SET_ASIDE.test(name);
}

export function appendNote(home: Home, note: SessionNote): void {
  makeDirectory(home.spool);
  const path = join(home.spool, NAME);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_BYTES) appendText(path, noteLine(note));
}

export function hasNotes(home: Home): boolean {
  return namesIn(home.spool).some(isNotesFile);
}

/** The notes that no command has taken yet, in order; they stay where they are. */
export function pendingNotes(home: Home): SessionNote[] {
  const files = namesIn(home.spool).filter(isNotesFile).toSorted().toReversed();
  return files
    .flatMap((name) => noteLines(join(home.spool, name)))
    .flatMap((line) => readNote(line) ?? [])
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** `later` keeps this note and all after it for another time; `not ours` means that another process has them now. */
type NoteOutcome = "taken" | "later" | "not ours";

type Lock = {
  /** Extends it; false if it had expired and another process took it. */
  renew(): boolean;
  release(): void;
};

const LOCK = "lock hook-notes";
const LOCK_MS = 2000;

/** Only one process takes notes at a time; the lock expires if its holder dies. Undefined if another process has it. */
export function lockNotes(state: Database, clock: Clock): Lock | undefined {
  const token = toHex(state.random(8));
  const take = (): boolean =>
    state.write(() => {
      const [holder, untilMs] = (getMeta(state, LOCK) ?? "").split(" ");
      const leftMs = Number(untilMs ?? 0) - clock();
      // If the clock was set back, the lock would otherwise last for a long time.
      if (holder !== token && leftMs > 0 && leftMs <= LOCK_MS) return false;
      setMeta(state, LOCK, `${token} ${clock() + LOCK_MS}`);
      return true;
    });
  if (!take()) return undefined;
  return {
    renew: take,
    release: () =>
      state.write(() => {
        if (getMeta(state, LOCK)?.startsWith(token)) setMeta(state, LOCK, "");
      }),
  };
}

/** A file is deleted after its notes were taken: after a crash some are taken twice, which changes nothing. */
export async function takeNotes(home: Home, take: (note: SessionNote) => Promise<NoteOutcome>): Promise<number> {
  if (namesIn(home.spool).includes(NAME))
    renameFile(join(home.spool, NAME), join(home.spool, `${NAME}.${toHex(randomBytes(6))}`));
  let taken = 0;
  for (const name of namesIn(home.spool).filter((one) => SET_ASIDE.test(one))) {
    const path = join(home.spool, name);
    let done = 0;
    // Read again before it is deleted: a hook may have opened the file before it was moved aside.
    for (let lines = noteLines(path); lines.length > 0; lines = noteLines(path).slice(done)) {
      for (const line of lines) {
        const note = readNote(line);
        const outcome = note === undefined ? "taken" : await take(note);
        if (outcome === "later") replaceFile(path, asText(noteLines(path).slice(done)));
        if (outcome !== "taken") return taken;
        done += 1;
        if (note !== undefined) taken += 1;
      }
    }
    removeFile(path);
  }
  return taken;
}

/** Removes every note that matches; returns how many. */
export function scrubNotes(home: Home, isAbout: (line: string) => boolean): number {
  let gone = 0;
  // A crash may have left a copy there.
  const left = join(home.spool, ".tmp");
  for (const path of namesIn(left).map((name) => join(left, name))) if (noteLines(path).some(isAbout)) removeFile(path);
  for (const name of namesIn(home.spool).filter(isNotesFile)) {
    const path = join(home.spool, name);
    const lines = noteLines(path);
    const kept = lines.filter((line) => !isAbout(line));
    if (kept.length === lines.length) continue;
    gone += lines.length - kept.length;
    replaceFile(path, asText(kept));
  }
  return gone;
}

function noteLines(path: string): string[] {
  return (readTextIfAny(path, 2 * LARGEST_BYTES) ?? "").split("\n").filter((line) => line !== "");
}

function asText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
