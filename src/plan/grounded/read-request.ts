/** Reads a request into weighted words and the values in it. */
import { rootOf } from "../../core/text/stem.ts";
import { withoutEnd } from "../../core/text/words.ts";
import { isOrdinary, isSilent, PHRASES } from "./tables/phrases.ts";
import { meaningsOf, respelt, wordKey, wordsIn } from "./vocabulary.ts";

/** One thing that was asked for. */
export type Unit = {
  readonly word: string;
  readonly root: string;
  readonly meanings: readonly string[];
  /** 1 for a word that has to be answered; less for one that says little. */
  readonly weight: number;
  /** As written, with case and signs: it could be a value. */
  readonly written: string;
  /** 1, or less if the spelling was guessed. */
  readonly sureness: number;
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

const LONGEST_REQUEST = 500;

export function readRequest(written: string, vocabulary: ReadonlySet<string>): Request {
  const text = written.slice(0, LONGEST_REQUEST).replace(/\s+/g, " ").trim();
  const tokens = tokensOf(text);
  const plain = joinPhrases(tokens.filter(({ kind }) => kind !== "quoted"));
  const units = plain.flatMap((token) => unitsOf(token, vocabulary));
  return { text, units: inContext(once(units)), values: valuesOf(tokens) };
}

type Token = {
  readonly text: string;
  readonly kind: Value["kind"] | "word";
  readonly clause: number;
  readonly isUnwanted: boolean;
  readonly isOnly: boolean;
};

const QUOTED = /"([^"]{1,300})"|“([^”]{1,300})”|`([^`]{1,300})`|(?<![\w])'([^']{1,300})'(?!\w)/g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const clause = (): number => tokens.at(-1)?.clause ?? 0;
  for (const found of text.matchAll(QUOTED)) {
    tokens.push(...plainTokens(text.slice(at, found.index), clause()));
    tokens.push({
      text: found[1] ?? found[2] ?? found[3] ?? found[4] ?? "",
      kind: "quoted",
      clause: clause(),
      isUnwanted: false,
      isOnly: false,
    });
    at = found.index + found[0].length;
  }
  return [...tokens, ...plainTokens(text.slice(at), clause())];
}

/** Another part of the request begins after a comma or a full stop, and with words such as "because" or "without". */
function plainTokens(text: string, first: number): Token[] {
  let clause = first;
  let unwanted = 0;
  return text.split(" ").flatMap((written, at, words) => {
    if (LEADS_ASIDE.test(written)) clause += 1;
    unwanted = REFUSES.test(written) ? UNWANTED_WORDS : ENDS_REFUSAL.test(written) ? 0 : Math.max(0, unwanted - 1);
    const isOnly = /^(?:only|just)$/i.test(words[at - 1] ?? "");
    const place = { clause, isUnwanted: unwanted > 0, isOnly };
    if (/[,;:.?!]$/.test(written)) {
      clause += 1;
      unwanted = 0;
    }
    return oneToken(written).map((token) => ({ ...token, ...place }));
  });
}

const LEADS_ASIDE = /^(?:before|so|because|until|without|unless|but)$/i;
const REFUSES = /^(?:without|not|no|never|except|don['’]?t)$/i;
const ENDS_REFUSAL = /^(?:and|but|then|or|just|only)$/i;
/** A refusal covers its own word and so many after it. */
const UNWANTED_WORDS = 5;

function oneToken(written: string): Pick<Token, "text" | "kind">[] {
  return [written]
    .map((raw) => withoutEnd(raw.replace(/^[([{,;:!?]+/, ""), ")]},;:!?.").replace(SHORTENED, ""))
    .filter((raw) => raw !== "")
    .map((raw) => ({ text: raw, kind: kindOf(raw) }));
}

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

/** Phrases become the word that they mean; words between their parts stay. */
function joinPhrases(tokens: readonly Token[]): Token[] {
  let rest = tokens.flatMap((token) =>
    // `end-to-end` is read as three words, `date-fns` may be a name.
    token.kind === "word" && /^[A-Za-z]+(?:-[A-Za-z]+)+$/.test(token.text) && isPhrase(token.text)
      ? token.text.split("-").map((text): Token => ({ ...token, text, kind: "word" }))
      : [token],
  );
  for (const [phrase, meant] of PHRASES) rest = joined(rest, phrase.split(" "), meant);
  return rest;
}

/** The words of a text, with phrases as the word that they mean. */
export function withPhrases(text: string): string {
  return joinPhrases(tokensOf(text))
    .map((token) => token.text)
    .join(" ");
}

function isPhrase(text: string): boolean {
  return PHRASES.some(([phrase]) => phrase === text.toLowerCase().replaceAll("-", " "));
}

const WIDEST_GAP = 6;

function joined(tokens: readonly Token[], phrase: readonly string[], meant: string): Token[] {
  for (let from = 0; from < tokens.length; from += 1) {
    const gap: Token[] = [];
    let at = from;
    const isHere = phrase.every((word) => {
      if (word !== "_") {
        at += 1;
        return tokens[at - 1]?.text.toLowerCase() === word;
      }
      const last = phrase.at(-1);
      while (gap.length < WIDEST_GAP && tokens[at] !== undefined && tokens[at]!.text.toLowerCase() !== last) {
        gap.push(tokens[at]!);
        at += 1;
      }
      return true;
    });
    if (isHere)
      return [
        ...tokens.slice(0, from),
        { ...tokens[from]!, text: meant, kind: "word" },
        ...gap,
        ...joined(tokens.slice(at), phrase, meant),
      ];
  }
  return [...tokens];
}

function unitsOf({ text, kind, clause, isUnwanted, isOnly }: Token, vocabulary: ReadonlySet<string>): Unit[] {
  if (kind === "number" || kind === "version") return [];
  const parts = wordsIn(text).filter((word) => !/^\d+$/.test(word));
  const lower = text.toLowerCase();
  if (isSilent(lower)) return [];
  return parts
    .filter((word) => !isSilent(word) && word.length > 1)
    .map((word) => {
      const unit = unitOf(word, text, vocabulary);
      return { ...unit, clause, isUnwanted, isOnly, weight: isUnwanted ? unit.weight * UNWANTED : unit.weight };
    });
}

/** Refused words weigh little. */
const UNWANTED = 0.2;

/** Filler words count if they are answered, and hardly if not. */
const ORDINARY = 0.2;

function unitOf(
  written: string,
  token: string,
  vocabulary: ReadonlySet<string>,
): Omit<Unit, "clause" | "isUnwanted" | "isOnly"> {
  const isKnown =
    vocabulary.has(written) ||
    vocabulary.has(rootOf(written)) ||
    meaningsOf(written, "asked").length > 0 ||
    isOrdinary(written);
  const guess = isKnown ? undefined : respelt(written, vocabulary);
  const word = guess ?? written;
  const meanings = meaningsOf(word, "asked");
  const root = wordKey(word);
  const weight =
    meanings.length > 0 ? Math.max(...meanings.map((one) => one.weight ?? 1)) : isOrdinary(word) ? ORDINARY : 1;
  return {
    word,
    root,
    meanings: meanings.map(({ name }) => name),
    weight,
    written: token,
    sureness: guess === undefined ? 1 : 0.9,
  };
}

/** Adjusts weights by the other words: a build for production is a build, the graph of commits is not a commit. */
function inContext(units: readonly Unit[]): Unit[] {
  const means = (name: string, but: Unit) => units.some((unit) => unit !== but && unit.meanings.includes(name));
  return units.map((unit) => {
    const isHow = unit.meanings.includes("production") && means("build", unit);
    const isObject = unit.word === "commit" && means("history", unit);
    return isHow || isObject ? { ...unit, weight: 0.2 } : unit;
  });
}

function once(units: readonly Unit[]): Unit[] {
  return units.filter((unit, at) => units.findIndex((other) => other.root === unit.root) === at);
}

function valuesOf(tokens: readonly Token[]): Value[] {
  const near = (at: number): string => (tokens[at]?.kind === "quoted" ? "" : (tokens[at]?.text.toLowerCase() ?? ""));
  return tokens.flatMap(({ text, kind }, at): Value[] =>
    kind === "word" ? [] : [{ text: text.replace(/^#(?=\d)/, ""), kind, before: near(at - 1), after: near(at + 1) }],
  );
}
