/** Corrections in a word or two: "no, use pnpm", and "no, 8081" with the value it replaces in the agent's last words. */
import { keyFor } from "../core/record/key.ts";
import type { Reading } from "./reading.ts";

/** Things with one value that people correct in a word or two. */
const VALUED = "port|version|branch|timeout|region|directory|folder|host|username|database|package manager|test runner";

const CORRECTION = new RegExp(
  `^(?:no|nope|actually|wrong|correction)[,.:!]* (?:it's |it is |use |the (?<named>${VALUED}) is )?(?:(?<kind>${VALUED}) )?(?<value>[\\w./:@-]*\\d[\\w./:@-]*)[.!]?$`,
);

/** Where the value is, if the person answers to it. */
const LAST_CHARS = 4000;

const CHOICE = /^(?:no|nope|actually|wrong|correction)[,.:!]+ (?=(?:please )?(?:use|we use) \S+[.!]?$)/;

/** Undefined if the sentence is no such correction, or the agent named no other value of that kind. */
export function correctedValue({ text, words }: Reading, agentSaid: string): string | undefined {
  const choice = CHOICE.exec(words);
  if (choice !== null) {
    const stated = text
      .slice(choice[0].length)
      .replace(/[.!`]+$/, "")
      .replaceAll("`", "");
    return keyFor(stated).by === "topic" ? stated.charAt(0).toUpperCase() + stated.slice(1) : undefined;
  }
  const groups = CORRECTION.exec(words)?.groups;
  const value = groups?.value;
  if (value === undefined) return undefined;
  const written = text.slice(words.lastIndexOf(value)).replace(/[.!]$/, "");
  for (const match of agentSaid
    .slice(-LAST_CHARS)
    .matchAll(
      new RegExp(`\\b(${VALUED})\\b(?: (?:is|to|on|at|number|=))?:? [\`"']?([\\w./:@-]*\\d[\\w./:@-]*)`, "gi"),
    )) {
    const kind = match[1]!.toLowerCase();
    const old = match[2]!.replace(/[.:]$/, "");
    const asked = groups?.kind ?? groups?.named;
    if ((asked === undefined || asked === kind) && old !== written) return `The ${kind} is ${written}, not ${old}`;
  }
  return undefined;
}
