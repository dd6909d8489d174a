/** Writes out a correction such as "no, 8081" with the value that it replaces in the agent's last words. */
import type { Reading } from "./reading.ts";

/** Things with one value that people correct in a word or two. */
const VALUED = "port|version|branch|timeout|region|directory|folder|host|username|database|package manager|test runner";

const CORRECTION = new RegExp(
  `^(?:no|nope|actually|wrong|correction)[,.:!]* (?:it's |it is |use |the (?<named>${VALUED}) is )?(?:(?<kind>${VALUED}) )?(?<value>[\\w./:@-]*\\d[\\w./:@-]*)[.!]?$`,
);

/** Undefined if the sentence is no such correction, or the agent named no other value of that kind. */
export function correctedValue({ text, words }: Reading, agentSaid: string): string | undefined {
  const groups = CORRECTION.exec(words)?.groups;
  const value = groups?.value;
  if (value === undefined) return undefined;
  const written = text.slice(words.lastIndexOf(value)).replace(/[.!]$/, "");
  for (const match of agentSaid.matchAll(
    new RegExp(`\\b(${VALUED})\\b(?: (?:is|to|on|at|number|=))?:? [\`"']?([\\w./:@-]*\\d[\\w./:@-]*)`, "gi"),
  )) {
    const kind = match[1]!.toLowerCase();
    const old = match[2]!.replace(/[.:]$/, "");
    const asked = groups?.kind ?? groups?.named;
    if ((asked === undefined || asked === kind) && old !== written) return `The ${kind} is ${written}, not ${old}`;
  }
  return undefined;
}
