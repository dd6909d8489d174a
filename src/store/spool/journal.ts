/** The journal: one line with a receipt for each recall or brief; the next writing command turns it into use counts. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Journal, Receipt } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { appendText } from "../files/append-file.ts";
import { makeDirectory, readTextIfAny, removeTemporaries, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { addBriefing } from "../rows/briefings.ts";
import { type Counters, markStale, unmarkStale } from "../rows/record-facts.ts";

type Line = { readonly session: string; readonly receipt: Receipt };
/** The session's context was compacted: from here on everything may be given again. */
type Compacted = { readonly session: string; readonly compacted: true };

/** Above this size, the journal is cut to its newest lines. */
const CUT_OVER_BYTES = 1024 * 1024;
const KEEP_LINES = 200;
const READ_LIMIT_BYTES = 64 * 1024 * 1024;

/** The lines of a session in the file, the first one first. */
export type JournalLines = (path: string, session: string, limitBytes: number) => readonly string[];

const readLinesOf: JournalLines = (path, session, limitBytes) =>
  textsIn(path, limitBytes).filter((line) => line.startsWith(`{"session":${JSON.stringify(session)},`));

/** A server passes `linesOf`, because it need not read everything again. */
export function journalOf(home: Home, session: string, linesOf: JournalLines = readLinesOf): Journal {
  const append = (line: Line | Compacted): void => {
    makeDirectory(home.journal);
    appendText(journalFile(home), `${JSON.stringify(line)}\n`);
  };
  return {
    async append(receipt, as = session) {
      append({ session: as, receipt });
    },
    async get(id) {
      const lines = readLines(home);
      const found = id === undefined ? lines.at(-1) : lines.findLast(({ receipt }) => receipt.id === id);
      return found?.receipt;
    },
    async given(of) {
      const lines = linesOf(journalFile(home), of, READ_LIMIT_BYTES);
      const since = lines.slice(lines.findLastIndex((line) => line.endsWith('"compacted":true}')) + 1);
      const given = new Set<RecordId>();
      for (const { receipt } of since.flatMap(receiptLine)) {
        for (const id of givenBy(receipt)) given.add(id);
        for (const id of retractedBy(receipt)) given.delete(id);
      }
      return given;
    },
    async compacted(of) {
      append({ session: of, compacted: true });
    },
  };
}

/** The receipts of a session that are still in the journal, the first one first. */
export function receiptsOf(home: Home, session: string): readonly Receipt[] {
  return readLines(home)
    .filter((line) => line.session === session)
    .map(({ receipt }) => receipt);
}

/** Counts the uses in the journal since the last time; the cursor is saved with the counts, so that none counts twice. */
export function drainJournal(home: Home, state: Database, counters: Counters): number {
  const size = statSync(journalFile(home), { throwIfNoEntry: false })?.size ?? 0;
  const taken = Number(getMeta(state, "journal_bytes") ?? 0);
  if (size === taken) return 0;
  let counted = 0;
  state.write(() => {
    for (const { session, receipt } of readLines(home)) {
      counters.count(session, usedBy(receipt), receipt.atMs);
      recordStale(state, receipt);
      addBriefing(state, session, receipt);
      counted += 1;
    }
    if (size > CUT_OVER_BYTES) rewrite(home, allLines(home).slice(-KEEP_LINES));
    setMeta(state, "journal_bytes", String(statSync(journalFile(home), { throwIfNoEntry: false })?.size ?? 0));
  });
  return counted;
}

/** Removes every line that matches; returns how many. */
export function scrubJournal(home: Home, state: Database, isAbout: (line: string) => boolean): number {
  return state.write(() => {
    // Under the lock no other process rewrites the journal, so any temporary was left by a crash.
    removeTemporaries(home.journal);
    const lines = allLines(home);
    const kept = lines.filter((line) => !isAbout(JSON.stringify(line)));
    if (kept.length === lines.length) return 0;
    rewrite(home, kept);
    setMeta(state, "journal_bytes", String(statSync(journalFile(home)).size));
    return lines.length - kept.length;
  });
}

function journalFile(home: Home): string {
  return join(home.journal, "recalls.jsonl");
}

/** Layer A is in every brief, so it does not count as a use. */
function usedBy({ included }: Receipt): RecordId[] {
  return included.filter(({ id, layer }) => layer !== "A" && id.startsWith("rec_")).map(({ id }) => id);
}

/** Briefs only: the answer to a recall was asked for, and may be asked for again. */
function givenBy({ included }: Receipt): RecordId[] {
  return included.filter(({ layer }) => layer !== undefined).map(({ id }) => id);
}

/** Records that a brief reported as no longer true; it does not have to report them again. */
function retractedBy({ omitted }: Receipt): RecordId[] {
  return omitted.filter(({ reason }) => RETRACTED.has(reason)).map(({ id }) => id);
}

const RETRACTED: ReadonlySet<string> = new Set(["no longer true", "superseded", "archived"]);

/** A record counts as stale since the first time that a check failed. */
function recordStale(state: Database, { omitted, included, atMs }: Receipt): void {
  for (const { id, why = "" } of omitted.filter(({ reason }) => reason === "no longer true"))
    markStale(state, id, { atMs, why });
  for (const { id, stale } of included) if (stale !== undefined) markStale(state, id, { atMs, why: stale });
  unmarkStale(
    state,
    included.filter(({ stale }) => stale === undefined).map(({ id }) => id),
  );
}

function textsIn(path: string, limitBytes = READ_LIMIT_BYTES): string[] {
  return (readTextIfAny(path, limitBytes) ?? "").split("\n");
}

function readLines(home: Home): Line[] {
  return textsIn(journalFile(home)).flatMap(receiptLine);
}

/** All lines, also those about compaction. */
function allLines(home: Home): (Line | Compacted)[] {
  return textsIn(journalFile(home)).flatMap(parsedLine);
}

function receiptLine(line: string): Line[] {
  return parsedLine(line).flatMap((parsed) => ("receipt" in parsed ? [parsed] : []));
}

function parsedLine(line: string): (Line | Compacted)[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as Line | Compacted];
  } catch {
    return []; // a half-written line
  }
}

function rewrite(home: Home, lines: readonly (Line | Compacted)[]): void {
  replaceFile(journalFile(home), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
