/** Whether a command would act at a place that a guard names: a branch, a directory, a day, with a variable. */

import { coversWord } from "../base/glob.ts";
import { operands, type ParsedCommand } from "../command/parsed-command.ts";
import { matchesAnyGlob, pathInProject } from "../project/project.ts";
import { destinationOf } from "./command-shape.ts";
import { hasFlag } from "./pattern.ts";

export type Around = {
  readonly root: string | undefined;
  /** The branch that is checked out where a command runs. */
  readonly branch?: ((cwd: string) => string | undefined) | undefined;
  /** Today, in lower case: `friday`. */
  readonly day?: string | undefined;
};

/** Undefined if that is not known: nothing is stopped then. */
export function isAt(on: string, command: ParsedCommand, around: Around): boolean | undefined {
  if (on.startsWith("!")) {
    const found = isAt(on.slice(1), command, around);
    return found === undefined ? undefined : !found;
  }
  if (DAYS.test(on)) return around.day === undefined ? undefined : around.day === on.toLowerCase();
  if (/^\w+=/.test(on)) return hasFlag(on, command);
  if (on.endsWith("/")) return isInFolder(on, command, around.root);
  const branches = branchesOf(command, around);
  return branches.length === 0 ? undefined : branches.some((branch) => branch === ALL || coversWord(on, branch));
}

const DAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
const ALL = "*";

function isInFolder(folder: string, { cwd }: ParsedCommand, root: string | undefined): boolean | undefined {
  if (cwd === undefined || root === undefined) return undefined;
  const path = pathInProject(`${cwd}/any`, { root, cwd: root });
  return path !== undefined && matchesAnyGlob(path, [`${folder.replace(/^\.\//, "")}**`]);
}

/** The branches that a push writes to; of another command the one that it finds checked out. */
function branchesOf(command: ParsedCommand, around: Around): readonly string[] {
  const current = currentBranch(command, around);
  const here = current === undefined ? [] : [current];
  const [verb, , ...refs] = operands(command).map(({ value }) => value);
  if (command.program !== "git" || verb !== "push") return here;
  if (command.args.some(({ value }) => value === "--all" || value === "--mirror")) return [ALL];
  if (refs.length === 0) return here;
  return refs.flatMap((ref) => {
    const target = destinationOf(ref);
    return target === "HEAD" || target === "@" ? here : [target];
  });
}

/** A checkout earlier in the line decides. */
function currentBranch({ cwd, after }: ParsedCommand, { branch }: Around): string | undefined {
  const switched = after.findLast(
    (earlier) => earlier.program === "git" && /^(?:checkout|switch)$/.test(operands(earlier)[0]?.value ?? ""),
  );
  const to = switched === undefined ? undefined : operands(switched)[1]?.value;
  return to ?? (cwd === undefined ? undefined : branch?.(cwd));
}
