/** Reads a person's message sentence by sentence: what was said to last, and how likely the rest states a lasting demand. */
import { keyFor } from "../core/record/key.ts";
import { type Priority, type RecordId, type RecordType, type Scope, TYPE_TABLE } from "../core/record/record.ts";
import { stripPrivate } from "../core/screen/private.ts";
import { correctedValue, type KeptValue } from "./corrected-value.ts";
import { lastingScore } from "./lasting-score.ts";
import { type Reading, readingOf } from "./reading.ts";
import { saidToLast } from "./said-to-last.ts";
import { type Sentence, type Span, sentencesOf } from "./sentences.ts";
import type { RuleName } from "./tables/english.ts";
import { languageOf, saidInLanguage } from "./tables/other-languages.ts";

export type Captured = {
  readonly rule: RuleName;
  readonly type: RecordType;
  readonly priority: Priority;
  readonly scope: Scope;
  /** The statement alone, in the person's words. */
  readonly text: string;
  /** The sentence that contains it. */
  readonly sentence: string;
  /** The position of the sentence in the message, after its private parts are removed. */
  readonly span: Span;
  /** The record whose value it corrects, and its paths. */
  readonly replaces?: RecordId;
  readonly paths?: readonly string[];
};

export type ReadSentence = {
  readonly sentence: Sentence;
  /** Set if it was said to last. */
  readonly captured?: Captured;
  /** Why it was not. */
  readonly reason?: string;
  /** 0 to 1: how likely it states something that should last. */
  readonly score: number;
};

export type MessagePlace = {
  readonly inProject: boolean;
  /** What the agent said right before: a correction may be about a value in it. */
  readonly agentSaid?: string;
  /** What is kept with a value that a correction may be about. */
  readonly kept?: readonly KeptValue[];
  /** Whether the person says the same in another message of the session. */
  readonly isSaidAgain?: (sentence: string) => boolean;
};

export function captureFrom(message: string, place: MessagePlace): Captured[] {
  return readMessage(message, place).flatMap(({ captured }) => captured ?? []);
}

export function readMessage(message: string, place: MessagePlace): ReadSentence[] {
  const { inProject, agentSaid = "", kept = [], isSaidAgain = () => false } = place;
  const own = stripPrivate(message);
  const sentences = sentencesOf(own);
  return sentences.map((sentence, at): ReadSentence => {
    const whole = readingOf(sentence.text);
    const said =
      languageOf(sentence.text) === undefined ? inEnglish(sentence, whole, { agentSaid, kept }) : inOther(sentence);
    const score = lastingScore(whole, {
      isFirst: at === 0,
      isAlone: sentences.length === 1,
      messageChars: own.length,
      isSaidToLast: "text" in said,
      isSaidAgain: isSaidAgain(sentence.text),
    });
    if (!("text" in said)) return { sentence, reason: said.reason, score };
    const { rule, type, text, corrects } = said;
    const scope = corrects?.scope ?? scopeOf(said.words, { inProject });
    const priority = rule === "correction" ? "high" : TYPE_TABLE[type].priority;
    return {
      sentence,
      captured: {
        ...{ rule, type, priority, scope, text, sentence: sentence.text, span: sentence.span },
        ...(corrects !== undefined && { replaces: corrects.id, paths: corrects.paths }),
      },
      score,
    };
  });
}

type Said = Pick<Captured, "rule" | "type" | "text"> & { readonly words: string; readonly corrects?: KeptValue };
type Talk = Required<Pick<MessagePlace, "agentSaid" | "kept">>;
type Unsaid = { readonly reason: string };

function inEnglish({ under }: Sentence, whole: Reading, talk: Talk): Said | Unsaid {
  const heading = under === undefined ? undefined : headingOf(under);
  if (heading === "of others") return { reason: "it is in a list of what others say, or of one task" };
  const corrected = correctedValue(whole, talk);
  if (corrected !== undefined) {
    const { text, of } = corrected;
    const said = { rule: "correction", text, words: whole.words } as const;
    return of === undefined ? { ...said, type: "fact" } : { ...said, type: of.type, corrects: of };
  }
  const said = saidToLast(whole);
  if (said.taken) {
    const { mark, stated } = said;
    return { rule: mark.rule, type: mark.type ?? typeOf(stated.words), text: tidied(stated), words: stated.words };
  }
  // A list under "Remember:" is said to last with its heading.
  if (heading === "to remember" && said.reason !== "it is a question")
    return { rule: "remember", type: typeOf(whole.words), text: tidied(whole), words: whole.words };
  return { reason: said.reason };
}

function inOther({ text }: Sentence): Said | Unsaid {
  const said = saidInLanguage(text);
  return said === undefined ? { reason: "nothing in it says that it should last" } : { ...said, words: "" };
}

const TO_REMEMBER = /\b(?:remember|future reference|from now on|keep in mind|for (?:all )?future \w+)\b[^.]*:$/;
const OF_OTHERS =
  /\b(?:said|says|wrote|asked|feedback|review(?:er)?|comments?|customer|client|error|output|log|(?:this|the) (?:pr|task|change|ticket|commit|feature)|plan|steps|todo)\b[^.]*:$/;

function headingOf(under: string): "of others" | "to remember" | undefined {
  const { words } = readingOf(under);
  if (OF_OTHERS.test(words)) return "of others";
  return TO_REMEMBER.test(words) ? "to remember" : undefined;
}

/** An order is a preference, one that forbids or demands is a policy, and anything else a fact. */
function typeOf(words: string): RecordType {
  if (/\b(?:must|mustn't|don't ever|never ever|required|forbidden|not allowed)\b/.test(words)) return "policy";
  return /^(?:(?:when|if|before|after|next time|in (?:the )?future|from now on|as a rule)\b.*|always|never|don't|do not|no|use|prefer|avoid|only|[a-z]+ (?:all|every|each|your|the|a|an|me)\b)/.test(
    words,
  )
    ? "preference"
    : "fact";
}

const EVERYWHERE =
  /\b(?:everywhere|in (?:all|any|every|each)(?: of)? (?:my |our )?(?:projects?|repos?|repositor(?:y|ies))|across (?:all )?(?:projects|repos)|global(?:ly)?|not just (?:for|in) \S+)\b/;
/** How to talk to the person, and who the person is. */
const ABOUT_PERSON =
  /\b(?:your |short |brief |long )?(?:answers?|repl(?:y|ies)|responses?|explanations?)\b|\b(?:answer|reply|explain|speak|talk) (?:to me |me )?(?:in|briefly|shortly)\b|\bcall me\b|\bi (?:work|live) in\b|\b(?:i'm|i am) an? \w+(?: \w+)?$/;
const LOCAL =
  /\b(?:this|the|our) (?:\w+ )?(?:repo(?:sitory)?|project|code ?base|package|service|app|product|monorepo|workspace|team|api|endpoints?)\b|\b(?:we|our)\b/;

export function scopeOf(words: string, { inProject }: { readonly inProject: boolean }): Scope {
  if (!inProject || EVERYWHERE.test(words)) return "global";
  return ABOUT_PERSON.test(words) && !LOCAL.test(words) ? "global" : "project";
}

/** A statement for keeping: one line, capital first letter, no final period; its words never change. */
export function tidied({ text }: Reading): string {
  const bare = text
    .trim()
    .replace(/^[\s,;:–，、；：-]+/, "")
    .replace(/(?<!\b(?:etc|e\.g|i\.e))[.!,;:。！，、；：\s]+$/, "")
    .replace(/,? (?:please|pls)$/i, "");
  const plain = bare.replaceAll("`", "");
  // "Use `pnpm`" picks the same thing as "use pnpm", and only the latter is found in the table of topics.
  const said = keyFor(plain).by === "topic" ? plain : bare;
  return startsWithName(said) || NO_CAPITALS.test(said) ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Scripts without capitals: a word in letters is a name there. */
const NO_CAPITALS = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** A word with a sign, a digit or a capital inside is a name, and is spelled as it is. */
function startsWithName(text: string): boolean {
  const first = /^\S+/.exec(text)?.[0] ?? "";
  return /^[a-z]/.test(first) && /[A-Z0-9_./@]/.test(first.replace(/[.,;:!]+$/, ""));
}
