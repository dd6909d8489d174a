/** The occasion that a rule names, such as "before pushing": the rule applies then, and not always. */
import { queryTerms } from "../text/words.ts";
import type { MemoryRecord } from "./record.ts";

/** The words of English that begin a clause of time or condition, as grammars list them. */
const OCCASION =
  /\b(?:before|after|when|whenever|while|once|until|unless|if|each time|every time)\s+([^,;:.!?()\n]{3,120})/gi;

/** Undefined for a rule that always holds. */
export function occasionOf(text: string): string | undefined {
  const found = [...text.matchAll(OCCASION)].map(([, clause]) => clause!.trim());
  return found.length === 0 ? undefined : found.join(" ");
}

/** Whether a rule holds all the time: it names no occasion, no file and no command that has to come first. */
export function holdsAlways({ text, paths, guards = [] }: Pick<MemoryRecord, "text" | "paths" | "guards">): boolean {
  return paths.length === 0 && occasionOf(text) === undefined && !guards.some((guard) => "first" in guard);
}

/** Whether the occasion of a rule names this command: "before commits" names `git commit`. `family`: its program and subcommand. */
export function isOccasion(text: string, family: string): boolean {
  const occasion = occasionOf(text);
  // The last word says what is done; the program before it is often left out.
  const act = family.split(" ").at(-1) ?? "";
  if (occasion === undefined || act === "") return false;
  const wanted = queryTerms(act).map(({ stem }) => stem);
  const named = new Set(queryTerms(occasion).map(({ stem }) => stem));
  return wanted.length > 0 && wanted.every((stem) => named.has(stem));
}
