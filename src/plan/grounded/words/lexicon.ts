/** Looks words up in the table of senses: what they mean, what a command means, and the word that a misspelt one probably is. */
import { unwrapped } from "../../../core/command/inner-commands.ts";
import { literal } from "../../../core/command/syntax/word.ts";
import { programOf } from "../../../core/command/tables/programs.ts";
import type { WeightOf } from "../../../core/plan/material.ts";
import { editDistance } from "../../../core/text/edit-distance.ts";
import { rootOf } from "../../../core/text/stem.ts";
import { PLAIN_WORDS, SENSES, SILENT } from "./senses.ts";

type Sense = {
  /** As `:name`. */
  readonly key: string;
  readonly weight: number;
  /** How far any command answers it. */
  readonly always: number;
  /** A command that does not do it does not answer a request for it, however well the rest fits. */
  readonly isDecisive: boolean;
  readonly words: readonly string[];
  readonly phrases: readonly string[];
  readonly programs: readonly string[];
  readonly commands: readonly (readonly string[])[];
  /** A command with one of these senses has this one too. */
  readonly follows: readonly string[];
};

type BySense = ReadonlyMap<string, readonly Sense[]>;

type Lexicon = {
  readonly senses: readonly Sense[];
  /** Those that follow from others. */
  readonly following: readonly Sense[];
  /** By the root of a word in a request, and in a command, which also has names of programs. */
  readonly asked: BySense;
  readonly named: BySense;
  /** By the first word of their commands: most programs have none. */
  readonly byProgram: BySense;
  /** Every word of the table, with and without its ending. */
  readonly words: ReadonlySet<string>;
  readonly silent: ReadonlySet<string>;
};

let read: Lexicon | undefined;

/** Read when it is first needed. */
export function lexicon(): Lexicon {
  if (read !== undefined) return read;
  const senses = SENSES.trim().split("\n").map(senseIn);
  const by = (wordsOf: (sense: Sense) => readonly string[]): BySense => {
    const map = new Map<string, Sense[]>();
    for (const sense of senses)
      for (const word of new Set(wordsOf(sense))) map.set(word, [...(map.get(word) ?? []), sense]);
    return map;
  };
  // `ansible-lint` is two words.
  const words = [...senses.flatMap(senseWords), ...PLAIN_WORDS.split(" ")];
  read = {
    senses,
    following: senses.filter(({ follows }) => follows.length > 0),
    asked: by((sense) => sense.words.map(rootOf)),
    named: by((sense) => [...sense.words, ...sense.programs].map(rootOf)),
    byProgram: by(({ commands }) => commands.map(([program = ""]) => program)),
    words: new Set([...words, ...words.map(rootOf)]),
    silent: new Set(SILENT.trim().split(/\s+/)),
  };
  return read;
}

function senseIn(line: string): Sense {
  const [head = "", rest = ""] = line.split(/: (.*)/);
  const [, name = "", mark, weight = "1", always = "0"] =
    /^([\w ]+?)(!?)(?: ([\d.]+))?(?: ~([\d.]+))?$/.exec(head) ?? [];
  const [, said = "", programs = "", commands = "", follows = ""] =
    /^([^=>@]*?)(?: ?= ([^>@]*?))?(?: ?> ([^@]*?))?( ?@.*)?$/.exec(rest) ?? [];
  const [words = "", ...phrases] = said.split(", ");
  return {
    key: `:${name}`,
    weight: Number(weight),
    always: Number(always),
    isDecisive: mark === "!",
    words: listed(words, " "),
    phrases,
    programs: listed(programs, " "),
    commands: listed(commands, ", ").map((command) => command.split(" ")),
    follows: listed(follows, " ").map((other) => other.replace("@", ":")),
  };
}

function listed(text: string, by: string): string[] {
  return text.trim().split(by).filter(Boolean);
}

/** `ansible-lint` is two words. */
export function senseWords({ words, programs }: Pick<Sense, "words" | "programs">): string[] {
  return [...words, ...programs].flatMap((word) => word.split("-"));
}

/** `commits` are looked at, `commit` is done: they are two words. */
function rootKey(word: string): string {
  return word === "commits" ? word : rootOf(word);
}

/** The senses of a word in a request, or in a command. */
export function sensesOf(word: string, by: "asked" | "named"): readonly Sense[] {
  const found = lexicon()[by].get(rootOf(word)) ?? [];
  return /^commits?$/.test(word) ? found.filter(({ key }) => (key === ":commit") === (word === "commit")) : found;
}

/** A word without a sense is a name, which says much. */
export function weightOfSenses(senses: readonly Sense[]): number {
  return senses.length === 0 ? 1 : Math.max(...senses.map(({ weight }) => weight));
}

/** Its root and its senses: two words that share a key mean the same. */
export function keysOf(word: string, by: "asked" | "named"): string[] {
  return [rootKey(word), ...sensesOf(word, by).map(({ key }) => key)];
}

/** With the senses that follow from these: who asks for a type check asks for a check. */
export function withFollowing(keys: readonly string[]): string[] {
  const following = lexicon().following.filter(({ follows }) => follows.some((key) => keys.includes(key)));
  return [...keys, ...following.map(({ key }) => key)];
}

/** Whether a word says little: it is in no row, and its vector is short because it tells sentences apart so badly. */
export function isFiller(word: string, weightOf: WeightOf | undefined): boolean {
  return !isKnownWord(word) && (weightOf?.(word) ?? LEAST_WEIGHT) < LEAST_WEIGHT;
}

export function isKnownWord(word: string): boolean {
  return lexicon().words.has(word) || lexicon().words.has(rootOf(word));
}

const LEAST_WEIGHT = 0.85;

/** The senses of the commands in a line, as in `cd x && …`; rows name the words of a command in order, options anywhere. */
export function sensesOfLine(line: string): string[] {
  return line.split(/&&|\|\||[;|\n]/).flatMap((command) => {
    const written = command.trim().split(/\s+/);
    const { runs, runsAfter } = programOf(written[0] ?? "");
    // Most commands have no wrapper, and there are thousands of them.
    const isWrapped = runs !== undefined || runsAfter !== undefined;
    const words = isWrapped ? unwrapped(written.map(literal)).words.map(({ value }) => value) : written;
    const senses = lexicon().byProgram.get(words[0] ?? "") ?? [];
    return senses.filter(({ commands }) => commands.some((row) => isSaidBy(row, words))).map(({ key }) => key);
  });
}

function isSaidBy(row: readonly string[], words: readonly string[]): boolean {
  let at = -1;
  return row.every((part, index) => {
    if (part.startsWith("-")) return words.some((word) => word === part || isWithValue(word, part));
    at = words.findIndex((word, place) => place > at && word === part);
    return index === 0 ? at === 0 : at > 0;
  });
}

/** `-j8` and `--cov=src`. */
function isWithValue(word: string, option: string): boolean {
  return (
    word.startsWith(`${option}=`) || (option.length === 2 && word.startsWith(option) && /^\d+$/.test(word.slice(2)))
  );
}

/** The words of a text in lower case, with identifiers split. */
export function wordsIn(text: string): string[] {
  return (text.match(PARTS) ?? []).map((part) => part.toLowerCase());
}

/** `e2e`, `k8s`, `i18n` and `IDs` are single words. */
const PARTS =
  /\b[A-Z]{2,}s\b|\b[A-Za-z]\d+[A-Za-z]\b|[A-Z]?[a-z]+\d?(?![a-z])|[A-Z]+(?![a-z])|\d+|[^\s\p{P}\p{S}\dA-Za-z]+/gu;

/** The known word nearest to a misspelt one: one typo in a short word, two in a long one. */
export function respelt(word: string, vocabulary: ReadonlySet<string>): string | undefined {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return undefined;
  const most = word.length >= 8 ? 2 : 1;
  let best: { word: string; slips: number } | undefined;
  for (const candidate of vocabulary) {
    if (candidate[0] !== word[0] || candidate.length < 4 || Math.abs(candidate.length - word.length) > most) continue;
    const slips = editDistance(word, candidate, most);
    if (slips <= most && (best === undefined || slips < best.slips)) best = { word: candidate, slips };
  }
  return best?.word;
}
