/** A command as a history file tells it, before it is screened and given a session. */
import type { Actor, Shell } from "../../core/event/event.ts";

export type Told = {
  readonly command: string;
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly cwd?: string;
  readonly session?: string;
  readonly actor?: Actor;
  readonly shell?: Shell;
};

export type Entry = Told | { readonly skipped: string };

/** Takes a file in pieces, so that a large one is never held whole, and gives its commands in the file's order. */
export type ReadEntries = (chunks: Iterable<Buffer>) => Generator<Entry>;

export const TOO_LONG = { skipped: "longer than 1 MB" } as const;
export const LONGEST_BYTES = 1 << 20;

/** Seconds since 1970 as milliseconds; zero and what no clock shows mean that the time is not known. */
export function secondsToMs(text: string): number | undefined {
  const seconds = Number(text);
  return seconds > 0 && seconds < 1e11 ? seconds * 1000 : undefined;
}
