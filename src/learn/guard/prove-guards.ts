/** The guards that a reader proposes for a quote, as far as the quote names what they are about: nothing is taken on its word. */
import { textPattern } from "../../core/guard/added-text.ts";
import { type Guard, isCommandText, type ReadGuards, readGuards } from "../../core/guard/guard.ts";
import { readPattern } from "../../core/guard/pattern.ts";
import type { NominatedGuard } from "../../core/session/session.ts";
import { COMMANDS_OF } from "./verbs.ts";

export function provenGuards(drafts: readonly NominatedGuard[], quote: string): readonly Guard[] {
  const read: ReadGuards = readGuards(drafts.map(guardOf));
  return read.outcome === "damaged" ? [] : read.guards.filter((guard, at) => isProven(guard, drafts[at]!, quote));
}

function guardOf({ kind, what, other, except, ask }: NominatedGuard): object {
  const right = other ?? "";
  const rules: Readonly<Record<NominatedGuard["kind"], object>> = {
    deny: { deny: what },
    instead: { instead: { [what]: right } },
    require: { require: { command: what, flag: right } },
    first: { first: { command: what, run: right } },
    protect: { protect: what },
    never: { never: { command: what, on: right } },
    text: { text: { in: right, adds: what } },
  };
  return { ...rules[kind], ...(except != null && except !== "" && { except }), ...(ask === true && { mode: "ask" }) };
}

function isProven(guard: Guard, { what, other, except }: NominatedGuard, quote: string): boolean {
  if ("text" in guard)
    return textPattern(guard.text.adds) !== undefined && sharesWord(what, quote) && isReadable(guard.text);
  if ("protect" in guard) return sharesWord(what, quote);
  const commands = "never" in guard || "require" in guard ? [what] : [what, other ?? ""].filter((text) => text !== "");
  const isNamed = commands.every((command) => readPattern(command) !== undefined && isSaid(command, quote));
  const place = "never" in guard || "require" in guard ? (other ?? "") : "";
  return isNamed && [place, except ?? ""].every((text) => text === "" || sharesWord(text, quote));
}

const isReadable = (text: { readonly in: string; readonly adds: string }): boolean =>
  !isCommandText(text) || readPattern(text.in) !== undefined;

/** What people say for a command: "push" is `git push`. */
const SPOKEN: ReadonlySet<string> = new Set(Object.values(COMMANDS_OF).flat());

/** Each of its words is in the quote; of a command that people name by its verb, one of them. */
function isSaid(command: string, quote: string): boolean {
  const words = wordsOf(command);
  const isVerb = [...SPOKEN].some((one) => command === one || command.startsWith(`${one} `));
  const found = words.filter((word) => says(quote, word));
  return words.length > 0 && (isVerb ? found.length > 0 : found.length === words.length);
}

const sharesWord = (text: string, quote: string): boolean => wordsOf(text).some((word) => says(quote, word));

/** Letters and digits; of a pattern without what it means to a matcher. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/\\[bswdBSWD]|\(\?[a-z]+\)/g, " ")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word.length > 1 || /^[A-Z]$/.test(word));

const says = (quote: string, word: string): boolean => {
  const stem = word.toLowerCase().replace(/(?:ing|ed|es|s)$/, "");
  return quote.toLowerCase().includes(stem.length < 2 ? word.toLowerCase() : stem);
};
