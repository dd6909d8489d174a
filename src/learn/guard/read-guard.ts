/**
 * The guards that a rule in a person's words means: what it names for certain, for or against it, what stands in place of
 * what, the exception. The rest of the sentence is its reason. Where nothing is named that a program can see, there is none.
 */
import { whatRuns } from "../../core/command/what-runs.ts";
import { lineWith } from "../../core/guard/added-text.ts";
import { type Guard, readGuards } from "../../core/guard/guard.ts";
import { matchGuards } from "../../core/guard/match.ts";
import { commandRules, commandsOf, firstIn, insteadIn, onlyThrough } from "./command-rules.ts";
import { fileRules, textRules } from "./file-rules.ts";
import type { KnownNames } from "./mentions.ts";
import { isAsked, isFor, type Named, type RuleClause, readClause } from "./read-clause.ts";
import { sentencesOfRule } from "./tokens.ts";

const NOTHING_KNOWN: KnownNames = { isProgram: () => false, isPath: () => false };

/** A longer statement says more than a guard can. */
const MOST_CHARS = 600;
const MOST_GUARDS = 6;

/** Of one turn, a question, or a guess: not a rule. */
const NO_RULE =
  /\?\s*$|\b(?:for now|today|this time|temporarily|yet|sometimes|usually|mostly|maybe|perhaps|probably|might)\b/i;

export function guardsIn(text: string, known: KnownNames = NOTHING_KNOWN): readonly Guard[] {
  if (text.length > MOST_CHARS || NO_RULE.test(text)) return [];
  const clauses = sentencesOfRule(text).map((tokens) => readClause(tokens, known));
  const words = clauses.flatMap((clause) => clause.words);
  const swapped = insteadIn(clauses);
  const replaced = new Set(swapped.flatMap(({ instead }) => Object.keys(instead)));
  const rules = clauses.flatMap((clause, at) =>
    [
      ...firstIn(clause),
      ...commandRules(clause, replaced),
      ...fileRules(clause, known, [clauses[at - 1], clauses[at + 1]]),
      ...textRules(clause, words),
    ]
      .map((rule) => withExceptions(rule, clause))
      .map((rule) => (isAsked(clause) ? { ...rule, mode: "ask" as const } : rule)),
  );
  const isAskedAbout = clauses.some(isAsked);
  const all: Guard[] = [...swapped.map((rule) => (isAskedAbout ? { ...rule, mode: "ask" as const } : rule)), ...rules];
  const guards = [...new Map(all.map((guard) => [JSON.stringify(guard), guard])).values()].slice(0, MOST_GUARDS);
  const right = clauses.flatMap(({ named }) => named).filter(isFor);
  const checked = guards.filter((guard) => !right.some((named) => isStopped(named, guard)));
  const kept = [...checked, ...clauses.flatMap(onlyThrough)];
  return readGuards(kept).outcome === "guards" ? kept : [];
}

/** A check that stops what the same words call right is misread. */
function isStopped({ thing }: Named, guard: Guard): boolean {
  if ("text" in guard) return thing.kind === "code" && lineWith(guard.text.adds, thing.text) !== undefined;
  if (!("deny" in guard || "instead" in guard)) return false;
  // Matching takes `dotnet.cmd` for `dotnet`.
  if (/^[\w-]+\.(?:cmd|bat|exe)\b/.test(thing.text)) return false;
  const lines = thing.kind === "act" ? commandsOf(thing.text) : thing.kind === "command" ? [thing.text] : [];
  return lines.some((line) => {
    const runs = whatRuns(line, { isThorough: true, cwd: "/", scripts: { find: () => undefined } });
    return matchGuards([guard], { kind: "command", runs }, { cwd: "/" }).length > 0;
  });
}

/** "… except `index.mdx`"; an exception that names nothing is asked about. */
function withExceptions(guard: Guard, { named, words, asks }: RuleClause): Guard {
  const isNamed = words.some((word) => /^(?:except|excluding|unless)$/.test(word));
  if (!isNamed || asks || guard.except !== undefined) return guard;
  const kinds = "protect" in guard || "text" in guard ? /^path$/ : /^(?:command|option|variable)$/;
  const texts = named
    .filter(({ part, thing }) => part === "exception" && kinds.test(thing.kind))
    .map(({ thing }) => thing.text);
  return texts.length === 0 ? { ...guard, mode: "ask" } : { ...guard, except: texts.length === 1 ? texts[0]! : texts };
}
