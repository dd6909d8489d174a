/** How a tool call ended, read from its output for agents that have no field for it. */
import { statusOf } from "../../../core/event/event.ts";
import type { CallOutcome } from "../transcript-event.ts";

export type OutcomeSigns = {
  readonly isError: boolean;
  readonly isInterrupted?: boolean;
  /** It still runs, or its status is not recorded. */
  readonly isOpen?: boolean;
};

export function outcomeOf(
  output: string,
  { isError, isInterrupted = false, isOpen = false }: OutcomeSigns,
): Pick<CallOutcome, "status" | "exitCode"> {
  if (isError && REJECTED.test(output)) return { status: "rejected" };
  if (isInterrupted || (isError && INTERRUPTED.test(output))) return { status: "interrupted" };
  if (!isError) return isOpen ? { status: "unknown" } : exited(0);
  const exitCode = exitCodeIn(output);
  return exitCode === undefined || exitCode === 0 ? { status: "failure" } : exited(exitCode);
}

/** The exit code that an agent wrote around the output: in its first lines or its last. */
export function exitCodeIn(output: string): number | undefined {
  const found = EXIT.exec(output.slice(0, 300)) ?? EXIT.exec(output.slice(-300));
  return found === null ? undefined : Number(found[1]);
}

export function exited(exitCode: number): Pick<CallOutcome, "status" | "exitCode"> {
  return { status: statusOf(exitCode), exitCode };
}

const REJECTED =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission .{0,80}denied|.{0,40}rejected by (?:the )?user)/i;
const INTERRUPTED = /\[Request interrupted by user|^(?:Command aborted|Operation aborted)|aborted by (?:the )?user/i;
const EXIT = /(?:^|\n)(?:Error: )?(?:Exit code:? |Command exited with code |Process exited with code )(-?\d{1,10})\b/i;
