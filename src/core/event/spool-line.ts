/** The format of the record that a shell appends to its spool file for each command, and its reader. */
import { isId } from "../base/id.ts";
import type { Clean } from "../screen/clean.ts";
import { admitLine, decodedBytes, directoryGate, type Screening, type Skipped, tally } from "./admit.ts";
import { ACTORS, LIVE, type NewEvent, SHELLS, statusOf } from "./event.ts";

/** Written for a line that looks like a secret: only that it ran is known. Never a habit. */
export const WITHHELD = "[withheld]";

export type SpoolLine = {
  readonly session: string;
  readonly shell: string;
  readonly actor: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly cwd: string;
  readonly command: string;
};

export type Spooled = {
  readonly events: readonly NewEvent[];
  /** Bytes up to the end of the last complete record: the rest may still be written. */
  readonly taken: number;
  readonly skipped: readonly Skipped[];
};

/**
 * A NUL before each field: version, session, shell, actor, start and duration in milliseconds, exit status, directory,
 * command; then a dot as the last field and two NULs. A torn record lacks that end, and the next one is recognised by its
 * version, so only the torn record is lost.
 */
export function parseSpool(bytes: Uint8Array, screening: Screening = {}): Spooled {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const skipped = tally();
  const directory = directoryGate(screening);
  const events: NewEvent[] = [];
  let taken = 0;
  for (const record of spoolRecords(buffer)) {
    const fields = record.toString("latin1", 0, record.length - END.length).split("\0");
    taken += record.length;
    const line = readFields(fields.slice(-FIELDS));
    // Fields before the first one are the rest of a torn record.
    const hasRest = fields.slice(0, -FIELDS).some((field) => field !== "");
    if (line === undefined || hasRest) skipped.add("torn record");
    if (line === undefined) continue;
    const admitted = admitLine(line.command, screening);
    if (admitted.outcome === "skipped") skipped.add(admitted.reason);
    else events.push(toEvent(line, admitted.command, directory(line.cwd)));
  }
  return { events, taken, skipped: skipped.list() };
}

/** The bytes of each complete record, with its end. */
export function spoolRecords(buffer: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let from = 0;
  for (let end = buffer.indexOf(END); end >= 0; end = buffer.indexOf(END, from)) {
    records.push(buffer.subarray(from, end + END.length));
    from = end + END.length;
  }
  return records;
}

const VERSION = "oh1";
const FIELDS = 9;
const END = "\0.\0\0";
const LATEST_MS = 8.64e15;

type Known = Pick<NewEvent, "shell" | "actor"> & Omit<SpoolLine, "shell" | "actor">;

/** Each field is decoded separately: the directory may be UTF-8 while the command is not. */
function readFields(raw: readonly string[]): Known | undefined {
  const fields = raw.map((field) => decodedBytes(Buffer.from(field, "latin1")));
  const [version, session = "", shellName, actorName, start = "", duration = "", exit = "", cwd = "", command = ""] =
    fields;
  const shell = SHELLS.find((name) => name === shellName);
  const actor = ACTORS.find((name) => name === actorName);
  const numbers = [start, duration, exit].every((text) => /^\d{1,16}$/.test(text));
  if (version !== VERSION || !isId(session, "ses") || shell === undefined || actor === undefined || !numbers) {
    return undefined;
  }
  const [startMs, durationMs, exitCode] = [Number(start), Number(duration), Number(exit)];
  return startMs > LATEST_MS ? undefined : { session, shell, actor, startMs, durationMs, exitCode, cwd, command };
}

function toEvent({ cwd: _, ...line }: Known, command: Clean, cwd: string | undefined): NewEvent {
  return { ...line, source: LIVE, command, ...(cwd === undefined ? {} : { cwd }), status: statusOf(line.exitCode) };
}
