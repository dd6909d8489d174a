/** One command as a history file has it, before it is screened and assigned to a session. */
import type { Actor, Shell } from "../../core/event/event.ts";

export type HistoryEntry = {
  readonly command: string;
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly cwd?: string;
  readonly session?: string;
  readonly actor?: Actor;
  readonly shell?: Shell;
};

export type ReadEntry = HistoryEntry | { readonly skipped: string };

/** Takes a file in blocks, so that a large one is never entirely in memory, and gives its commands in file order. */
export type ReadEntries = (blocks: Iterable<Buffer>) => Generator<ReadEntry>;

export const TOO_LONG = { skipped: "longer than 1 MB" } as const;
export const LONGEST_BYTES = 1 << 20;

/** Seconds since 1970 as milliseconds; undefined for zero and for impossible times. */
export function secondsToMs(text: string): number | undefined {
  const seconds = Number(text);
  return seconds > 0 && seconds < 1e11 ? seconds * 1000 : undefined;
}

/** Splits a file that arrives in blocks into lines without their ends; `undefined` for a line over the limit. */
export function* linesOf(blocks: Iterable<Buffer>): Generator<Buffer | undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const finish = (last: Buffer): Buffer | undefined => {
    const isTooLong = restBytes + last.length > LONGEST_BYTES;
    const line = restBytes === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    restBytes = 0;
    return isTooLong ? undefined : withoutReturn(line);
  };
  for (const block of blocks) {
    let from = 0;
    for (let end = block.indexOf(LF); end >= 0; end = block.indexOf(LF, from)) {
      yield finish(block.subarray(from, end));
      from = end + 1;
    }
    const left = block.subarray(from);
    // Bytes over the limit are dropped as they arrive; only the length is kept, to report the line as too long.
    if (restBytes <= LONGEST_BYTES) rest.push(Buffer.from(left));
    restBytes += left.length;
  }
  if (restBytes > 0) yield finish(Buffer.alloc(0));
}

const LF = 0x0a;
const CR = 0x0d;

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}
