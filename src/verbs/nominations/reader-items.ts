/** What a reader is shown of a session: the person's messages, and the little around them that is needed to understand them. */
import { screen } from "../../core/screen/clean.ts";
import { signatureOf } from "../../core/session/error-signature.ts";
import type { Turn } from "../../extract/session/turn.ts";
import type { SessionItem } from "../../model/read-session.ts";

/** Before a person's message, the end of what the agent said; elsewhere its beginning. */
const BEFORE_PERSON_CHARS = 600;
const ELSEWHERE_CHARS = 200;
const COMMAND_CHARS = 200;

/** Nothing that a machine wrote, and no output but the line that names an error. */
export function readerItems(turns: readonly Turn[]): SessionItem[] {
  const spoken = turns.filter(
    ({ role, text, command }) => command !== undefined || (isSpoken(role) && text.trim() !== ""),
  );
  return spoken.flatMap((turn, at): SessionItem[] => {
    const isBeforePerson = spoken[at + 1]?.role === "person" && spoken[at + 1]?.command === undefined;
    if (turn.command !== undefined) return commandItem(turn.command, isBeforePerson);
    if (turn.role === "person") return [{ actor: "person", text: screen(turn.text).text }];
    const shown = isBeforePerson ? lastOf(turn.text, BEFORE_PERSON_CHARS) : firstOf(turn.text, ELSEWHERE_CHARS);
    return [{ actor: "agent", text: screen(shown).text }];
  });
}

function isSpoken(role: Turn["role"]): boolean {
  return role === "person" || role === "agent";
}

/** Commands that failed, and the last one that the person saw. */
function commandItem({ line, status, output }: NonNullable<Turn["command"]>, isLast: boolean): SessionItem[] {
  const hasFailed = status === "failed";
  if (!hasFailed && !isLast) return [];
  const error = hasFailed && output !== undefined ? signatureOf(output) : undefined;
  const ended = status === undefined ? "" : ` (${status}${error === undefined ? "" : `: ${error}`})`;
  return [{ actor: "command", text: screen(`${firstOf(line, COMMAND_CHARS)}${ended}`).text }];
}

function firstOf(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}…`;
}

function lastOf(text: string, chars: number): string {
  return text.length <= chars ? text : `…${text.slice(-chars)}`;
}
