/** Whether an agent ran the steps that it wants to keep, in a session that is open here. */
import type { CallContext } from "../../call/call-context.ts";
import { liveSessions } from "./live-sessions.ts";

/** False for no steps at all: then a text alone says what to do. */
export async function areStepsRun(call: CallContext, steps: readonly string[]): Promise<boolean> {
  if (steps.length === 0) return false;
  let missing = steps.map(patternOf);
  const take = (lines: readonly string[]): void => {
    missing = missing.filter((step) => !lines.some((line) => step.test(inOneLine(line))));
  };
  const { session } = call.env;
  if (session !== undefined)
    take(call.store.events.ofSession(session).flatMap((one) => (one.exitCode === 0 ? [one.command] : [])));
  if (missing.length === 0) return true;
  for await (const { turns } of liveSessions(call)) {
    take(turns.flatMap(({ command }) => (command?.status === "ok" ? [command.line] : [])));
    if (missing.length === 0) return true;
  }
  return false;
}

/** A slot stands for one argument. */
function patternOf(step: string): RegExp {
  const parts = inOneLine(step).split(/<[\w-]+>/);
  return new RegExp(
    `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("(?:\"[^\"]*\"|'[^']*'|\\S+)")}$`,
  );
}

function inOneLine(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}
