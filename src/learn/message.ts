/** Reads a person's message sentence by sentence: each is counted, and what the person wishes to be kept is captured. */
import { type Priority, type RecordId, type RecordType, type Scope, TYPE_TABLE } from "../core/record/record.ts";
import { stripPrivate } from "../core/screen/private.ts";
import { contentWords } from "../core/statement/content-words.ts";
import { correctedValue, type KeptValue } from "./corrected-value.ts";
import { wishInLanguage } from "./other-languages.ts";
import { readingOf, tidied } from "./reading.ts";
import { type Sentence, type Span, sentencesOf } from "./sentences.ts";
import { typeOf, type WishRule, wishIn } from "./wishes.ts";

export type Captured = {
  readonly rule: WishRule;
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

type ReadSentence = {
  readonly sentence: Sentence;
  /** Set if the person wishes to keep it. */
  readonly captured?: Captured;
  /** Why it is not kept by itself. */
  readonly reason?: string;
};

type MessagePlace = {
  readonly inProject: boolean;
  /** What the agent said right before: a correction may be about a value in it. */
  readonly agentSaid?: string;
  /** What is kept with a value that a correction may be about. */
  readonly kept?: readonly KeptValue[];
};

export function captureFrom(message: string, place: MessagePlace): Captured[] {
  return readMessage(message, place).flatMap(({ captured }) => captured ?? []);
}

export function readMessage(message: string, place: MessagePlace): ReadSentence[] {
  const read: ReadSentence[] = [];
  for (const sentence of sentencesOf(stripPrivate(message))) {
    const said = saidIn(sentence, place);
    const before = read.at(-1);
    if ("text" in said) read.push({ sentence, captured: captured(sentence, said, place) });
    else read.push({ sentence, reason: said.reason });
    // "Please remember this": the statement is the sentence before.
    if (!("text" in said) && said.isAboutBefore && before?.captured === undefined && before !== undefined) {
      const whole = readingOf(before.sentence.text);
      const about = { rule: "remember", type: typeOf(whole.words), text: tidied(whole), words: whole.words } as const;
      if (contentWords(whole.words).length > 1 && !/\?\W*$/.test(whole.words))
        read[read.length - 2] = { sentence: before.sentence, captured: captured(before.sentence, about, place) };
    }
  }
  return read;
}

type Said = Pick<Captured, "rule" | "type" | "text"> & { readonly words: string; readonly corrects?: KeptValue };
type Unsaid = { readonly reason: string; readonly isAboutBefore?: true };

function captured(
  { text: sentence, span }: Sentence,
  { rule, type, text, words, corrects }: Said,
  { inProject }: MessagePlace,
): Captured {
  return {
    ...{ rule, type, text, sentence, span },
    priority: rule === "correction" ? "high" : TYPE_TABLE[type].priority,
    scope: corrects?.scope ?? scopeOf(words, { inProject }),
    ...(corrects !== undefined && { replaces: corrects.id, paths: corrects.paths }),
  };
}

function saidIn({ text, under }: Sentence, { agentSaid = "", kept = [] }: MessagePlace): Said | Unsaid {
  const whole = readingOf(text);
  const heading = under === undefined ? undefined : readingOf(under).words;
  if (heading !== undefined && OF_OTHERS.test(heading))
    return { reason: "it is in a list of what others say, or of one task" };
  const corrected = correctedValue(whole, { agentSaid, kept });
  if (corrected !== undefined) {
    const { text: stated, of } = corrected;
    const said = { rule: "correction", type: of?.type ?? "fact", text: stated, words: whole.words } as const;
    return of === undefined ? said : { ...said, corrects: of };
  }
  const wish = wishIn(whole);
  if (wish.kept) return { rule: wish.rule, type: wish.type, text: tidied(wish.stated), words: wish.stated.words };
  // A list under "Remember:" is wished with its heading.
  if (heading !== undefined && TO_REMEMBER.test(heading) && wish.reason !== "it is a question")
    return { rule: "remember", type: typeOf(whole.words), text: tidied(whole), words: whole.words };
  const foreign = wishInLanguage(text);
  return foreign === undefined ? wish : { rule: "remember", type: "fact", text: foreign, words: "" };
}

const TO_REMEMBER = /\b(?:remember|future reference|from now on|keep in mind|for (?:all )?future \w+)\b[^.]*:$/;
const OF_OTHERS =
  /\b(?:said|says|wrote|asked|feedback|review(?:er)?|comments?|customer|client|error|output|log|(?:this|the) (?:pr|task|change|ticket|commit|feature)|plan|steps|todo)\b[^.]*:$/;

const EVERYWHERE =
  /\b(?:everywhere|in (?:all|any|every|each)(?: of)? (?:my |our )?(?:projects?|repos?|repositor(?:y|ies))|across (?:all )?(?:projects|repos)|global(?:ly)?|not just (?:for|in) \S+)\b/;
/** How to talk to the person, and who the person is. */
const ABOUT_PERSON =
  /\b(?:answers?|repl(?:y|ies)|responses?|explanations?)\b|\b(?:explain|speak|talk) (?:to me |me )?(?:in|briefly|shortly)\b|\bcall me\b|\bi (?:work|live) in\b|\b(?:i'm|i am) an? \w+(?: \w+)?$/;
const LOCAL =
  /\b(?:this|the|our) (?:\w+ )?(?:repo(?:sitory)?|project|code ?base|package|service|app|product|monorepo|workspace|team|api|endpoints?)\b|\b(?:we|our)\b/;

export function scopeOf(words: string, { inProject }: { readonly inProject: boolean }): Scope {
  if (!inProject || EVERYWHERE.test(words)) return "global";
  return ABOUT_PERSON.test(words) && !LOCAL.test(words) ? "global" : "project";
}
