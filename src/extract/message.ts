/** Finds what to remember in a person's message, by named rules and without a model: at most one statement for each sentence. */
import { type Priority, type RecordType, type Scope, TYPE_TABLE } from "../core/record/record.ts";
import { stripPrivate } from "../core/screen/private.ts";
import { masked, type Reading, readingOf } from "./reading.ts";
import { constraint } from "./rules/constraint.ts";
import { correction } from "./rules/correction.ts";
import { habit } from "./rules/habit.ts";
import { asRequest, withoutTag } from "./rules/openings.ts";
import { languagesOf, statedIn } from "./rules/other-language.ts";
import { preference } from "./rules/preference.ts";
import { onlyAsks, remember } from "./rules/remember.ts";
import { type Rule, type RuleName, rowFor } from "./rules/rule.ts";
import { LASTS, LIST_TRAPS, QUESTIONS, TRAPS } from "./rules/traps.ts";
import { DEEDS } from "./rules/words.ts";
import { isOwn } from "./scope.ts";
import { type Sentence, type Span, sentencesOf } from "./sentences.ts";
import { tidied } from "./tidy.ts";

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
};

/** Explicit requests come first; then the strictest reading of a sentence wins. */
export const RULES: readonly Rule[] = [remember, constraint, correction, preference, habit];

export function captureFrom(message: string, { inProject }: { readonly inProject: boolean }): Captured[] {
  const own = stripPrivate(message);
  return sentencesOf(own).flatMap((sentence) =>
    statementsIn(sentence, own).map(({ said, rule, type, priority, stated, isOwn }) => {
      const scope = inProject && !isOwn ? "project" : "global";
      return { rule, type, priority, scope, text: tidied(stated), sentence: said.text, span: said.span };
    }),
  );
}

type Said = Found & { readonly said: Sentence };

function statementsIn(sentence: Sentence, own: string): Said[] {
  const found = statementIn(sentence);
  if (found === undefined) return [];
  const parts = partsOf(sentence, own).flatMap((said) => {
    const one = statementIn(said);
    return one === undefined ? [] : [{ ...one, said }];
  });
  return parts.length === 2 ? parts : [{ ...found, said: sentence }];
}

/** "Always … and never …": the second is a statement of its own unless it refers to the first. */
const TWO =
  /^(?:please\s+)?(?:always|never|don't|do\s+not)\s+\S+\s+\S.*?(,?\s+(?:and|but)\s+)(?:never|always|don't\s+ever)\s+\S+\s+(?!.*\b(?:it|its|them|that|those|this|these|they|so|there)\b)/is;

function partsOf(sentence: Sentence, own: string): Sentence[] {
  const { start, end } = sentence.span;
  const joint = TWO.exec(masked(own.slice(start, end)).replace(/[’‘]/g, "'"));
  if (joint === null) return [];
  const middle = start + joint[0].lastIndexOf(joint[1]!);
  return [
    { start, end: middle },
    { start: middle + joint[1]!.length, end },
  ].map((span) => ({ ...sentence, span, text: own.slice(span.start, span.end).replace(/\s+/g, " ") }));
}

type Found = Pick<Captured, "rule" | "type" | "priority"> & { readonly stated: Reading; readonly isOwn: boolean };

function statementIn(sentence: Sentence): Found | undefined {
  const languages = languagesOf(sentence.text);
  if (languages.length === 0) return statementInEnglish(sentence);
  const found = statedIn(languages, sentence);
  if (found === undefined) return undefined;
  const priority = RULES.find(({ name }) => name === found.rule)?.priority ?? TYPE_TABLE[found.type].priority;
  return { ...found, priority };
}

function statementInEnglish({ text, under }: Sentence): Found | undefined {
  const whole = asRequest(withoutTag(readingOf(text)));
  const heading = under === undefined ? undefined : readingOf(under);
  if (rowFor(QUESTIONS, whole.words) !== undefined) return undefined;
  const trap = heading === undefined ? undefined : rowFor([...TRAPS, ...LIST_TRAPS], heading.words);
  // In a list of tasks, one item may explicitly apply for longer.
  if (trap !== undefined && !(trap.name === "only about one place" && LASTS.test(whole.words))) return undefined;
  const isAsked = heading !== undefined && onlyAsks(heading);
  for (const rule of RULES) {
    const stated = rule === remember && isAsked ? whole : rule.statement(whole);
    if (stated !== undefined && rowFor(rule.traps, stated.words) === undefined)
      return { rule: rule.name, stated, isOwn: isOwn(stated.words), ...kindOf(rule, stated) };
  }
  return undefined;
}

const TELLS = new RegExp(`^(?:please )?(?:${DEEDS}|no)\\b`);

/** A rule without a type takes that of the next rule that matches the rest; otherwise an instruction is a preference, and anything else a fact. */
function kindOf(rule: Rule, stated: Reading): Pick<Found, "type" | "priority"> {
  const typed =
    rule.type !== undefined ? rule : RULES.find((one) => one !== rule && one.statement(stated) !== undefined);
  const type = typed?.type ?? (TELLS.test(stated.words) ? "preference" : "fact");
  return { type, priority: typed?.priority ?? TYPE_TABLE[type].priority };
}
