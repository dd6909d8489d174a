/** A doubt about a record: an agent did what it says, and that failed or the person corrected it. Until a person confirms it. */
import { isoTime } from "../base/clock.ts";
import { quotedCommand } from "../session/cure.ts";

export type Doubt = {
  readonly outcome: "failed" | "corrected";
  readonly atMs: number;
  /** What the agent ran. */
  readonly command: string;
  /** The error says that there is no such command any more. */
  readonly isGone: boolean;
  /** A tool printed it: for people only. */
  readonly error?: string;
  /** What was run afterwards and worked: for people only, since a tool may have asked for it. */
  readonly instead?: string;
};

/** For an agent's prompt: nothing in it is the output of a tool. */
export function doubtForPrompt({ outcome, atMs, isGone }: Doubt): string {
  const when = isoTime(atMs).slice(0, 10);
  if (outcome === "corrected") return `the person corrected this on ${when}`;
  return `failed on ${when}${isGone ? ", the command no longer exists" : ""}`;
}

/** The same as a caution beside a record. */
export function cautionForPrompt(doubt: Doubt): string {
  return `check before use: ${doubtForPrompt(doubt)}`;
}

/** For people, with what happened. */
export function doubtForPeople(doubt: Doubt): string {
  const { outcome, atMs, command, error, instead } = doubt;
  const when = isoTime(atMs).slice(0, 10);
  const then = instead === undefined ? "" : ` Then ${quotedCommand(instead)} worked.`;
  if (outcome === "corrected") return `You corrected an agent that ran ${quotedCommand(command)} on ${when}.${then}`;
  const why = error === undefined ? "" : `: ${error}`;
  return `${quotedCommand(command)} failed on ${when}${why.replace(/\.$/, "")}.${then}`;
}

/** How much less a record in doubt counts among others. */
export const DOUBTED = 0.5;
