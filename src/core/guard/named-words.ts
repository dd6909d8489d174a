/** The words that a guard names, and whether a text that no parser read contains one. */
import { plainText } from "../command/syntax/plain-text.ts";
import { type Guard, isCommandText, listOfPatterns } from "./guard.ts";

/** Programs and their subcommands; none if it is about any program. Of globs the last part that is no wildcard. */
export function namedWords(guard: Guard): readonly string[] {
  if ("protect" in guard) return listOfPatterns(guard.protect).flatMap(nameIn);
  // Of a glob for every file of a kind the ending is the name: `*.ts`.
  if ("text" in guard && !isCommandText(guard.text)) return nameIn(guard.text.in);
  return [...new Set(commandsOf(guard).flatMap(wordsIn))];
}

/** Whether a text has all words and options of one of the guard's commands, or the fixed part of one of its globs. */
export function saysAll(guard: Guard, written: string): boolean {
  const text = plainText(written);
  if ("protect" in guard)
    return listOfPatterns(guard.protect).some((glob) => {
      const start = glob.replace(/[*?[{].*$/, "");
      return start === "" ? nameIn(glob).some((word) => occursIn(text, word)) : written.includes(start);
    });
  return commandsOf(guard).some((command) => {
    const words = command.split(/[\s|]+/).filter((word) => /\w/.test(word) && !word.includes("*"));
    return words.length > 0 && words.every((word) => occursIn(text, word));
  });
}

function commandsOf(guard: Guard): readonly string[] {
  if ("deny" in guard) return listOfPatterns(guard.deny);
  if ("instead" in guard) return Object.keys(guard.instead);
  if ("require" in guard) return [guard.require.command];
  if ("never" in guard) return [guard.never.command];
  if ("text" in guard) return isCommandText(guard.text) ? [guard.text.in] : [];
  return "first" in guard ? [guard.first.command] : [];
}

function wordsIn(pattern: string): readonly string[] {
  return pattern
    .split(/[\s|]+/)
    .map(plainText)
    .filter((word) => /^[^-]*\w/.test(word) && !word.includes("*"));
}

const nameIn = (glob: string): readonly string[] =>
  glob
    .split(/[/*?{},[\]]+/)
    .filter((part) => /\w/.test(part))
    .slice(-1);

/** Whether a word stands in a text by itself; the text is plain. */
export function occursIn(text: string, word: string): boolean {
  const goesOn = (at: number): boolean => isWordChar(text[at - 1]) && isWordChar(text[at]);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!goesOn(at) && !goesOn(at + word.length)) return true;
  return false;
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);
