/** Whether a command does something that a request has to mention before it may be planned. */
import type { CommandCandidate } from "./candidates.ts";
import type { Request } from "./read-request.ts";
import { keysOf, lexicon, wordsIn } from "./words/lexicon.ts";

/** A request must mention free text of an earlier run, and anything destructive. */
export function lacksMention({ units, text }: Request, { steps, slots, source }: CommandCandidate): boolean {
  const asked = new Set(units.flatMap(({ keys }) => keys));
  const line = steps.join(" ");
  const old = slots.length === 0 && source === "history" ? [...line.matchAll(FREE_TEXT)] : [];
  const said = new Set([...wordsIn(text), ...lexicon().silent]);
  if (old.some(([, words = ""]) => !wordsIn(words).every((word) => said.has(word)))) return true;
  return DESTROYS.some(([pattern, word, other]) => {
    if (!pattern.test(line.toLowerCase())) return false;
    if (other !== undefined && asked.has(other)) return false;
    // Without another word for it, the program that does it has to be named too.
    const isNamed = asked.has(keysOf(word, "named")[0]!);
    return !(isNamed && (other !== undefined || asked.has(keysOf(line.split(" ", 1)[0]!.toLowerCase(), "named")[0]!)));
  });
}

/** A message or another quoted text of several words. */
const FREE_TEXT = /["']([^"'*]*[A-Za-z] [^"'*]*)["']/g;

/** What a line does, the word that asks for it, and a sense that asks for it as well. */
const DESTROYS: readonly (readonly [pattern: RegExp, word: string, other?: string])[] = [
  [/\bdestroy\b/, "destroy"],
  [/(?<!--)\bprune\b/, "prune"],
  [/\bdown -v\b/, "down"],
  [/\bmkfs\b/, "mkfs"],
  [/\bdd if\b/, "dd"],
  [/\bdrop\b/, "drop"],
  [/\brm -[rf]+\b/, "rm", ":delete"],
  [/\bkill\b/, "kill", ":stop"],
  [/--hard\b/, "hard", ":reset"],
  [/--force\b/, "force", ":reset"],
  [/migrate reset/, "migrate", ":reset"],
];
