/** Chooses what of a talk is given: what the person said, and the answer that settles most of it, in few words. */
import { queryTerms } from "../core/text/words.ts";

export type TalkTurn = { readonly role: "person" | "agent"; readonly text: string };

export type Exchange = {
  /** Places in the talk. */
  readonly said?: number;
  readonly answered?: number;
  readonly saidText: string;
  readonly answerText: string;
};

/** About 120 tokens; what one of the two does not need, the other has. */
const MOST_CHARS = 420;
const SAID_CHARS = 170;
const MOST_WORDS = 400;
/** A word of the prompt counts for so many turns of the talk. */
const ASKED = 3;

/**
 * The exchanges that are most about the prompt and about the talk itself. What is said in many turns is what the talk is about, so
 * the answer that has most of it is the one that sums it up.
 */
export function exchangesOf(turns: readonly TalkTurn[], prompt: string, most: number): Exchange[] {
  const words = turns.map(({ text }) => wordsOf(text));
  const asked = wordsOf(prompt);
  const holding = new Map<string, number>();
  for (const own of words) for (const word of own) holding.set(word, (holding.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => {
    const others = (holding.get(word) ?? 0) - 1;
    return (others > 0 ? 1 + Math.log(others) : 0) + (asked.has(word) ? ASKED : 0);
  };
  const used = new Set<number>();
  const covered = new Set<string>();
  const out: Exchange[] = [];
  /** The later of two says what held in the end. */
  const best = (role: TalkTurn["role"], before: number, worth: (word: string) => number): number => {
    let [place, most] = [-1, 0];
    for (let at = 0; at < before; at++) {
      if (turns[at]!.role !== role || used.has(at)) continue;
      const own = [...words[at]!].reduce((sum, word) => sum + worth(word), 0);
      if (own > 0 && own >= most) [place, most] = [at, own];
    }
    return place;
  };
  while (out.length < most) {
    const answered = best("agent", turns.length, (word) => (covered.has(word) ? 0 : weightOf(word)));
    const answer = words[answered] ?? new Set();
    // The prompt has its own words already: what the person decided is in the others.
    const worth = (word: string): number =>
      asked.has(word) || covered.has(word) ? 0 : weightOf(word) * (answer.has(word) ? 1 : 0.5);
    const said = best("person", answered < 0 ? turns.length : answered + 1, worth);
    if (said < 0) return out;
    for (const at of [answered, said]) {
      used.add(at);
      for (const word of words[at] ?? []) covered.add(word);
    }
    const spoken = turns[said]!.text;
    const answerChars = MOST_CHARS - Math.min(SAID_CHARS, spoken.length);
    const answerText = answered < 0 ? "" : densest(turns[answered]!.text, { weightOf, most: answerChars });
    const saidText = saidOn(spoken, { asked, weightOf, most: MOST_CHARS - answerText.length });
    out.push({ said, saidText, ...(answered >= 0 && { answered }), answerText });
  }
  return out;
}

/** A person's message in few words: the sentence that shares most with the prompt, and of the others what says most. */
export function messageOn(text: string, prompt: string): string {
  return saidOn(text, { asked: wordsOf(prompt), weightOf: () => 1, most: MOST_CHARS });
}

type Wanted = Shown & { readonly asked: ReadonlySet<string> };

function saidOn(text: string, { asked, weightOf, most }: Wanted): string {
  const worth = (word: string): number => (asked.has(word) ? 1 : weightOf(word));
  return densest(text, {
    most,
    weightOf: worth,
    first: (words) => [...words].filter((word) => asked.has(word)).length,
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(queryTerms(text, MOST_WORDS).map(({ stem }) => stem));
}

type Shown = {
  readonly weightOf: (word: string) => number;
  readonly most: number;
  /** The part with most of this is kept before the others. */
  readonly first?: (words: ReadonlySet<string>) => number;
};

/** The sentences that say most for their length, in their order; "…" where something is left out. */
function densest(text: string, { weightOf, most, first = () => 0 }: Shown): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const parts = line.split(/(?<=[.;!?:]) | [-–—] /).filter((part) => part !== "");
  const scored = parts.map((part, at) => {
    const words = wordsOf(part);
    const weight = [...words].reduce((sum, word) => sum + weightOf(word), 0);
    return { part, at, density: weight / Math.sqrt(part.length + 20), first: first(words) };
  });
  const best = Math.max(...scored.map((one) => one.first));
  const isFirst = (one: (typeof scored)[number]): number => Number(best > 0 && one.first === best);
  const taken = new Map<number, string>();
  let left = most;
  for (const { part, at } of scored.toSorted(
    (a, b) => isFirst(b) - isFirst(a) || b.density - a.density || a.at - b.at,
  )) {
    if (left < LEAST_PART) break;
    const shown = part.length <= left ? part : `${cutAtWord(part, left - 1)}…`;
    taken.set(at, shown);
    left -= shown.length + 3;
  }
  const order = [...taken.keys()].sort((a, b) => a - b);
  const shown = order.map((at, n) => `${n > 0 && order[n - 1] !== at - 1 ? "… " : ""}${taken.get(at)!}`).join(" ");
  return `${(order[0] ?? 0) > 0 ? "… " : ""}${shown}`;
}

/** A shorter part says too little. */
const LEAST_PART = 40;

function cutAtWord(text: string, most: number): string {
  const cut = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  const space = cut.lastIndexOf(" ");
  return space > most / 2 ? cut.slice(0, space) : cut;
}
