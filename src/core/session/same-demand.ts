/** How close two statements of a person are: by the distinctive words that both have, and by meaning where there is a table of it. */
import { dot } from "../search/vectors.ts";
import { queryTerms } from "../text/words.ts";

/** A vector of length 1. */
export type Meaning = (text: string) => Float32Array;

/** Two statements this close ask for the same thing. */
export const SAME_DEMAND = 0.5;

/** Fewer distinctive words are too few to compare. */
const LEAST_TERMS = 2;
/** Without so many words in common, a similar meaning is only the same topic. */
const LEAST_SHARED = 0.25;
/** A word of more statements distinguishes none of them. */
const MOST_WITH_TERM = 200;

export type Comparison = {
  /** The places of the statements that share a distinctive word with this one. */
  readonly near: (at: number) => readonly number[];
  /** 0 to 1. */
  readonly closeness: (a: number, b: number) => number;
};

/** Each word counts by how rare it is among these texts. */
export function compareDemands(texts: readonly string[], meaning?: Meaning): Comparison {
  const terms = texts.map((text) => new Set(queryTerms(text).map(({ stem }) => stem)));
  const places = new Map<string, number[]>();
  terms.forEach((own, at) => {
    for (const term of own) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [at]);
      else known.push(at);
    }
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
  return {
    near: (at) => {
      const found = new Set<number>();
      for (const term of terms[at]!) {
        const sharing = places.get(term)!;
        if (sharing.length <= MOST_WITH_TERM) for (const other of sharing) if (other !== at) found.add(other);
      }
      return [...found];
    },
    closeness: (a, b) => {
      const [one, other] = [terms[a]!, terms[b]!];
      if (Math.min(one.size, other.size) < LEAST_TERMS) return 0;
      const shared = weigh([...one].filter((term) => other.has(term))) / Math.sqrt(weights[a]! * weights[b]!);
      if (meaning === undefined || shared < LEAST_SHARED) return shared;
      return (shared + dot(vectorAt(a), vectorAt(b))) / 2;
    },
  };
}
