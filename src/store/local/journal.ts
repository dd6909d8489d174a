/** The journal: one line for each recall or brief, with its receipt and what it used; appended, later turned into counts. */
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Journal, Receipt } from "../../core/ports.ts";
import { type Database, getMeta, setMeta } from "./database.ts";
import { asOldhandError } from "./failed-call.ts";
import { makeDirectory, readRegular, replaceFile, sweepTemporaries } from "./files.ts";
import type { Home } from "./home.ts";
import type { Counters } from "./uses.ts";

type Line = { readonly session: string; readonly receipt: Receipt };

/** Over the first figure the journal is cut back to its newest lines. */
const CUT_OVER_BYTES = 1024 * 1024;
const KEEP_LINES = 200;
const READ_LIMIT_BYTES = 64 * 1024 * 1024;

export function journalOf(home: Home, session: string): Journal {
  return {
    async append(receipt) {
      makeDirectory(home.journal);
      const line = `${JSON.stringify({ session, receipt } satisfies Line)}\n`;
      try {
        appendFileSync(journalFile(home), line, { mode: 0o600 });
      } catch (error) {
        throw asOldhandError(error, journalFile(home));
      }
    },
    async get(id) {
      const lines = readLines(home);
      const found = id === undefined ? lines.at(-1) : lines.findLast(({ receipt }) => receipt.id === id);
      return found?.receipt;
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
    const lines = readLines(home);
    for (const { session, receipt } of lines) {
      counters.count(
        session,
        receipt.included.map(({ id }) => id),
        receipt.atMs,
      );
      counted += 1;
    }
    if (size > CUT_OVER_BYTES) rewrite(home, lines.slice(-KEEP_LINES));
    setMeta(state, "journal_bytes", String(statSync(journalFile(home), { throwIfNoEntry: false })?.size ?? 0));
  });
  return counted;
}

/** Takes out every line that the test finds; returns how many. */
export function scrubJournal(home: Home, state: Database, isAbout: (line: string) => boolean): number {
  return state.write(() => {
    // Under the lock no other process rewrites the journal, so what lies beside it was left by a crash.
    sweepTemporaries(home.journal, 0, 0);
    const lines = readLines(home);
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

function readLines(home: Home): Line[] {
  const file = readRegular(journalFile(home), READ_LIMIT_BYTES);
  if (file === undefined || "refused" in file) return [];
  return file.bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line) as Line];
      } catch {
        return []; // a line that a crash tore tells nothing
      }
    });
}

function rewrite(home: Home, lines: readonly Line[]): void {
  replaceFile(journalFile(home), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
