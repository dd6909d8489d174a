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
  /** The only thing that was asked for: `stop only redis`. */
  readonly isOnly: boolean;
};

export type Request = {
  readonly text: string;
  readonly units: readonly Unit[];
  readonly values: readonly Value[];
  readonly conditions: readonly Condition[];
};

/** What the request says about how: `but keep the app`, `without the slow ones`. */
export type Condition = {
  /** Without the word that leads it: `the slow ones`. */
  readonly text: string;
  /** It has to stay as it is; otherwise it is refused. */
  readonly isRequired: boolean;
  /** Its first word is what not to do: `don't push`. */
  readonly isDeed: boolean;
  readonly units: readonly Unit[];
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
  const wanted = tokens.filter(({ kind, led }) => kind !== "quoted" && led === undefined);
  const units = joinPhrases(wanted).flatMap((token) => unitsOf(token, reading));
  const once = units.filter((unit, at) => units.findIndex(({ keys }) => keys[0] === unit.keys[0]) === at);
  return { text, units: once, values: valuesOf(tokens), conditions: conditionsOf(tokens, reading) };
}

function conditionsOf(tokens: readonly Token[], reading: Reading): Condition[] {
  const led = tokens.filter(({ led }) => led !== undefined);
  return [...Map.groupBy(led, ({ led }) => led!.at)].map(([, group]) => ({
    text: group
      .map(({ text }) => text)
      .join(" ")
      .replace(/^(?:to|for|in|on|at|from) /, ""),
    ...{ isRequired: group[0]!.led!.isRequired, isDeed: group[0]!.led!.isDeed },
    units: group.flatMap((token) =>
      // What is to be kept may be called anything: no word of it is taken for a misspelt one.
      unitsOf(token, { ...reading, vocabulary: new Set(wordsIn(token.text)) }),
    ),
  }));
}

type Token = Pick<Unit, "clause" | "isOnly"> & {
  /** The condition that it is part of, by the place of the word that leads it. */
  readonly led?: { readonly at: number; readonly isRequired: boolean; readonly isDeed: boolean };
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
    tokens.push({ text: quoted, kind: "quoted", clause: tokens.at(-1)?.clause ?? 0, isOnly: false });
    at = found.index + found[0].length;
  }
  return [...tokens, ...plainTokens(text.slice(at), tokens.at(-1)?.clause ?? 0)];
}

/** Another part of the request begins after a comma or a full stop, and with words such as "because" or "without". */
function plainTokens(text: string, first: number): Token[] {
  let clause = first;
  let led: Token["led"];
  let isAsked = first > 0;
  return text.split(" ").flatMap((written, at, words): Token[] => {
    const isExcepting = /^but$/i.test(written) && ALL.test(words[at - 1] ?? "");
    const isRefusing = REFUSES.test(written) || isExcepting;
    const isLeading = isRefusing || (KEEPS.test(written) && isAsked);
    if (LEADS_ASIDE.test(written) || (isLeading && isAsked && led === undefined)) clause += 1;
    // "except for", "but not", "don't touch": the later word says it.
    if (isLeading) led = { at, isRequired: !isRefusing, isDeed: /^(?:don['’]?t|never)$/i.test(written) };
    else if (ENDS_CONDITION.test(written) || (led !== undefined && at - led.at > LONGEST_CONDITION)) led = undefined;
    const place = { clause, isOnly: /^(?:only|just)$/i.test(words[at - 1] ?? "") };
    const of = isLeading ? undefined : led;
    if (/[,;:.?!]$/.test(written)) {
      clause += 1;
      led = undefined;
    }
    const bare = withoutEnd(written.replace(/^[([{,;:!?]+/, ""), ")]},;:!?.").replace(SHORTENED, "");
    if (isLeading || bare === "" || /^but$/i.test(bare)) return [];
    isAsked ||= !lexicon().silent.has(bare.toLowerCase());
    return [{ text: bare, kind: kindOf(bare), ...place, ...(of !== undefined && { led: of }) }];
  });
}

const LEADS_ASIDE = /^(?:before|so|because|until|unless|but)$/i;
const REFUSES = /^(?:without|not|no|never|except|excluding|skip|skipping|don['’]?t)$/i;
/** After something was asked for: `keep running the tests` asks. */
const KEEPS = /^(?:keep|keeping|leave|leaving)$/i;
const ALL = /^(?:all|everything|anything)$/i;
const ENDS_CONDITION = /^(?:and|but|then|or|just|only)$/i;
const LONGEST_CONDITION = 5;
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

function unitsOf({ text, kind, clause, isOnly }: Token, reading: Reading): Unit[] {
  const { silent } = lexicon();
  if (kind === "number" || kind === "version" || silent.has(text.toLowerCase())) return [];
  return wordsIn(text)
    .filter((word) => !/^\d+$/.test(word) && !silent.has(word) && word.length > 1)
    .map((word) => ({ ...unitOf(word, text, reading), clause, isOnly }));
}

function unitOf(
  asWritten: string,
  written: string,
  { vocabulary, weightOf }: Reading,
): Omit<Unit, "clause" | "isOnly"> {
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
