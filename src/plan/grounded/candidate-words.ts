/** The words and meanings that a candidate is found by: its own, and those that its commands imply. */
import { unwrapped } from "../../core/command/inner-commands.ts";
import { literal } from "../../core/command/syntax/word.ts";
import { programOf } from "../../core/command/tables/programs.ts";
import { IMPLIED } from "./tables/implied.ts";
import { FOLLOWS } from "./tables/phrases.ts";
import { meaningsOf, namesIn, wordKey } from "./vocabulary.ts";

type Weighted = { readonly text: string; readonly strength: number };

/** An implied meaning counts less than the word itself. */
const MEANT = 0.9;

export function wordsAndMeanings(
  parts: readonly Weighted[],
  commands: readonly Weighted[],
): {
  /** By root and by the name of a meaning: how strongly it matches, 0 to 1. */
  readonly words: ReadonlyMap<string, number>;
  readonly meanings: ReadonlyMap<string, number>;
} {
  const words = new Map<string, number>();
  const meanings = new Map<string, number>();
  const raise = (map: Map<string, number>, key: string, strength: number) => {
    if ((map.get(key) ?? 0) < strength) map.set(key, strength);
  };
  const say = (word: string, strength: number) => {
    raise(words, wordKey(word), strength);
    for (const { name } of meaningsOf(word, "named")) raise(meanings, name, strength * MEANT);
  };
  // `--rm` deletes only the container that the command starts.
  const named = (text: string) => namesIn(text.replace(/ --rm\b/g, ""));
  for (const { text, strength } of parts) for (const word of named(text)) say(word, strength);
  for (const { text, strength } of commands) for (const word of impliedBy(text)) say(word, strength * MEANT);
  for (const [one, other] of FOLLOWS) raise(meanings, other, (meanings.get(one) ?? 0) * MEANT);
  return { words, meanings };
}

/** Words that are implied by any command of the line, as in `cd x && …`. */
function impliedBy(line: string): string[] {
  return line.split(/&&|\|\||[;|\n]/).flatMap((command) => impliedByOne(command.trim()));
}

function impliedByOne(command: string): string[] {
  const written = command.split(/\s+/);
  const { runs, runsAfter } = programOf(written[0] ?? "");
  // Most commands have no wrapper, and there are thousands of them.
  const isWrapped = runs !== undefined || runsAfter !== undefined;
  const words = isWrapped ? unwrapped(written.map(literal)).words.map(({ value }) => value) : written;
  impliedRows ??= Map.groupBy(
    IMPLIED.map(({ command, words }) => ({ row: command.split(" "), words: words.split(" ") })),
    ({ row }) => row[0]!,
  );
  const rows = impliedRows.get(words[0] ?? "") ?? [];
  return rows.filter(({ row }) => isSaidBy(row, words)).flatMap((one) => one.words);
}

type ImpliedRow = { readonly row: readonly string[]; readonly words: readonly string[] };

/** By the first word of the command: most programs have no row. */
let impliedRows: ReadonlyMap<string, readonly ImpliedRow[]> | undefined;

/** The words of the row in order; its options anywhere. */
function isSaidBy(row: readonly string[], words: readonly string[]): boolean {
  let at = -1;
  return row.every((part, index) => {
    if (part.startsWith("-"))
      return words.some((word) => word === part || word.startsWith(`${part}=`) || isCounted(word, part));
    const found = words.findIndex((word, place) => place > at && word === part);
    const isInPlace = found >= 0 && (index === 0 ? found === 0 : true);
    at = found;
    return isInPlace;
  });
}

/** `-j8` is `-j`. */
function isCounted(word: string, option: string): boolean {
  return /^-[a-z]$/.test(option) && word.startsWith(option) && /^\d+$/.test(word.slice(2));
}
