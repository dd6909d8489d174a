/** A guard in words, for people: "denies `git push --force`, except with `--force-with-lease`". */
import { listOf } from "../text/wording.ts";
import { type Guard, isCommandText, listOfPatterns, type Patterns } from "./guard.ts";

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
  if ("never" in guard) return neverInWords(guard.never);
  if ("text" in guard) {
    const added = isCommandText(guard.text) ? "text" : "added text";
    return `denies ${added} that matches \`${guard.text.adds}\` in \`${guard.text.in}\``;
  }
  return `protects the files ${quoted(guard.protect)}`;
}

function neverInWords({ command, on }: { readonly command: string; readonly on: string }): string {
  return on.startsWith("!")
    ? `allows \`${command} …\` only on \`${on.slice(1)}\``
    : `denies \`${command} …\` on \`${on}\``;
}

function quoted(patterns: Patterns, more = ""): string {
  return listOf(listOfPatterns(patterns).map((pattern) => `\`${pattern}${more}\``));
}
