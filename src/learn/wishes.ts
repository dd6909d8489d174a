/** Recognises what a person wishes to be kept: an explicit wish with its statement, or a sentence that says it lasts, in a few exact shapes. */
import type { RecordType } from "../core/record/record.ts";
import { contentWords } from "../core/statement/content-words.ts";
import { instructs } from "../core/statement/instructs.ts";
import { needsTheTalk, openingLength } from "../core/statement/stands-alone.ts";
import { part, type Reading } from "./reading.ts";

export type WishRule = "remember" | "constraint" | "correction" | "preference";

export type Wish =
  | { readonly kept: true; readonly rule: WishRule; readonly type: RecordType; readonly stated: Reading }
  /** `isAboutBefore`: it asks to keep what was said right before. */
  | { readonly kept: false; readonly reason: string; readonly isAboutBefore?: true };

export function wishIn(whole: Reading): Wish {
  const asked = explicitWish(whole);
  if (asked !== undefined) return asked;
  for (const shape of SHAPES) {
    const match = shape.pattern.exec(whole.words);
    if (match === null) continue;
    const stated = withoutOpening(clauseAround(whole, match.index));
    const reason = whyNotLasting(whole.words, stated.words) ?? shape.unless(stated.words) ?? needsTheTalk(stated.words);
    if (reason !== undefined) return { kept: false, reason };
    return { kept: true, rule: shape.rule, type: shape.type ?? typeOf(stated.words), stated };
  }
  return { kept: false, reason: "nothing in it says that it should last" };
}

/** After seed 001's table: what must be is a policy, what else is demanded a preference, and the rest a fact. */
export function typeOf(words: string): RecordType {
  if (/\b(?:must|mustn't|(?:don't|do not) ever|never ever|required|forbidden|not allowed)\b/.test(words))
    return "policy";
  return instructs(words) ? "preference" : "fact";
}

const KEEP = /\b(?:rem+e?m?b?e?r|(?:keep|bear) in mind|(?:don'?t|do not) forget|memori[sz]e|note)\b/g;
/** Between the words that ask and the statement. */
const JOIN = /^(?: that|(?:,? (?:this|that|the following|the rule))?:| to) (?=\S)/;
/** Without a word between them, a statement has to follow that can be told from a thing. */
const STATEMENT =
  /^,? (?=(?:always|never|i'm|i am|there(?:'s| is| are)|(?:we|our|the|all|my|it's) .*\b(?:is|are|has|have|must|should|can|can't|cannot|use|uses|want|need|needs|prefer|never|always|don't|runs?|lives?|goes?)\b))/;
/** Nobody is asked: "I remember that …", "do you remember …", "as I noted". */
const NOT_ASKED =
  /(?:\b(?:i|they|he|she|who|did(?:n't)?|do you|if you|when you|as|can't|cannot|a|the|this|that|no|side|of)(?: (?:still|also|just|do|don't|always))?|\w+'(?:s|ll)) $/;
/** In other words, with their statement after them. */
const OTHER_WISHES = [
  /\b(?:make|take|leave|add|keep) (?:a )?(?:mental )?note(?:,? (?:to|in|into|for) [\w@./-]+(?: \([^)]*\))?)?(?:,? (?:to|that|of) |: )/,
  /\b(?:add|make|create|write|set up|establish)\b[^.,;:]{0,40}?\b(?:rule|guideline|principle|policy|convention|agreement)s?(?: (?:to|that)(?: (?:says|states|specifies)(?: that)?)?| ?[:–-]) /,
  /^(?:(?:new|general|ground|house|golden) rule ?: ?|for (?:future|later) reference(?:, |: )|save (?:this |that )?to (?:your )?memory(?: that |: ))/,
];
const TO_MEMORY =
  /\b(?:save|add|write|put) (?:this|that|it) (?:to|in|into) (?:your |the )?(?:memory|rules|claude\.md|agents\.md)\b/;

/** It never loses: only the statement itself has to be there. */
function explicitWish(whole: Reading): Wish | undefined {
  const { words } = whole;
  for (const { index, 0: asked } of words.matchAll(KEEP)) {
    if (NOT_ASKED.test(words.slice(0, index))) continue;
    const rest = words.slice(index + asked.length);
    const join = JOIN.exec(rest) ?? (asked === "note" ? null : STATEMENT.exec(rest));
    if (join !== null) {
      const wish = remembered(part(whole, index + asked.length + join[0].length));
      // "Don't forget to …" is an order, and "note that you …" a remark, unless they can last.
      const mayPass = asked === "note" || / to $/.test(join[0]);
      return mayPass ? unlessPassing(wish, words) : wish;
    }
    if (
      /^ (?:this|that|it)\b[^\w]*(?:please\W*|for (?:next time|later|the future)\W*)?$/.test(rest) &&
      asked !== "note"
    )
      return ABOUT_BEFORE;
  }
  for (const wish of OTHER_WISHES) {
    const match = wish.exec(words);
    if (match !== null) return unlessPassing(remembered(part(whole, match.index + match[0].length)), words);
  }
  return TO_MEMORY.test(words) && !words.includes("?") ? ABOUT_BEFORE : undefined;
}

function unlessPassing(wish: Wish | undefined, whole: string): Wish | undefined {
  if (wish?.kept !== true) return wish;
  const { words } = wish.stated;
  const isRemark = /^you (?!must|should|can|need|are|have to|may)/.test(words) || /\?\W*$/.test(whole);
  const isBare = contentWords(words).length < LEAST_TO_LAST;
  const reason = isRemark || isBare || MOMENT.test(words) ? "it is about this moment" : needsTheTalk(words);
  return reason === undefined ? wish : { kept: false, reason };
}

/** "Commit" alone is for now. */
const LEAST_TO_LAST = 2;

const ABOUT_BEFORE: Wish = { kept: false, reason: "it asks to keep what was said before it", isAboutBefore: true };

function remembered(rest: Reading): Wish | undefined {
  const stated = withoutOpening(rest);
  // "Remember to ask: …" says what to do; "remember when …" asks.
  if (
    contentWords(stated.words).length === 0 ||
    /^(?:how|what|why|who|where|which|when (?:we|you|i|it|they) \w+(?:ed|id|as|re))\b/.test(stated.words)
  )
    return undefined;
  return { kept: true, rule: "remember", type: typeOf(stated.words), stated };
}

type Shape = {
  readonly name: string;
  readonly rule: WishRule;
  readonly type?: RecordType;
  readonly pattern: RegExp;
  /** Why this use of the words demands nothing that lasts. */
  readonly unless: (clause: string) => string | undefined;
  readonly example: string;
};

/** The first that matches decides. */
export const SHAPES: readonly Shape[] = [
  {
    name: "from now on",
    rule: "remember",
    pattern:
      /\b(?:from (?:now|here|this point) on(?:wards?)?|going forward|henceforth|in (?:the )?future|next time|as a (?:general )?rule)\b/,
    unless: (clause) =>
      OPENS_OR_ENDS.test(clause.replace(LASTS, "@")) && instructs(clause.replace(LASTS, " "))
        ? undefined
        : "it tells of a plan",
    example: "Next time, ask me before a migration",
  },
  {
    name: "must",
    rule: "constraint",
    type: "policy",
    pattern:
      /\b(?:must|mustn't)\b|\b(?:don't|do not) ever\b|\bnever ever\b|\b(?:is|are) (?:always |strictly )?(?:required|mandatory|forbidden|not allowed)\b/,
    unless: notGeneral,
    example: "Invalid themes must never crash the program",
  },
  {
    name: "always or never",
    rule: "preference",
    pattern: /\b(?:always|never|at all times|(?:every|each) time|whenever)\b/,
    unless: notGeneral,
    example: "Always run the specs before a push",
  },
  {
    name: "prefers",
    rule: "preference",
    type: "preference",
    pattern:
      /^(?:(?:when|if|for|in)\b[^,]*, ?)?(?:(?:\w+ )?(?:i|we) )?(?:really |strongly |generally |usually |much )?prefer\b/,
    unless: (clause) =>
      /\bprefer (?:if|that|it|this|the|you|we|not|option|number|\d|#)\b/.test(clause)
        ? "it chooses for the moment"
        : undefined,
    example: "I prefer small commits",
  },
];

const LASTS = SHAPES[0]!.pattern;
const OPENS_OR_ENDS = /^(?:\S+ ){0,2}@|@\W*$/;

/** An order for whoever comes, or a rule for a kind of things; not a report, and not one thing of the task at hand. */
function notGeneral(clause: string): string | undefined {
  const place = /\b(?:always|never|ever|at all times|(?:every|each) time|whenever|must|mustn't|is|are)\b/.exec(clause);
  if (place === null) return "it demands nothing";
  const before = clause.slice(0, place.index).trim();
  const after = clause.slice(place.index + place[0].length).trim();
  if (TELLS_WHAT_WAS.test(after) || /\bmust have \w+(?:ed|en|ne)\b/.test(clause)) return "it tells what happened";
  if (/^be (?:fixed|resolved|done|merged|addressed|finished)\b/.test(after)) return "it is about one task";
  if (/^i\b(?! (?:want|need|expect))/.test(before)) return "it is about what the person does";
  if (/\b(?:that|which|who|it|there)(?: (?:should|will|are|is|can))?$/.test(before)) return "its subject is not named";
  const isAny = /\b(?:all|every|each|any|no|always|never|ever)\b/.test(clause);
  if (ONE_THING.test(before) && !isAny) return "it is about one thing of the task";
  // "Truncated text must stop there" is what one feature does.
  const isGeneral = isAny || /\b(?:we|you|i|everyone|nobody|\w+s)$/.test(before);
  return (isGeneral && MUST.test(clause)) || isDemand(before, after) ? undefined : "it describes, and demands nothing";
}

const MUST = /\b(?:must|mustn't|ever|required|mandatory|forbidden|not allowed)\b/;
const ONE_THING = /^(?:make |create |add |write |let'?s |the |a |an |this |that |my |your )/;

/** After these, "always" and "never" tell what happened. */
const TELLS_WHAT_WAS =
  /^(?:mind|seen|heard|saw|knew|thought|had|has|got|gets|did|was|were|been|ends|works|worked|happens?|happened|said|tried|ran|felt|fails?|failed|crashes|hangs|shows|returns|wins?)\b/;

/** "Always …", "we should never …", "when X, always …": an order, or what "we" and "you" do. */
function isDemand(before: string, after: string): boolean {
  return (
    before === "" ||
    after.replace(/\W/g, "") === "" ||
    /(?:[,:]| and| but)$/.test(before) ||
    OCCASION.test(before) ||
    /\b(?:should|must|shall|to|please|don't|do not|dont|first|sure|ensure|we|you|agents?|want)$/.test(before) ||
    /^(?:please )?(?:don't|do not|dont|we don't|we do not|no)\b/.test(before)
  );
}

/** A clause that names the occasion belongs to the demand after it. */
const OCCASION = /^(?!in fact)(?:when|whenever|if|before|after|for|in|on|with|while|during|unless|once|as)\b/;
/** Where a clause of its own begins. */
const CLAUSES =
  /;\s+|\s+(?:--?|–|—)\s+|[.:]\s+|,\s+(?=(?:but|and|also|so|then|or|yes|no|please|always|never|from now|going forward)\b)|\b(?:and|but)\s+(?=(?:always|never|please|i|you|we|make|yes)\b)|\)\s+/g;
/** "With this and never with that": the verb is in the clause before. */
const WITHOUT_VERB = /^(?:and |but )?(?:never|always) (?:with|in|on|at|by|from|to|for|via|through|into|as) /;
/** A first clause with fewer words needs the rest of its sentence. */
const LEAST_CLAUSE = 2;

/** The clause around a place, with the occasion that is named before it, up to the next thought. */
function clauseAround(whole: Reading, place: number): Reading {
  const { words } = whole;
  const starts = [0, ...[...words.matchAll(CLAUSES)].map(({ index, 0: gap }) => index + gap.length)];
  const reached = starts.filter((start) => start <= place);
  const at = reached.length - 1;
  const isCut = at > 0 && (OCCASION.test(words.slice(reached[at - 1])) || WITHOUT_VERB.test(words.slice(reached[at])));
  const clause = part(whole, reached[isCut ? at - 1 : at] ?? 0);
  for (const { index } of clause.words.matchAll(/\s+(?:--?|–|—)\s|;\s|\.{3}|[.!]\s/g))
    if (contentWords(clause.words.slice(0, index)).length > LEAST_CLAUSE) return part(clause, 0, index);
  return clause;
}

function withoutOpening(stated: Reading): Reading {
  return part(stated, openingLength(stated.words));
}

/** A question, a report, a doubt, and what is for this moment say nothing that lasts. */
function whyNotLasting(whole: string, stated: string): string | undefined {
  if (/\?["')\]]*$/.test(whole) || ASKS.test(stated)) return "it is a question";
  if (REPORTS.test(whole)) return "it reports what somebody else says";
  if (HEDGES.test(stated)) return "it is not certain";
  return MOMENT.test(stated) ? "it is about this moment" : undefined;
}

const ASKS =
  /^(?:did|does|do (?!not\b)|can|could|should|shouldn't|would|wouldn't|will|why|what|how|is|are|isn't|aren't|didn't|doesn't|where|who|which|whose|must|am|was|were|have|has|had)\b/;

const HEDGES =
  /\b(?:maybe|perhaps|i guess|i think|i suppose|i wonder|i feel like|not sure|probably|imagin\w+|what if|how about|suppose|hypothetically|in theory|say we|(?:would|could|might) be)\b|^if (?:we(?:'re| are|'d| would| had)|i (?:were|had))\b/;

const MOMENT =
  /(?<!from )\bnow\b(?! on)|\b(?:rn|yet|today|tonight|currently|right away|this (?:time|once)|(?:at|for) the moment|for the time being|just once|temporarily)\b|\b(?:for|in|on) (?:this|the) (?:pr|commit|task|change|session|demo|release|test|branch|file|function)\b|\b(?:we're|we are|i'm|i am) going to\b/;

const REPORTS =
  /\b(?!(?:i|we|you|it|that|this) )[\w']+ (?:said|says|told (?:me|us)|wrote|writes|claims?|recommends?|suggests?|insists?|say)\b|\b(?:he|she|they|customers?|clients?|boss) wants?\b|\b(?:reads|quote):/;
