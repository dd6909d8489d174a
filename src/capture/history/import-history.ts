/** Imports one history file: from the end of the last import, or from the start if the file was rewritten since. */
import { hash } from "node:crypto";
import { derivedId } from "../../core/base/id.ts";
import { admitLine, directoryGate, type Screening, type Skipped, tally } from "../../core/event/admit.ts";
import { type NewEvent, statusOf } from "../../core/event/event.ts";
import type { Clean } from "../../core/screen/clean.ts";
import { readChunks, seamAt, sizeOf } from "../growing-file.ts";
import type { HistoryEntry, HistorySource, ReadEntries, ReadEntry } from "./sources.ts";

/** State of an import, so that the next one reads only new commands. */
export type HistoryCursor = {
  readonly bytes: number;
  /** Hash of the content just before `bytes`: while it is the same, the file has only grown. */
  readonly seam: string;
  /** Hashes of the last commands, to find the position again in a rewritten file. */
  readonly tail: readonly string[];
  readonly last?: LastSeen;
};

type HistoryImport = {
  /** Can be iterated once; only one command at a time is in memory. */
  readonly events: Iterable<NewEvent>;
  /** After the iteration: where to continue next time, and what was skipped. */
  readonly end: () => { readonly cursor: HistoryCursor; readonly skipped: readonly Skipped[] };
};

/**
 * If the file was rewritten, commands with a time are returned again, since their time identifies them; commands
 * without a time are returned only if they follow the known tail.
 */
export function importHistory(
  source: HistorySource & { read: ReadEntries },
  file: string,
  { cursor, ...screening }: Screening & { readonly cursor?: HistoryCursor } = {},
): HistoryImport {
  const size = sizeOf(file);
  const hasGrown = cursor !== undefined && size >= cursor.bytes && seamAt(file, cursor.bytes) === cursor.seam;
  const entries = () => source.read(readChunks(file, hasGrown ? cursor.bytes : 0, size));
  const isRewritten = cursor !== undefined && !hasGrown;
  const maker = eventMaker(source, { file, screening, last: hasGrown ? cursor.last : undefined });
  const knownUntil = isRewritten
    ? afterKnownTail(hashesOf(eventMaker(source, { file, screening }).events(entries())), cursor.tail)
    : 0;
  const recent: Clean[] = [];
  function* events(): Generator<NewEvent> {
    let at = 0;
    for (const event of maker.events(entries())) {
      recent.push(event.command);
      if (recent.length > TAIL_LENGTH) recent.shift();
      const isKnown = at++ < knownUntil && event.startMs === undefined;
      if (!isKnown) yield event;
    }
  }
  return {
    events: events(),
    end: () => {
      const last = maker.last();
      const tail = [...(hasGrown ? cursor.tail : []), ...recent.map(commandHash)].slice(-TAIL_LENGTH);
      const at = { bytes: size, seam: seamAt(file, size), tail };
      return { cursor: last === undefined ? at : { ...at, last }, skipped: maker.skipped() };
    },
  };
}

/** Only screened commands are hashed: the hash of a short secret would reveal it. */
function* hashesOf(events: Iterable<NewEvent>): Generator<string> {
  for (const { command } of events) yield commandHash(command);
}

const TAIL_LENGTH = 32;

/** The tail is stored as hashes, so that a history is not kept twice. */
function commandHash(command: string): string {
  return hash("sha256", command, "base64url").slice(0, 16);
}

/**
 * The position after the known tail: after the longest end of `tail` that occurs, and after the last such place if there
 * are several, so that nothing is counted twice. Zero if nothing of it occurs: then it is another file, and all is new.
 */
export function afterKnownTail(hashes: Iterable<string>, tail: readonly string[]): number {
  const recent: string[] = [];
  let best = { length: 0, after: 0 };
  let at = 0;
  for (const next of hashes) {
    at += 1;
    recent.push(next);
    if (recent.length > tail.length) recent.shift();
    const length = commonEnd(recent, tail);
    if (length > 0 && length >= best.length) best = { length, after: at };
  }
  return best.after;
}

function commonEnd(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length++;
  return length;
}

/** The session of the last command that was read. */
type LastSeen = { readonly session: string; readonly startMs: number };

type Origin = { readonly file: string; readonly screening: Screening; readonly last?: LastSeen | undefined };

/**
 * Turns entries into events: screens them and counts the skipped ones. If the source has no sessions, commands more than
 * half an hour apart belong to two sessions; without times, all of a file belong to one.
 */
export function eventMaker({ name, shell }: Pick<HistorySource, "name" | "shell">, origin: Origin) {
  const { file, screening } = origin;
  const directory = directoryGate(screening);
  const skips = tally();
  let last = origin.last;
  const sessionOf = (entry: HistoryEntry, command: string): string => {
    if (entry.session !== undefined) return derivedId("ses", `${name}\0${entry.session}`);
    if (entry.startMs === undefined) return derivedId("ses", `${name}\0${file}`);
    const continues = last !== undefined && Math.abs(entry.startMs - last.startMs) <= SESSION_GAP_MS;
    const session = continues ? last!.session : derivedId("ses", `${name}\0${file}\0${entry.startMs}\0${command}`);
    last = { session, startMs: entry.startMs };
    return session;
  };
  const eventOf = (entry: ReadEntry): NewEvent | undefined => {
    if ("skipped" in entry) return skips.add(entry.skipped);
    const admitted = admitLine(entry.command, screening);
    if (admitted.outcome === "skipped") return skips.add(admitted.reason);
    const { command } = admitted;
    const { startMs, durationMs, exitCode } = entry;
    const cwd = directory(entry.cwd);
    return {
      session: sessionOf(entry, command),
      source: name,
      shell: entry.shell ?? shell,
      actor: entry.actor ?? "person",
      command,
      ...(cwd === undefined ? {} : { cwd }),
      ...(startMs === undefined ? {} : { startMs }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(exitCode === undefined ? {} : { exitCode }),
      status: statusOf(exitCode),
    };
  };
  return {
    *events(entries: Iterable<ReadEntry>): Generator<NewEvent> {
      for (const entry of entries) {
        const event = eventOf(entry);
        if (event !== undefined) yield event;
      }
    },
    skipped: skips.list,
    last: () => last,
  };
}

const SESSION_GAP_MS = 30 * 60_000;
