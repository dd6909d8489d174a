/** Signs of how a session went: which commands failed with which error, and how often the person corrected the agent. */
import { familyOf } from "../../core/command/steps.ts";
import { errorMark, specificErrorIn } from "../../core/session/error-signature.ts";
import { takesBack } from "./person-said.ts";
import type { Turn } from "./turn.ts";

export type SessionSigns = {
  readonly corrections: number;
  /** The command family and the mark of the error, by the place of the command among all commands of the session. */
  readonly errors: Readonly<Record<number, string>>;
};

export function sessionSigns(turns: readonly Turn[]): SessionSigns {
  const commands = turns.flatMap(({ command }) => command ?? []);
  const failed = commands.flatMap(({ line, status, output = "" }, at) => {
    const error = status === "failed" ? errorOf(line, output) : undefined;
    return error === undefined ? [] : [[at, error] as const];
  });
  return {
    corrections: turns.filter((turn, at) => corrects(turn, turns.slice(0, at))).length,
    errors: Object.fromEntries(failed),
  };
}

/** The same text for the same error of the same kind of command; undefined if the output names none. */
export function errorOf(line: string, output: string): string | undefined {
  const error = specificErrorIn(output);
  const family = familyOf(line);
  return error === undefined || family === undefined ? undefined : `${family} ${errorMark(error.signature)}`;
}

/** A message to an agent that has done something, and that begins with what was wrong about it. */
export function corrects({ role, text }: Turn, before: readonly Turn[]): boolean {
  if (role !== "person" || text.trim() === "" || !before.some((turn) => turn.role === "agent")) return false;
  return CORRECTION.test(text.trimStart().slice(0, LOOKED_AT).replaceAll("’", "'")) || takesBack(text);
}

const LOOKED_AT = 200;
const CORRECTION =
  /^(?:(?:hm+|oh|ok(?:ay)?|sorry|wait)[,.!]* )*(?:no+|nope|wrong|incorrect|stop|undo|revert|actually)\b(?! (?:problem|worries|need|idea|rush)\b)|^(?:that|this|it)(?:'s| is| was) (?:wrong|not (?:what|how|right|correct)|incorrect)|^(?:i|we) (?:said|told you|already (?:said|told)|asked (?:you )?(?:for|to)|meant)\b|^(?:you|why did you|why are you) (?:forgot|ignored|missed|broke|still|keep|should(?:n't| not) have|were supposed|did(?:n't| not)|again)\b|^(?:please )?(?:don't|do not|never) (?:use|do|run|touch|change|edit|add|remove|delete|commit|push)\b|^not (?:that|this|like that|what)\b/i;
