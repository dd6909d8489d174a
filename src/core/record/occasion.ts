/** The occasion that a rule names, such as "before pushing": the rule applies then, and not always. */
import { queryTerms } from "../text/words.ts";
import type { MemoryRecord } from "./record.ts";

/** The words of English that begin a clause of time or condition, as grammars list them. */
const OCCASION =
  /\b(?:before|after|when|whenever|while|once|until|unless|if|each time|every time)\s+([^,;:.!?()\n]{3,120})/gi;

/** What the person says or does is no act of an agent: "push back when I am wrong" holds all the time. */
const OF_PERSON = /^I\b/;

/** Undefined for a rule that always holds. */
export function occasionOf(text: string): string | undefined {
  const found = [...text.matchAll(OCCASION)].flatMap(([, clause]) => (OF_PERSON.test(clause!) ? [] : [clause!.trim()]));
  return found.length === 0 ? undefined : found.join(" ");
}

/** Whether a rule holds all the time: it names no occasion, no file and no command that has to come first. */
export function holdsAlways({ text, paths, guards = [] }: Pick<MemoryRecord, "text" | "paths" | "guards">): boolean {
  return paths.length === 0 && occasionOf(text) === undefined && !guards.some((guard) => "first" in guard);
}

/** Whether the occasion of a rule names this command: "before commits" names `git commit`. `family`: its program and subcommands. */
export function isOccasion(text: string, family: string): boolean {
  const occasion = occasionOf(text);
  return occasion !== undefined && shareStem(occasion, actWords(family).join(" "));
}

/** What a command does, in words; the program is often left out. What is published is released. */
export function actWords(family: string): string[] {
  const [program = "", ...acts] = family.split(" ").filter((word) => word !== "run");
  return [...(acts.length > 0 ? acts : [program]), ...(acts.includes("publish") ? ["release"] : [])];
}

/** Whether the occasion of a rule is an edit of this file: "when you edit migrations". */
export function isEditOccasion(text: string, path: string): boolean {
  const occasion = occasionOf(text);
  return occasion !== undefined && EDITS.test(occasion) && shareStem(occasion, wordsOfPath(path));
}

export function wordsOfPath(path: string): string {
  return path.split(/[^\p{L}\p{N}]+/u).join(" ");
}

const EDITS = /\b(?:edit|chang|touch|modif|updat|add|creat|writ|renam)/i;

/** Whether the occasion of a rule is what a prompt is about. */
export function isOccasionOfPrompt(text: string, prompt: string): boolean {
  const occasion = occasionOf(text);
  return occasion !== undefined && shareStem(occasion, prompt);
}

function shareStem(occasion: string, said: string): boolean {
  const named = new Set(queryTerms(occasion).map(({ stem }) => stem));
  return queryTerms(said).some(({ stem }) => named.has(stem));
}
