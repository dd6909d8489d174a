/** Whether two statements say the same: certainly, by a form that all wordings share; or in other words, by what they share in words and meaning. */
import { dot } from "../search/vectors.ts";
import { queryTerms } from "../text/words.ts";
import { negates } from "./instructs.ts";
import { statementForm } from "./statement-form.ts";

/** A vector of length 1. */
export type VectorOf = (text: string) => Float32Array;

/** Certainly: one may take the place of the other without asking anybody. Negations, numbers, names and order decide. */
export function saysTheSame(a: string, b: string): boolean {
  return a === b || knownForm(a) === knownForm(b);
}

/** One goes on where the other ends, with words that name, number, deny or limit nothing: what was said later takes its place. */
export function saysMore(a: string, b: string): boolean {
  const [short, long] = [a, b].toSorted((one, other) => knownForm(one).length - knownForm(other).length) as [
    string,
    string,
  ];
  const [few, many] = [knownForm(short), knownForm(long)];
  if (few.split(" ").length < FEW_TERMS || !many.startsWith(`${few} `)) return false;
  const capitals =
    long
      .match(/(?<=[^.!?\s] +)\p{Lu}\S*/gu)
      ?.join(" ")
      .toLowerCase() ?? "";
  const added = many.slice(few.length + 1).split(" ");
  const isPlain = added.every((word) => /^[a-z]+$/.test(word) && !LIMITS.test(word) && !capitals.includes(word));
  return isPlain && negates(a) === negates(b) && compareStatements([a, b]).saySame(0, 1);
}

const LIMITS = /^(?:only|except|unless|if|when|until|after|before|without|but|and|or|nor|rather|not)$/;

export type StatementComparison = {
  /** The places of the statements worth comparing with this one. */
  readonly near: (at: number) => readonly number[];
  /** 0 to 1; 1 if they certainly say the same. */
  readonly closeness: (a: number, b: number) => number;
  /** Whether they say the same, maybe of another value or in other words: to count, to group and to show together. */
  readonly saySame: (a: number, b: number) => boolean;
};

/** From this closeness on, two statements say the same. */
const SAME = 0.5;
/** Fewer distinctive words are too few to compare. */
const LEAST_TERMS = 2;
/** So short a statement is also found by its form: its words may differ in all but one. */
const FEW_TERMS = 3;
/** Without so many words in common, a similar meaning is only the same topic. */
const LEAST_SHARED = 0.25;
/** A word of more statements distinguishes none of them. */
const MOST_WITH_TERM = 200;

/**
 * Each word counts by how rare it is among these statements. Without `meaning`, words alone are compared. Of very many, group
 * those with equal forms first.
 */
export function compareStatements(texts: readonly string[], meaning?: VectorOf): StatementComparison {
  const terms = texts.map((text) => new Set(queryTerms(text).map(({ stem }) => stem)));
  const places = new Map<string, number[]>();
  const place = (name: string, at: number): void => {
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  };
  terms.forEach((own, at) => {
    for (const term of own) place(term, at);
    if (own.size <= FEW_TERMS) place(formName(texts[at]!), at);
  });
  const weigh = (some: Iterable<string>): number => {
    let sum = 0;
    for (const term of some) sum += Math.log(1 + texts.length / (places.get(term)?.length ?? 1));
    return sum;
  };
  const weights = terms.map(weigh);
  const vectors = new Map<number, Float32Array>();
  const vectorAt = (at: number): Float32Array => {
    const vector = vectors.get(at) ?? meaning!(texts[at]!);
    vectors.set(at, vector);
    return vector;
  };
  const byWords = (a: number, b: number): number => {
    const [one, other] = [terms[a]!, terms[b]!];
    return weigh([...one].filter((term) => other.has(term))) / Math.sqrt(weights[a]! * weights[b]!);
  };
  const closeness = (a: number, b: number): number => {
    const hasFew = Math.min(terms[a]!.size, terms[b]!.size) < LEAST_TERMS;
    const shared = hasFew ? 0 : byWords(a, b);
    if ((hasFew || shared >= LEAST_SHARED) && saysTheSame(texts[a]!, texts[b]!)) return 1;
    if (meaning === undefined || shared < LEAST_SHARED) return shared;
    return (shared + dot(vectorAt(a), vectorAt(b))) / 2;
  };
  return {
    near: (at) => {
      const found = new Set<number>();
      const isShort = terms[at]!.size <= FEW_TERMS;
      for (const name of isShort ? [...terms[at]!, formName(texts[at]!)] : terms[at]!) {
        const sharing = places.get(name)!;
        if (sharing.length <= MOST_WITH_TERM) for (const other of sharing) if (other !== at) found.add(other);
      }
      return [...found];
    },
    closeness,
    saySame: (a, b) => closeness(a, b) >= SAME,
  };
}

/** No term has a blank in it. */
function formName(text: string): string {
  return `form ${knownForm(text)}`;
}

/** Each new statement is compared with the same kept ones. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

function knownForm(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const form = statementForm(text);
  known.set(text, form);
  return form;
}
