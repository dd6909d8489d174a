/** Signs of how a session went: the same error again, and a message that corrects the agent. */
import { familyOf } from "../../core/command/steps.ts";
import { errorMark, specificErrorIn } from "../../core/session/error-signature.ts";
import { takesBack } from "./host-texts.ts";
import type { SessionTurn } from "./turn.ts";

/** The same text for the same error of the same kind of command; undefined if the output names none. */
export function errorOf(line: string, output: string): string | undefined {
  const error = specificErrorIn(output);
  const family = familyOf(line);
  return error === undefined || family === undefined ? undefined : `${family} ${errorMark(error.signature)}`;
}

/** A message to an agent that has done something, and that begins with what was wrong about it. */
export function corrects({ role, text }: SessionTurn, before: readonly SessionTurn[]): boolean {
  if (role !== "person" || text.trim() === "" || !before.some((turn) => turn.role === "agent")) return false;
  return CORRECTION.test(text.trimStart().slice(0, LOOKED_AT).replaceAll("’", "'")) || takesBack(text);
}

const LOOKED_AT = 200;
const CORRECTION =
  /^(?:(?:hm+|oh|ok(?:ay)?|sorry|wait)[,.!]* )*(?:no+|nope|wrong|incorrect|stop|undo|revert|actually)\b(?! (?:problem|worries|need|idea|rush)\b)|^(?:that|this|it)(?:'s| is| was) (?:wrong|not (?:what|how|right|correct)|incorrect)|^(?:i|we) (?:said|told you|already (?:said|told)|asked (?:you )?(?:for|to)|meant)\b|^(?:you|why did you|why are you) (?:forgot|ignored|missed|broke|still|keep|should(?:n't| not) have|were supposed|did(?:n't| not)|again)\b|^(?:please )?(?:don't|do not|never) (?:use|do|run|touch|change|edit|add|remove|delete|commit|push)\b|^not (?:that|this|like that|what)\b/i;
