/** Recognises what a person says to last: a mark of duration or memory, in a sentence that can be understood alone. */
import { from, type Reading, upTo } from "./reading.ts";
import {
  ALWAYS_THERE,
  ASKS,
  BEFORE_POINTER,
  CLAUSES,
  HEDGES,
  LOST_SUBJECT,
  MARKS,
  type Mark,
  MOMENT,
  OCCASION,
  OPENINGS,
  POINTERS,
  REPORTS,
  TELLS_WHAT_WAS,
} from "./tables/english.ts";
import { contentWords, isContent, wordsOf } from "./tables/stop-words.ts";

export type SaidToLast =
  | { readonly taken: true; readonly mark: Mark; readonly stated: Reading }
  /** Without a mark, nothing in the sentence says that it should last. */
  | { readonly taken: false; readonly mark?: Mark; readonly reason: string };

const LEAST_CONTENT = 1;
/** A first clause with fewer words needs the rest of its sentence. */
const LEAST_CLAUSE = 2;

export function saidToLast(whole: Reading): SaidToLast {
  const found = markIn(whole.words);
  if (found === undefined) return { taken: false, reason: "nothing in it says that it should last" };
  const { mark } = found;
  const stated = firstClause(withoutOpenings(from(whole, found.statesFrom)));
  const reason =
    asksOrReports(whole.words, stated.words) ?? notADemand(mark, stated.words) ?? needsTheTalk(stated.words);
  return reason === undefined ? { taken: true, mark, stated } : { taken: false, mark, reason };
}

function markIn(words: string): { readonly mark: Mark; readonly statesFrom: number } | undefined {
  for (const mark of MARKS) {
    const match = mark.pattern.exec(words);
    if (match === null) continue;
    const statesFrom = mark.states === "after" ? match.index + match[0].length : clauseAt(words, match.index);
    return { mark, statesFrom };
  }
  return undefined;
}

/** The clause around a place, with the occasion that is named before it. */
function clauseAt(words: string, place: number): number {
  const starts = [0, ...[...words.matchAll(CLAUSES)].map(({ index, 0: gap }) => index + gap.length)];
  const reached = starts.filter((start) => start <= place);
  const at = reached.length - 1;
  const isOccasion = at > 0 && OCCASION.test(words.slice(reached[at - 1]));
  const isCut = at > 0 && WITHOUT_VERB.test(words.slice(reached[at]));
  return reached[isOccasion || isCut ? at - 1 : at] ?? 0;
}

/** "with this and never with that": the verb is in the clause before. */
const WITHOUT_VERB = /^(?:and |but )?(?:never|always) (?:with|in|on|at|by|from|to|for|via|through|into|as) /;

function withoutOpenings(stated: Reading): Reading {
  for (let rest = stated; ; ) {
    const opening = OPENINGS.exec(rest.words);
    if (opening === null || opening[0].length >= rest.words.length) return rest;
    rest = from(rest, opening[0].length);
  }
}

/** What follows a dash or a semicolon is another thought, if enough was said before it. */
function firstClause(stated: Reading): Reading {
  for (const { index } of stated.words.matchAll(/\s+(?:--?|–|—)\s|;\s|\.{3}|[.!]\s/g))
    if (contentWords(stated.words.slice(0, index)).length > LEAST_CLAUSE) return upTo(stated, index);
  return stated;
}

/** Why a sentence that somebody nominated cannot be a rule by itself; undefined if it can. */
export function whyNotAlone({ words }: Reading): string | undefined {
  const stated = withoutOpenings({ text: words, words, slips: [] }).words;
  return (
    asksOrReports(words, stated) ??
    (MOMENT.test(words) ? "it is about this moment" : undefined) ??
    (LOST_SUBJECT.test(stated) ? "its subject is not named" : undefined) ??
    needsTheTalk(stated)
  );
}

function asksOrReports(whole: string, stated: string): string | undefined {
  if (/\?["')\]]*$/.test(whole) || ASKS.test(stated)) return "it is a question";
  if (REPORTS.test(whole)) return "it reports what somebody else says";
  return HEDGES.test(stated) ? "it is not certain" : undefined;
}

function notADemand({ name, rule, states }: Mark, words: string): string | undefined {
  if (MOMENT.test(words)) return "it is about this moment";
  if (name === "from now on")
    return FROM_NOW_ON.test(words) && !PLAN.test(words.slice(0, PLAN_CHARS)) ? undefined : "it tells of a plan";
  if (name === "prefers") return PREFERENCE.test(words) ? undefined : "it states no preference of the person";
  if (states === "after" || rule === "correction") return undefined;
  const place = /\b(?:always|never|ever|at all times|every time|each time|whenever|must|mustn't|is|are)\b/.exec(words);
  if (place === null) return undefined;
  const before = words.slice(0, place.index).trim();
  const after = words.slice(place.index + place[0].length).trim();
  if (TELLS_WHAT_WAS.test(after) || /\bmust have \w+(?:ed|en|ne)\b/.test(words)) return "it tells what happened";
  if (name === "must" && /^(?:make|create|add|write|update) an? /.test(before.replace(/^let'?s /, "")))
    return "it is about one task";
  if (/^be (?:fixed|resolved|done|merged|addressed|finished)\b/.test(after)) return "it is about one task";
  if (LOST_SUBJECT.test(before) || /\b(?:that|which|who|it|there)(?: (?:should|will|are|is|can))?$/.test(before))
    return "its subject is not named";
  if (/^i\b(?! (?:want|need|expect))/.test(before)) return "it is about what the person does";
  return name === "must" || isDemand(before, after) ? undefined : "it describes, and demands nothing";
}

/** The mark opens or ends the demand; in the middle it tells of something else. */
const FROM_NOW_ON =
  /^(?:\S+ ){0,2}(?:from (?:now|here|this point) on|going forward|henceforth|in (?:the )?future|next time|as a (?:general )?rule)|(?:from (?:now|here|this point) on(?:wards?)?|going forward|in (?:the )?future|next time|as a (?:general )?rule)\W*$/;
const PLAN = /\b(?:will|may|going to|might|could|would)\b/;
const PLAN_CHARS = 60;
const PREFERENCE = /^(?:(?:when|if|for|in)\b[^,]*, ?)?(?:i |we )?(?:really |strongly |generally |much )?prefer\b/;

/** "Always …", "we should never …", "when X, always …": an order, or what "we" and "you" do. */
function isDemand(before: string, after: string): boolean {
  return (
    before === "" ||
    after.replace(/\W/g, "") === "" ||
    /(?:[,:]| and| but)$/.test(before) ||
    OCCASION.test(before) ||
    /\b(?:should|must|shall|to|please|don't|do not|dont|first|sure|ensure|we|you|agents?|want)$/.test(before) ||
    /^(?:please )?(?:don't|do not|dont|we don't|we do not|no)\b/.test(before) ||
    /\bensure\b/.test(before)
  );
}

/** Why a statement cannot be understood without the talk around it. */
export function needsTheTalk(words: string): string | undefined {
  const all = wordsOf(words);
  let named = 0;
  for (const [at, word] of all.entries()) {
    const needed = POINTERS.get(word) ?? 0;
    if (named < needed && pointsAway(all, at)) return `"${word}" refers to something outside the sentence`;
    if (isContent(word)) named += 1;
  }
  return contentWords(words).length < LEAST_CONTENT ? "it says too little" : undefined;
}

function pointsAway(all: readonly string[], at: number): boolean {
  const [before, word, after] = [all[at - 1] ?? "", all[at]!, all[at + 1] ?? ""];
  if (ALWAYS_THERE.test(after)) return false;
  if (word === "that") return at === 0 || after === "" || BEFORE_POINTER.test(before);
  if (word === "one" || word === "ones") return BEFORE_POINTER.test(before);
  // "There is", "here we": not places.
  return word !== "there" || !/^(?:is|are|must|should|was|were)$/.test(after);
}
