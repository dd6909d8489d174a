/** How a tool call ended, read from what the agents print about it where they keep no field for it. */
import { type EventStatus, statusOf } from "../../../core/event/event.ts";

export type Signs = {
  readonly isError: boolean;
  readonly isInterrupted?: boolean;
  /** It goes on, or its status is not told. */
  readonly isOpen?: boolean;
};

export function endingOf(
  text: string,
  { isError, isInterrupted = false, isOpen = false }: Signs,
): { status: EventStatus; exitCode?: number } {
  if (isError && REJECTED.test(text)) return { status: "rejected" };
  if (isInterrupted || (isError && INTERRUPTED.test(text))) return { status: "interrupted" };
  if (!isError) return isOpen ? { status: "unknown" } : known(0);
  const exitCode = exitCodeIn(text);
  return exitCode === undefined || exitCode === 0 ? { status: "failure" } : known(exitCode);
}

/** The status that an agent wrote around the output: in its first lines or its last. */
export function exitCodeIn(text: string): number | undefined {
  const found = EXIT.exec(text.slice(0, 300)) ?? EXIT.exec(text.slice(-300));
  return found === null ? undefined : Number(found[1]);
}

export function known(exitCode: number): { status: EventStatus; exitCode: number } {
  return { status: statusOf(exitCode), exitCode };
}

const REJECTED =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission .{0,80}denied|.{0,40}rejected by (?:the )?user)/i;
const INTERRUPTED = /\[Request interrupted by user|^(?:Command aborted|Operation aborted)|aborted by (?:the )?user/i;
const EXIT = /(?:^|\n)(?:Error: )?(?:Exit code:? |Command exited with code |Process exited with code )(-?\d{1,10})\b/i;
