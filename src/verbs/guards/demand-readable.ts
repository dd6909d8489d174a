/** Refuses guards that could never match, when they are written. Loads the shell reader. */
import { OldhandError } from "../../core/base/error.ts";
import { textPattern } from "../../core/guard/added-text.ts";
import { type Guard, patternsOf, readGuards } from "../../core/guard/guard.ts";
import { readPattern } from "../../core/guard/pattern.ts";

export function demandReadable(guards: readonly Guard[]): void {
  const read = readGuards(guards);
  if (read.outcome === "damaged") throw new OldhandError("usage", `This guard cannot be read: ${read.problem}.`);
  for (const guard of guards) {
    if (!("text" in guard) || textPattern(guard.text.adds) !== undefined) continue;
    throw new OldhandError(
      "usage",
      `${JSON.stringify(guard.text.adds)} is not a pattern that can be matched in linear time (no lookaround, no backreferences).`,
    );
  }
  for (const text of guards.flatMap(patternsOf)) {
    if (readPattern(text) !== undefined) continue;
    throw new OldhandError(
      "usage",
      `A guard names one command, such as "git push --force"; ${JSON.stringify(text)} is not one.`,
    );
  }
}
