/** The spool of commands that shells append: each file is moved aside, read into the history, and deleted. */
import { join } from "node:path";
import { randomBytes, toHex } from "../../core/base/hash.ts";
import type { Skipped } from "../../core/event/admit.ts";
import type { PlacedEvent } from "../../core/event/event.ts";
import { type Spooled, spoolRecords } from "../../core/event/spool-line.ts";
import type { Database } from "../databases/database.ts";
import { appendText } from "../files/append-file.ts";
import { type AtStep, namesIn, readRegular, removeFile, renameFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { CURSOR, type EventRows } from "../rows/events.ts";
import { isNotesFile } from "./hook-notes.ts";

export type Intake = { readonly imported: number; readonly duplicates: number; readonly skipped: readonly Skipped[] };

type DrainOptions = {
  readonly home: Home;
  readonly state: Database;
  readonly events: EventRows;
  readonly read: (bytes: Uint8Array) => Spooled;
  readonly place: (events: Spooled["events"]) => readonly PlacedEvent[];
  readonly nowMs: number;
  readonly at: AtStep;
};

const SPOOLED = /^ses_\w+\.spool$/;
const SET_ASIDE = /^ses_\w+\.spool\.[0-9a-f]{12}$/;
const LARGEST_BYTES = 256 * 1024 * 1024;
/** A shell finishes writing a record within this time; an older incomplete one was cut off. */
const STILL_WRITTEN_MS = 5000;

/** A crash at any step loses nothing and counts nothing twice: a cursor records how much of a file was read. */
export async function drainSpool(options: DrainOptions): Promise<Intake> {
  const { home, at } = options;
  for (const name of namesIn(home.spool).filter((one) => SPOOLED.test(one))) {
    renameFile(join(home.spool, name), join(home.spool, `${name}.${toHex(randomBytes(6))}`));
  }
  at("spool set aside");
  const counts = { imported: 0, duplicates: 0 };
  const skipped: Skipped[] = [];
  const names = namesIn(home.spool).filter((name) => SET_ASIDE.test(name));
  for (const name of names) {
    const taken = await takeFile(name, options);
    counts.imported += taken.imported;
    counts.duplicates += taken.duplicates;
    skipped.push(...taken.skipped);
  }
  if (names.length > 0) dropCursors(options);
  return { ...counts, skipped };
}

async function takeFile(name: string, { home, events, read, place, nowMs, at }: DrainOptions): Promise<Intake> {
  const nothing = { imported: 0, duplicates: 0, skipped: [] };
  const path = join(home.spool, name);
  const file = readRegular(path, LARGEST_BYTES);
  // Another process was faster, or it is not a regular file.
  if (file === undefined || "refused" in file) return nothing;
  const cursor = cursorOf(name);
  const from = await events.cursor(cursor);
  const rest = file.bytes.subarray(Number(from ?? 0));
  const { events: spooled, taken, skipped } = read(rest);
  const appended = await events.append(place(spooled), { name: cursor, from, to: String(Number(from ?? 0) + taken) });
  if (appended.outcome === "taken") return nothing;
  at("spool taken in");
  const isCutOff = taken < rest.length;
  const isOver = nowMs - file.stats.mtimeMs > STILL_WRITTEN_MS;
  if (!isCutOff || isOver) removeFile(path);
  const torn = isCutOff && isOver ? [{ reason: "torn record", count: 1 }] : [];
  return { imported: appended.added, duplicates: appended.duplicates, skipped: [...skipped, ...torn] };
}

/** Removes cursors whose file is gone. */
function dropCursors({ home, state }: DrainOptions): void {
  const there = new Set(namesIn(home.spool).map((name) => `${CURSOR}${cursorOf(name)}`));
  state.write(() => {
    for (const { key } of state.sql("SELECT key FROM meta WHERE key LIKE ?").all(`${CURSOR}spool/%`))
      if (!there.has(String(key))) state.sql("DELETE FROM meta WHERE key = ?").run(key!);
  });
}

function cursorOf(name: string): string {
  return `spool/${name}`;
}

/** Removes every record that matches; the others stay for the next command. Returns how many were removed. */
export function scrubSpool(home: Home, isAbout: (record: string) => boolean): number {
  let gone = 0;
  for (const name of namesIn(home.spool).filter((one) => !isNotesFile(one))) {
    const path = join(home.spool, name);
    const file = readRegular(path, LARGEST_BYTES);
    if (file === undefined || "refused" in file) continue;
    const records = spoolRecords(file.bytes);
    const kept = records.filter((record) => !isAbout(record.toString("utf8")));
    if (kept.length === records.length && !isAbout(file.bytes.toString("utf8"))) continue;
    removeFile(path);
    appendText(path, Buffer.concat(kept));
    gone += records.length - kept.length;
  }
  return gone;
}
