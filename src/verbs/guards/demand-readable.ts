/** Refuses guards that could never match, when they are written. Loads the shell reader. */
import { OldhandError } from "../../core/base/error.ts";
import { type Guard, patternsOf, readGuards } from "../../core/guard/guard.ts";
import { readPattern } from "../../core/guard/pattern.ts";

export function demandReadable(guards: readonly Guard[]): void {
  const read = readGuards(guards);
  if (read.outcome === "damaged") throw new OldhandError("usage", `This guard cannot be read: ${read.problem}.`);
  for (const text of guards.flatMap(patternsOf)) {
    if (readPattern(text) !== undefined) continue;
    throw new OldhandError(
      "usage",
      `A guard names one command, such as "git push --force"; ${JSON.stringify(text)} is not one.`,
    );
  }
}
