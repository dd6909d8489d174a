/** A guard in words, for people: "denies `git push --force`, except with `--force-with-lease`". */
import { listOf } from "../text/wording.ts";
import { type Guard, listOfPatterns, type Patterns } from "./guard.ts";

export function describeGuard(guard: Guard): string {
  const except = guard.except === undefined ? "" : `, except with ${quoted(guard.except)}`;
  const mode = guard.mode === undefined ? "" : ` (${guard.mode})`;
  return `${whatItDoes(guard)}${except}${mode}`;
}

function whatItDoes(guard: Guard): string {
  if ("deny" in guard) return `denies ${quoted(guard.deny, " …")}`;
  if ("instead" in guard)
    return Object.entries(guard.instead)
      .map(([from, to]) => `denies \`${from} …\`, suggests \`${to} …\``)
      .join("; ");
  if ("require" in guard) return `requires \`${guard.require.flag}\` for \`${guard.require.command} …\``;
  if ("first" in guard) return `requires a successful \`${guard.first.run}\` before \`${guard.first.command} …\``;
  return `protects the files ${quoted(guard.protect)}`;
}

function quoted(patterns: Patterns, more = ""): string {
  return listOf(listOfPatterns(patterns).map((pattern) => `\`${pattern}${more}\``));
}
