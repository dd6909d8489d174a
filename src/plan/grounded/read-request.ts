/** Reads a request into weighted words and the values in it. */
import type { WeightOf } from "../../core/plan/material.ts";
import { rootOf } from "../../core/text/stem.ts";
import { withoutEnd } from "../../core/text/words.ts";
import { isFiller, isKnownWord, keysOf, lexicon, respelt, sensesOf, weightOfSenses, wordsIn } from "./words/lexicon.ts";

/** One thing that was asked for. */
export type Unit = {
  readonly word: string;
  readonly keys: readonly string[];
  /** 1 for a word that has to be answered; less for one that says little. */
  readonly weight: number;
  /** How far any command answers it: every command runs or starts something. */
  readonly always: number;
  /** A command that does not do it does not answer the request. */
  readonly isDecisive: boolean;
  /** As written, with case and signs: it could be a value. */
  readonly written: string;
  /** 1, or less if the spelling was guessed. */
  readonly sureness: number;
  /** True for a word of the table; any other may be a name. */
  readonly isKnown: boolean;
  /** The part of the request that it is in. */
  readonly clause: number;
  /** Refused by the request: `not prod`, `without uploading it`. */
  readonly isUnwanted: boolean;
  /** The only thing that was asked for: `stop only redis`. */
  readonly isOnly: boolean;
};

export type Request = {
  readonly text: string;
  readonly units: readonly Unit[];
  readonly values: readonly Value[];
};

export type Value = {
  readonly text: string;
  readonly kind: "quoted" | "number" | "version" | "path" | "name";
  /** The words right before and after it. */
  readonly before: string;
  readonly after: string;
};

type Reading = {
  /** Words that need no respelling: those of the table and of the candidates. */
  readonly vocabulary: ReadonlySet<string>;
  readonly weightOf: WeightOf | undefined;
};

const LONGEST_REQUEST = 500;

export function readRequest(written: string, reading: Reading): Request {
  const text = written.slice(0, LONGEST_REQUEST).replace(/\s+/g, " ").trim();
  const tokens = tokensOf(text);
  const units = joinPhrases(tokens.filter(({ kind }) => kind !== "quoted")).flatMap((token) => unitsOf(token, reading));
  const once = units.filter((unit, at) => units.findIndex(({ keys }) => keys[0] === unit.keys[0]) === at);
  return { text, units: once, values: valuesOf(tokens) };
}

type Token = Pick<Unit, "clause" | "isUnwanted" | "isOnly"> & {
  readonly text: string;
  readonly kind: Value["kind"] | "word";
};

const QUOTED = /"([^"]{1,300})"|“([^”]{1,300})”|`([^`]{1,300})`|(?<![\w])'([^']{1,300})'(?!\w)/g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const found of text.matchAll(QUOTED)) {
    tokens.push(...plainTokens(text.slice(at, found.index), tokens.at(-1)?.clause ?? 0));
    const quoted = found[1] ?? found[2] ?? found[3] ?? found[4] ?? "";
    tokens.push({ text: quoted, kind: "quoted", clause: tokens.at(-1)?.clause ?? 0, isUnwanted: false, isOnly: false });
    at = found.index + found[0].length;
  }
  return [...tokens, ...plainTokens(text.slice(at), tokens.at(-1)?.clause ?? 0)];
}

/** Another part of the request begins after a comma or a full stop, and with words such as "because" or "without". */
function plainTokens(text: string, first: number): Token[] {
  let clause = first;
  let unwanted = 0;
  return text.split(" ").flatMap((written, at, words): Token[] => {
    if (LEADS_ASIDE.test(written)) clause += 1;
    unwanted = REFUSES.test(written) ? UNWANTED_WORDS : ENDS_REFUSAL.test(written) ? 0 : Math.max(0, unwanted - 1);
    const place = { clause, isUnwanted: unwanted > 0, isOnly: /^(?:only|just)$/i.test(words[at - 1] ?? "") };
    if (/[,;:.?!]$/.test(written)) {
      clause += 1;
      unwanted = 0;
    }
    const bare = withoutEnd(written.replace(/^[([{,;:!?]+/, ""), ")]},;:!?.").replace(SHORTENED, "");
    return bare === "" ? [] : [{ text: bare, kind: kindOf(bare), ...place }];
  });
}

const LEADS_ASIDE = /^(?:before|so|because|until|without|unless|but)$/i;
const REFUSES = /^(?:without|not|no|never|except|don['’]?t)$/i;
const ENDS_REFUSAL = /^(?:and|but|then|or|just|only)$/i;
/** A refusal covers its own word and so many after it. */
const UNWANTED_WORDS = 5;
/** `we're`, `it's`, `I'd`. */
const SHORTENED = /['’](?:re|ve|ll|s|d|m)$/i;

function kindOf(raw: string): Token["kind"] {
  if (/^#?\d+$/.test(raw)) return "number";
  if (/^v?\d+(?:\.\d+)+(?:-[\w.]+)?$/.test(raw)) return "version";
  if (/^[\w.+-]{1,64}@[\w.-]{1,255}$/.test(raw)) return "name";
  if (/^[\w@.~-]*\/[\w@./-]*$/.test(raw) || /^[\w-]+\.[a-z]{1,5}$/i.test(raw)) return "path";
  if (/^[A-Za-z][\w-]*$/.test(raw) && (/[_\d]/.test(raw) || /[a-z][A-Z]/.test(raw))) return "name";
  return "word";
}

/** Phrases become a word of their sense; words between their parts stay. */
function joinPhrases(tokens: readonly Token[]): Token[] {
  const phrases = lexicon().senses.flatMap(({ words, phrases: of }) => of.map((text) => ({ text, meant: words[0]! })));
  const isPhrase = (text: string) => phrases.some((phrase) => phrase.text === text.toLowerCase().replaceAll("-", " "));
  let rest = tokens.flatMap((token) =>
    // `end-to-end` is read as three words, `date-fns` may be a name.
    token.kind === "word" && isPhrase(token.text) ? token.text.split("-").map((text) => ({ ...token, text })) : [token],
  );
  // `up to date` comes before `bring _ up`.
  const inOrder = phrases.toSorted((a, b) => Number(a.text.includes("_")) - Number(b.text.includes("_")));
  for (const { text, meant } of inOrder) rest = joined(rest, text.split(" "), meant);
  return rest;
}

/** The words of a text, with phrases as the word that they mean. */
export function withPhrases(text: string): string {
  return joinPhrases(tokensOf(text))
    .map((token) => token.text)
    .join(" ");
}

const WIDEST_GAP = 6;

function joined(tokens: readonly Token[], phrase: readonly string[], meant: string): Token[] {
  const textAt = (at: number) => tokens[at]?.text.toLowerCase();
  for (let from = 0; from < tokens.length; from += 1) {
    const gap: Token[] = [];
    let at = from;
    const isHere = phrase.every((word, index) => {
      if (word !== "_") return textAt(at++) === word;
      for (; gap.length < WIDEST_GAP && at < tokens.length && textAt(at) !== phrase[index + 1]; at += 1)
        gap.push(tokens[at]!);
      return true;
    });
    if (!isHere) continue;
    const word: Token = { ...tokens[from]!, text: meant, kind: "word" };
    return [...tokens.slice(0, from), word, ...gap, ...joined(tokens.slice(at), phrase, meant)];
  }
  return [...tokens];
}

function unitsOf({ text, kind, clause, isUnwanted, isOnly }: Token, reading: Reading): Unit[] {
  const { silent } = lexicon();
  if (kind === "number" || kind === "version" || silent.has(text.toLowerCase())) return [];
  return wordsIn(text)
    .filter((word) => !/^\d+$/.test(word) && !silent.has(word) && word.length > 1)
    .map((word) => {
      const unit = unitOf(word, text, reading);
      return { ...unit, clause, isUnwanted, isOnly, weight: isUnwanted ? unit.weight * UNWANTED : unit.weight };
    });
}

/** Refused words weigh little. */
const UNWANTED = 0.2;

function unitOf(
  asWritten: string,
  written: string,
  { vocabulary, weightOf }: Reading,
): Omit<Unit, "clause" | "isUnwanted" | "isOnly"> {
  const isSpelt = vocabulary.has(asWritten) || vocabulary.has(rootOf(asWritten)) || isFiller(asWritten, weightOf);
  const guess = isSpelt ? undefined : respelt(asWritten, vocabulary);
  const word = guess ?? asWritten;
  const senses = sensesOf(word, "asked");
  const filler = isFiller(word, weightOf);
  return {
    word,
    keys: keysOf(word, "asked"),
    weight: filler ? FILLER : weightOfSenses(senses),
    always: Math.max(0, ...senses.map((sense) => sense.always)),
    isDecisive: senses.some((sense) => sense.isDecisive),
    written,
    sureness: guess === undefined ? 1 : 0.9,
    isKnown: filler || isKnownWord(word),
  };
}

/** Filler counts if it is answered, and hardly if not. */
const FILLER = 0.2;

function valuesOf(tokens: readonly Token[]): Value[] {
  const near = (at: number): string => (tokens[at]?.kind === "quoted" ? "" : (tokens[at]?.text.toLowerCase() ?? ""));
  return tokens.flatMap(({ text, kind }, at): Value[] =>
    kind === "word" ? [] : [{ text: text.replace(/^#(?=\d)/, ""), kind, before: near(at - 1), after: near(at + 1) }],
  );
}
