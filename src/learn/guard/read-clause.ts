/** Reads one sentence of a rule from left to right: what it names, for or against it, and in which part of the sentence. */
import { type KnownNames, type Mention, mentionAt } from "./mentions.ts";
import type { Token } from "./tokens.ts";
import { ACTS, type ActName, passiveKind, type VerbKind, verbKind } from "./verbs.ts";

export type Named = {
  /** Something named for certain, or an act that stands for a command: "push". */
  readonly thing: Mention | { readonly kind: "act"; readonly text: ActName };
  readonly polarity: "for" | "against" | "open";
  readonly part: "main" | "before" | "after" | "without" | "exception" | "condition" | "aside";
  /** The verb that the words for or against it are about. */
  readonly verb: VerbKind | undefined;
  readonly preposition: string | undefined;
  /** The words between the verb and it, and the word after it. */
  readonly between: readonly string[];
  readonly next: string;
};

export type RuleClause = {
  readonly named: readonly Named[];
  /** The person wants to be asked: "unless I say so", "without permission". */
  readonly asks: boolean;
  /** It has a condition or an exception. */
  readonly isConditional: boolean;
  readonly isOnly: boolean;
  /** Against changing something that is named before it, or by a pronoun. */
  readonly forbidsChange: boolean;
  readonly words: readonly string[];
  /** Names after "must not mention": Claude. */
  readonly names: readonly string[];
};

export const isMain = ({ part }: Named): boolean => part === "main";
export const isAgainst = (named: Named): boolean => isMain(named) && named.polarity === "against";
export const isFor = (named: Named): boolean => isMain(named) && named.polarity !== "against";
export const isCommand = ({ thing, verb }: Named): boolean =>
  thing.kind === "command" ||
  // Nobody knows the program here, but it is run.
  (thing.kind === "code" && thing.isQuoted && verb === "run" && /^[a-z][\w.-]*(?: [\w./:@=-]+)*$/.test(thing.text));

/** What it cannot place for sure, it asks about. */
export const isAsked = ({ asks, isConditional }: RuleClause): boolean => asks || isConditional;

const NOT =
  /^(?:never|not|don't|dont|doesn't|no|avoid|avoiding|stop|nor|neither|cannot|can't|cant|shouldn't|mustn't|nowhere|forbidden|banned|prohibited|disallowed|off-limits)$/;
const ADVERB =
  /^(?:ever|just|simply|be|to|only|please|also|then|again|auto|any|hand|bare|plain|raw|with|through|via|by)$|ly$/;
const PREPOSITION = /^(?:in|under|to|on|onto|into|for|from|with|at|by|inside|within|below|via|through|using|of|like)$/;
const REASON = /^(?:because|since|due|otherwise|which|whereas)$/;
const EXAMPLE = /^(?:like|e\.g|i\.e|eg|example|etc|such)$/;
const PERMISSION =
  /^(?:ask\w*|permission|confirm\w*|approv\w*|consent|explicit\w*|told|tell|say|says|request\w*|instruct\w*|allow\w*|order\w*|sign-off|okay|ok|prs?|review\w*)$/;
const CONDITION = /^(?:if|when|whenever|while|once|until|where|outside)$/;
const NARROWER = /^(?:prod|production|staging|ci|windows|linux|macos|globally|locally|parallel)$/;
const STARTS = /^(?:[,;:—–-]|and|or|then|we|you|i|to|please|should|must|'re|we're|are|am)$/;
/** They begin a clause of their own. */
const SUBJECT = /^(?:we|i|he|she|they|it|this|that|everything|everyone|nothing)(?:'\w+)?$/;
/** What is ruled out, said again: the clause is its reason. */
const RULED_OUT = /^(?:it|this|that|they)(?:'\w+)?$/;
const JOINS = /^(?:[,;:—–-]|so|but|and|because|since)$/;
const PAST =
  /^(?!need)\w{2,}ed$|^(?:was|were|had|did|ran|went|got|broke|took|made|came|gave|found|chose|began|kept|left|lost|switched)$/;
const APPROVES = /^(?:needs?|requires?|wants?)$/;

type Reading = Pick<Named, "polarity" | "part" | "verb" | "preposition"> & {
  /** Something was named since the last verb. */
  hasObject: boolean;
  /** After "never": the next word is the verb. */
  awaitsVerb: boolean;
  /** A clause about what happened: it rules nothing. */
  isReport: boolean;
  between: readonly string[];
  isConditional: boolean;
};
type Open = { -readonly [K in keyof Reading]: Reading[K] };

export function readClause(tokens: readonly Token[], known: KnownNames): RuleClause {
  const named: Named[] = [];
  const now: Open = {
    ...{ polarity: "open", part: "main", verb: undefined, preposition: undefined },
    ...{ hasObject: false, awaitsVerb: false, isReport: false, between: [], isConditional: false },
  };
  const names: string[] = [];
  let forbidsChange = false;
  for (let at = 0; at < tokens.length; at += 1) {
    startClause(tokens, at, { now, named });
    const mention = mentionAt(tokens, at, known);
    const length = mention?.length ?? (tokens[at]!.kind === "word" ? actAt(tokens, at, now) : 0);
    if (length > 0) {
      if (mention === undefined && isTurnedAct(tokens, at, { length, now })) now.polarity = "for";
      const { verb, preposition, between } = now;
      const part = now.isReport ? "aside" : now.part;
      // "X instead of Y, and Z instead of W".
      const isWanted = isTurn(tokens[at + length]?.lower ?? "", tokens[at + length + 1]?.lower ?? "", false);
      const polarity = isWanted ? "for" : now.polarity;
      const thing = mention ?? { kind: "act" as const, text: actOf(tokens, at)!.name };
      named.push({ thing, polarity, part, verb, preposition, between, next: tokens[at + length]?.lower ?? "" });
      if (mention === undefined) now.verb = verbKind(tokens[at]!.lower) ?? "other";
      Object.assign(now, { hasObject: true, awaitsVerb: false });
      at += length - 1;
      continue;
    }
    const passive = passiveAt(tokens, at, named);
    if (passive !== undefined) {
      turnAgainst(named, passive);
      forbidsChange ||= passive === "change";
    }
    if (now.polarity === "against" && now.verb === "write" && /^[A-Z]\w/.test(tokens[at]!.text))
      names.push(tokens[at]!.text);
    at += readWord(tokens, at, now);
    forbidsChange ||= now.verb === "change" && now.polarity === "against";
  }
  const words = tokens.filter(({ kind }) => kind !== "mark").map(({ lower }) => lower);
  return {
    named: isAskedBefore(words) ? named.map(ruledOut) : named,
    asks: asksFirst(words) || isAskedBefore(words) || needsApproval(words),
    isConditional: now.isConditional,
    isOnly: words.includes("only"),
    forbidsChange,
    words,
    names,
  };
}

/** At a subject of its own, or at what happened, the words before it no longer say what is ruled out. */
function startClause(tokens: readonly Token[], at: number, { now, named }: { now: Open; named: Named[] }): void {
  const { kind, lower } = tokens[at]!;
  if (kind === "mark") now.isReport = false;
  if (kind !== "word") return;
  const previous = tokens[at - 1]?.lower ?? "";
  const next = tokens[at + 1]?.lower ?? "";
  if (SUBJECT.test(lower) && (at === 0 || JOINS.test(previous))) {
    const isReason = now.polarity === "against" && RULED_OUT.test(lower);
    now.isReport = PAST.test(next);
    if (at > 0 && now.part !== "aside")
      Object.assign(now, { polarity: "open", part: isReason ? "aside" : "main", verb: undefined, hasObject: false });
    return;
  }
  // "…; the lockfile was made by pnpm"
  if (/^(?:the|our|my)$/.test(lower) && JOINS.test(previous)) {
    const rest = tokens.slice(at + 1, at + 5);
    const end = rest.findIndex((one) => one.kind === "mark");
    now.isReport = (end < 0 ? rest : rest.slice(0, end)).some((one) => PAST.test(one.lower));
    return;
  }
  // "`npm install` failed": what was named right before it only happened.
  const last = named.at(-1);
  if (last === undefined || last.polarity !== "open" || last.next !== lower || !PAST.test(lower)) return;
  named[named.length - 1] = { ...last, part: "aside" };
  now.isReport = true;
}

/** "…, open a PR": an act after what was ruled out is what is right, unless it is one of a list. */
function isTurnedAct(
  tokens: readonly Token[],
  at: number,
  { length, now }: { readonly length: number; readonly now: Open },
): boolean {
  const isList = /^(?:,|or|nor|and)$/.test(tokens[at + length]?.lower ?? "");
  return now.polarity === "against" && now.hasObject && /^[,;:—–-]$/.test(tokens[at - 1]?.lower ?? "") && !isList;
}

/** Follows one word or mark; how many more tokens it took. */
function readWord(tokens: readonly Token[], at: number, now: Open): number {
  const { kind, lower } = tokens[at]!;
  const [previous, next] = [tokens[at - 1]?.lower ?? "", tokens[at + 1]?.lower ?? ""];
  if (kind === "mark") readMark(lower, now);
  if (kind !== "word") return 0;
  const part = partOf(lower, next);
  // "in production", "globally": narrower than a check of the command would be.
  // "…, for the web part"
  now.isConditional ||= previous === "," && /^(?:for|in)$/.test(lower) && next === "the" && now.hasObject;
  const isNarrower = NARROWER.test(lower) && (PREPOSITION.test(previous) || lower.endsWith("ly"));
  now.isConditional ||= isNarrower && now.part !== "aside";
  now.between = now.awaitsVerb ? [] : [...now.between, lower];
  if (part !== undefined) {
    now.isConditional ||= now.part !== "aside" && part === "condition";
    now.part = now.part === "aside" ? "aside" : part;
  } else if (isTurn(lower, next, now.hasObject) || (NOT.test(lower) && previous !== "to")) {
    Object.assign(now, { polarity: "against", verb: undefined, awaitsVerb: true, hasObject: false });
    if (now.part !== "aside") now.part = "main";
    now.preposition = undefined;
    return isTurn(lower, next, now.hasObject) && lower !== "over" ? 1 : 0;
  } else if (
    lower === "instead" ||
    lower === "always" ||
    (lower === "only" && now.hasObject && /^[,;:—–-]|but$/.test(previous))
  )
    Object.assign(now, { polarity: "for", verb: undefined, awaitsVerb: true });
  else readVerb(lower, { previous, isStart: at === 0 || STARTS.test(previous) }, now);
  if (PREPOSITION.test(lower)) now.preposition = lower;
  return 0;
}

function readMark(mark: string, now: Open): void {
  // "e.g." ends no sentence.
  if (/^[,.]$/.test(mark) && now.part === "aside") return;
  now.part = "main";
  now.preposition = undefined;
  if (mark !== "," && mark !== ":") Object.assign(now, { polarity: "open", verb: undefined, hasObject: false });
}

function partOf(word: string, next: string): Named["part"] | undefined {
  if (REASON.test(word) || EXAMPLE.test(word) || isReason(word, next)) return "aside";
  if (word === "before" || word === "after" || word === "without") return word;
  if (/^(?:unless|except|excluding)$/.test(word)) return "exception";
  return CONDITION.test(word) ? "condition" : undefined;
}

type Place = { readonly previous: string; readonly isStart: boolean };

function readVerb(word: string, { previous, isStart }: Place, now: Open): void {
  const own = verbKind(word);
  if (now.awaitsVerb && !ADVERB.test(word)) {
    const isNoun = /^(?:no|avoid)$/.test(previous) && !word.endsWith("ing");
    Object.assign(now, {
      verb: own ?? (isNoun ? undefined : "other"),
      awaitsVerb: false,
      between: isNoun ? [word] : [],
    });
    return;
  }
  if (own === undefined || !isStart) return;
  // A new verb after an object that was ruled out says what is right.
  const isTurned = now.polarity === "against" && now.hasObject && previous !== "or";
  if (now.polarity === "open" || isTurned) now.polarity = "for";
  Object.assign(now, { verb: own, hasObject: false, between: [] });
}

const actOf = (tokens: readonly Token[], at: number) => ACTS.find(({ words }) => words(tokens, at) > 0);

/** How many tokens name an act here; only where a verb may stand, for "commit" is a thing too. */
function actAt(tokens: readonly Token[], at: number, { awaitsVerb, part }: Open): number {
  const length = actOf(tokens, at)?.words(tokens, at) ?? 0;
  const previous = tokens[at - 1]?.lower ?? "";
  const isVerb =
    awaitsVerb || at === 0 || part === "before" || part === "without" || /^(?:or|and|,|only|must)$/.test(previous);
  return isVerb ? length : 0;
}

/** "X must not be used", "X is forbidden": what the words before it are ruled out from. */
function passiveAt(tokens: readonly Token[], at: number, named: readonly Named[]): VerbKind | undefined {
  const { lower } = tokens[at]!;
  if (named.length === 0) return undefined;
  const isOff = lower === "limits" && tokens[at - 1]?.lower === "off";
  if (APPROVES.test(lower) && tokens.slice(at + 1, at + 5).some((one) => PERMISSION.test(one.lower))) return "use";
  if (isOff || /^(?:frozen|read-only|readonly|immutable)$/.test(lower)) return "change";
  if (!NOT.test(lower)) return undefined;
  if (/^(?:forbidden|banned|prohibited|disallowed)$/.test(lower)) return "use";
  if (lower === "off-limits") return "change";
  const after = tokens.slice(at + 1, at + 5).map((one) => one.lower);
  const verb = after.find((word) => !ADVERB.test(word));
  return verb === undefined ? undefined : passiveKind(verb);
}

function turnAgainst(named: Named[], verb: VerbKind): void {
  for (const [at, one] of named.entries())
    if (one.part === "main" && one.polarity === "open") named[at] = { ...one, polarity: "against", verb };
}

/** "as they are generated", "so that", "in order to", "to prevent": the rest of the sentence is the reason. */
function isReason(word: string, next: string): boolean {
  if (word === "as") return /^(?:they|it|this|these|that|we|you|i|the)$/.test(next);
  if (word === "so") return next === "that";
  if (word === "in") return next === "order";
  return word === "to" && /^(?:prevent|avoid|ensure|keep|make|minimize|reduce|match|help)$/.test(next);
}

/** "pnpm instead of npm", "rather than npm", "vitest over jest". */
function isTurn(word: string, next: string, hasObject: boolean): boolean {
  if (word === "instead") return next === "of";
  if (word === "rather") return next === "than";
  return word === "over" && hasObject;
}

const ruledOut = (one: Named): Named =>
  one.part === "before" ? { ...one, part: "main", polarity: "against", verb: "run" } : one;

/** "Ask me before running X": what comes after "before" is what it is about. */
function isAskedBefore(words: readonly string[]): boolean {
  const before = words.indexOf("before");
  return before > 0 && words.slice(Math.max(0, before - 5), before).some((word) => ASKS.test(word));
}

const ASKS = /^(?:ask|asking|confirm\w*|permission|approval|consent|ok|okay|check-in)$/;

/** "X needs my OK". */
function needsApproval(words: readonly string[]): boolean {
  return words.some((word, at) => APPROVES.test(word) && words.slice(at + 1, at + 5).some((one) => ASKS.test(one)));
}

/** Within a few words of "unless" or "without" stands who has to be asked. */
function asksFirst(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      /^auto(?:-\w|matically)/.test(word) ||
      (/^(?:unless|without|until|except)$/.test(word) &&
        words.slice(at + 1, at + 6).some((one) => PERMISSION.test(one))),
  );
}
