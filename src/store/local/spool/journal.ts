/** The journal: one line for each recall or brief, with its receipt and what it used; appended, later turned into counts. */
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Journal, Receipt } from "../../../core/ports.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { makeDirectory, readRegular, replaceFile, sweepTemporaries } from "../files/durable-files.ts";
import { asOldhandError } from "../files/file-errors.ts";
import type { Home } from "../files/home.ts";
import type { Counters } from "../rows/uses.ts";

type Line = { readonly session: string; readonly receipt: Receipt };
/** A line of another kind: from here on everything may be told again. */
type Compacted = { readonly session: string; readonly compacted: true };

/** Over the first figure the journal is cut back to its newest lines. */
const CUT_OVER_BYTES = 1024 * 1024;
const KEEP_LINES = 200;
const READ_LIMIT_BYTES = 64 * 1024 * 1024;

export function journalOf(home: Home, session: string): Journal {
  const append = (line: Line | Compacted): void => {
    makeDirectory(home.journal);
    try {
      appendFileSync(journalFile(home), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      throw asOldhandError(error, journalFile(home));
    }
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
      const lines = textsIn(home).filter((line) => line.startsWith(`{"session":${JSON.stringify(of)},`));
      const since = lines.slice(lines.findLastIndex((line) => line.endsWith('"compacted":true}')) + 1);
      const told = new Set<RecordId>();
      for (const { receipt } of since.flatMap(receiptLine)) {
        for (const id of givenBy(receipt)) told.add(id);
        for (const id of retractedBy(receipt)) told.delete(id);
      }
      return told;
    },
    async compacted(of) {
      append({ session: of, compacted: true });
    },
  };
}

/** Counts what the journal says was used since the last time; the cursor moves with the counts, so none counts twice. */
export function drainJournal(home: Home, state: Database, counters: Counters): number {
  const size = statSync(journalFile(home), { throwIfNoEntry: false })?.size ?? 0;
  const taken = Number(getMeta(state, "journal_bytes") ?? 0);
  if (size === taken) return 0;
  let counted = 0;
  state.write(() => {
    for (const { session, receipt } of readLines(home)) {
      counters.count(session, usedBy(receipt), receipt.atMs);
      noteStale(state, receipt);
      counted += 1;
    }
    if (size > CUT_OVER_BYTES) rewrite(home, wholeLines(home).slice(-KEEP_LINES));
    setMeta(state, "journal_bytes", String(statSync(journalFile(home), { throwIfNoEntry: false })?.size ?? 0));
  });
  return counted;
}

/** Takes out every line that the test finds; returns how many. */
export function scrubJournal(home: Home, state: Database, isAbout: (line: string) => boolean): number {
  return state.write(() => {
    // Under the lock no other process rewrites the journal, so what lies beside it was left by a crash.
    sweepTemporaries(home.journal, 0, 0);
    const lines = wholeLines(home);
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

/** What always stands in a brief says nothing about its use. */
function usedBy({ included }: Receipt): RecordId[] {
  return included.filter(({ id, layer }) => layer !== "A" && id.startsWith("rec_")).map(({ id }) => id);
}

/** Only briefs tell: what was recalled was asked for, and may be asked for again. */
function givenBy({ included }: Receipt): RecordId[] {
  return included.filter(({ layer }) => layer !== undefined).map(({ id }) => id);
}

/** A brief has said that it no longer holds, and need not say so again. */
function retractedBy({ omitted }: Receipt): RecordId[] {
  return omitted.filter(({ reason }) => RETRACTED.has(reason)).map(({ id }) => id);
}

const RETRACTED: ReadonlySet<string> = new Set(["no longer true", "superseded", "archived"]);

/** The first time that a check failed is when it became untrue, as far as anybody knows. */
function noteStale(state: Database, { omitted, included, atMs }: Receipt): void {
  for (const { id, why = "" } of omitted.filter(({ reason }) => reason === "no longer true"))
    state.sql("INSERT OR IGNORE INTO stale (record, since_ms, why) VALUES (?, ?, ?)").run(id, atMs, why);
  for (const { id, stale } of included) {
    if (stale === undefined) state.sql("DELETE FROM stale WHERE record = ?").run(id);
    else state.sql("INSERT OR IGNORE INTO stale (record, since_ms, why) VALUES (?, ?, ?)").run(id, atMs, stale);
  }
}

function textsIn(home: Home): string[] {
  const file = readRegular(journalFile(home), READ_LIMIT_BYTES);
  return file === undefined || "refused" in file ? [] : file.bytes.toString("utf8").split("\n");
}

function readLines(home: Home): Line[] {
  return textsIn(home).flatMap(receiptLine);
}

/** All that was written: a session's compactions count for as long as what they part. */
function wholeLines(home: Home): (Line | Compacted)[] {
  return textsIn(home).flatMap(parsedLine);
}

function receiptLine(line: string): Line[] {
  return parsedLine(line).flatMap((parsed) => ("receipt" in parsed ? [parsed] : []));
}

function parsedLine(line: string): (Line | Compacted)[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as Line | Compacted];
  } catch {
    return []; // a line that a crash tore tells nothing
  }
}

function rewrite(home: Home, lines: readonly (Line | Compacted)[]): void {
  replaceFile(journalFile(home), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
