/** Whether a sentence can be understood without the talk around it. */
import { anyOf } from "../base/lazy-pattern.ts";
import { contentWords, isContent, wordsOf } from "./content-words.ts";

/** The sentence without words before it that add nothing: "ok, so please …". `words` are in lower case. */
export function openingLength(words: string): number {
  let length = 0;
  for (;;) {
    const opening = OPENINGS.exec(words.slice(length));
    if (opening === null || length + opening[0].length >= words.length) return length;
    length += opening[0].length;
  }
}

const FILLER = anyOf`
  yes, yeah, yep, no, nope, nah, ok, okay, also, and, but, so, then, please, pls, plz, wait, great, good, cool, nice
  btw, hey, hi, well, right, alright, sorry, actually, oh, omg, omfg, dude, in fact, by the way, as i said, again`;
const REMINDER = `(?:i (?:just )?(?:want(?:ed)?|would like|need) to )?remind you (?:to|that) `;
const SURE = `(?:just )?(?:make|be) sure (?:that |you |to )?(?=always|never)`;
const WANTED = `i(?:'d| would)? (?:want|like|need|expect) you to (?=always|never)`;
const OPENINGS = new RegExp(String.raw`^(?:${FILLER}\b[,.!:]* *|${REMINDER}|${SURE}|${WANTED})`);

/** Why it cannot; undefined if it can. `words` are in lower case, without openings. */
export function needsTheTalk(words: string): string | undefined {
  if (LOST_SUBJECT.test(words)) return "its subject is not named";
  const all = wordsOf(words);
  let named = 0;
  for (const [at, word] of all.entries()) {
    if (named < (POINTERS.get(word) ?? 0) && pointsAway(all, at))
      return `"${word}" refers to something outside the sentence`;
    if (isContent(word)) named += 1;
  }
  return contentWords(words).length === 0 ? "it says too little" : undefined;
}

const LOST_SUBJECT =
  /^(?:it|they|that|this|these|those|there|he|she|everything|something)\b(?! (?:repo|repository|project|codebase|team|app|package|service|machine)\b)/;

/** How many words that name something have to come before a word that points. */
const POINTERS: ReadonlyMap<string, number> = new Map([
  ...["it", "its", "them", "they", "their", "one", "ones"].map((word) => [word, 2] as const),
  ...["this", "these", "those", "that", "such", "same", "above", "below", "there"].map((word) => [word, 4] as const),
]);

function pointsAway(all: readonly string[], at: number): boolean {
  const [before, word, after] = [all[at - 1] ?? "", all[at]!, all[at + 1] ?? ""];
  if (ALWAYS_THERE.test(after)) return false;
  if (word === "that") return at === 0 || after === "" || BEFORE_POINTER.test(before);
  if (word === "one" || word === "ones") return BEFORE_POINTER.test(before);
  // "There is", "here we": not places.
  return word !== "there" || !/^(?:is|are|must|should|was|were)$/.test(after);
}

/** "This project" needs no talk around it. */
const ALWAYS_THERE =
  /^(?:repo|repository|project|codebase|code|team|machine|computer|laptop|monorepo|workspace|app|package|company|product|service|org|organisation|organization)s?$/;

/** After these, "that" points at something; elsewhere it joins two clauses. */
const BEFORE_POINTER =
  /^(?:use|uses|do|does|doing|did|to|of|for|with|like|in|on|about|from|add|make|change|fix|keep|as|by|after|before|than|at|not|is|was|want|need|put|move|update|remove|or|and|using|run|all)$/;
