/** Names a whole line by the one step that it was typed for. */
import { parseLine, type Step } from "./parse.ts";

/** What the person would call this line: `FOO=1 sudo npm test -- -t x` is `npm test`, `cd app && npm test` too. */
export function familyOf(line: string): string | undefined {
  return mainStep(parseLine(line))?.family;
}

/** The first step that is not trivial, else the last that has a name: getting there comes before doing. */
function mainStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ isTrivial }) => !isTrivial) ?? steps.findLast(({ family }) => family !== undefined);
}
