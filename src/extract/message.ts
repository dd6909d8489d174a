/** What a person's message says to keep, by rules with names and without a model: at most one statement a sentence. */
import { type Priority, type RecordType, type Scope, TYPE_TABLE } from "../core/record/record.ts";
import { stripPrivate } from "../core/screen/private.ts";
import { type Reading, readingOf } from "./reading.ts";
import { constraint } from "./rules/constraint.ts";
import { correction } from "./rules/correction.ts";
import { asRequest, withoutTag } from "./rules/openings.ts";
import { habit } from "./rules/habit.ts";
import { preference } from "./rules/preference.ts";
import { onlyAsks, remember } from "./rules/remember.ts";
import { type Rule, type RuleName, rowFor } from "./rules/rule.ts";
import { QUESTIONS, TRAPS } from "./rules/traps.ts";
import { scopeOf } from "./scope.ts";
import { type Sentence, type Span, sentencesOf } from "./sentences.ts";
import { tidied } from "./tidy.ts";

export type Captured = {
  readonly rule: RuleName;
  readonly type: RecordType;
  readonly priority: Priority;
  readonly scope: Scope;
  /** The statement alone, in the person's words. */
  readonly text: string;
  /** The sentence that it was said in. */
  readonly sentence: string;
  /** Where the sentence stands in the message, once its private parts are taken out. */
  readonly span: Span;
};

/** What was asked for in so many words comes first; then the strictest reading of a sentence wins. */
export const RULES: readonly Rule[] = [remember, constraint, correction, preference, habit];

export function captureFrom(message: string, { inProject }: { readonly inProject: boolean }): Captured[] {
  return sentencesOf(stripPrivate(message)).flatMap((sentence) => {
    const found = statementIn(sentence);
    if (found === undefined) return [];
    const { rule, type, priority, stated } = found;
    const scope = scopeOf(stated.words, { inProject });
    const text = tidied(stated);
    return [{ rule: rule.name, type, priority, scope, text, sentence: sentence.text, span: sentence.span }];
  });
}

type Found = { readonly rule: Rule; readonly type: RecordType; readonly priority: Priority; readonly stated: Reading };

function statementIn({ text, under }: Sentence): Found | undefined {
  const whole = asRequest(withoutTag(readingOf(text)));
  const heading = under === undefined ? undefined : readingOf(under);
  if (rowFor(QUESTIONS, whole.words) !== undefined) return undefined;
  if (heading !== undefined && rowFor(TRAPS, heading.words) !== undefined) return undefined;
  const isAsked = heading !== undefined && onlyAsks(heading);
  for (const rule of RULES) {
    const stated = rule === remember && isAsked ? whole : rule.statement(whole);
    if (stated !== undefined && rowFor(rule.traps, stated.words) === undefined)
      return { rule, stated, ...kindOf(rule, stated) };
  }
  return undefined;
}

/** A rule that leaves the type open takes that of the next rule that would have the rest, or else it is a fact. */
function kindOf(rule: Rule, stated: Reading): Pick<Found, "type" | "priority"> {
  const typed =
    rule.type !== undefined ? rule : RULES.find((one) => one !== rule && one.statement(stated) !== undefined);
  const type = typed?.type ?? "fact";
  return { type, priority: typed?.priority ?? TYPE_TABLE[type].priority };
}
