/** Splits a statement into clauses, and separates in each what it asserts from what it rejects. */
import { anyOf } from "../../base/lazy-pattern.ts";
import type { Predicate } from "../predicate.ts";

export type NamedThing = {
  /** Alternative proofs for one named thing: the first that is true now is used. */
  readonly proofs: readonly Predicate[];
  /** If this is not true, the words do not name the thing. */
  readonly given?: Predicate;
};

export type Clause = {
  /** The part before a rejection: things named here are presumed to exist. */
  readonly presumed: string;
  /** The part before any negation, empty if the verb is negated: tools named here are in use. */
  readonly chosen: string;
};

type Reading = {
  readonly clauses: readonly Clause[];
  /** The code spans; a clause contains the number of each between two NULs. */
  readonly spans: readonly string[];
};

const LONGEST_TEXT = 8192;

export function clausesOf(text: string): Reading {
  const spans: string[] = [];
  const keep = (_: string, code: string): string => `\0${spans.push(code.trim()) - 1}\0`;
  const masked = text
    .slice(0, LONGEST_TEXT)
    .replaceAll("\0", "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/^ *```[^\n]*\n([\s\S]*?)^ *```/gm, (_, code: string) => code.replace(/^(.*\S.*)$/gm, keep))
    .replace(/`([^`\n]+)`/g, keep)
    .replace(/\b(e\.g|i\.e|vs|etc|incl)\./gi, "$1")
    .replaceAll("’", "'")
    .replace(WRAPPED, " ");
  return { clauses: sentencesOf(masked).flatMap(clausesIn), spans };
}

/** A line end within a sentence: no list, heading or paragraph follows. */
const WRAPPED = /\n(?! ?(?:[-*+#>|] ?|\d+[.)] |\n))/g;
const LISTED = /^(?:[-*+]|\d+[.)]) /;

/** Without questions, and without lists under a negative heading such as "Never run:". */
function sentencesOf(text: string): string[] {
  let isUnderDenial = false;
  return text.split(SENTENCE_END).filter((sentence) => {
    if (isUnderDenial && LISTED.test(sentence)) return false;
    isUnderDenial = sentence.endsWith(":") && (KILLS.test(sentence) || DENIES_ANYTHING.test(sentence));
    return !sentence.endsWith("?");
  });
}

const SENTENCE_END = /(?<=(?<!\n ?\d)[.!?]) | ?\n ?|; ?| [–—] | -- /;
const CLAUSE_END = /, | (?=(?:but|however|yet|while|whereas) )| ?[()] ?/;

/** A negation continues after a comma, until a new statement starts: "never npm, yarn or bun". */
function clausesIn(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let denied = false;
  for (const part of sentence.split(CLAUSE_END)) {
    const clause = part.trim();
    if (clause === "") continue;
    const isDenied: boolean = KILLS.test(clause) || (denied && !STARTS_ANEW.test(clause));
    if (!isDenied) clauses.push({ presumed: before(clause, DENIES), chosen: chosenIn(clause) });
    denied = isDenied || DENIES_ANYTHING.test(clause);
  }
  return clauses;
}

const STARTS_ANEW =
  /^(?:but|however|yet|while|whereas|use|run|call|prefer|always|only|instead|we|it|they|the|this|that|then|so|keep|put|see|read|because|since|as)\b/i;

/** The thing is being removed, was removed, or is only considered. */
const KILLS = new RegExp(
  String.raw`(?<![\w/.-])${anyOf`deprecated, obsolete, legacy, removed, deleted, dropped, gone, retired, formerly, previously
    used to, replaced (?:by|with), (?:is|are) (?:forbidden|banned|discouraged), would, could, might
    maybe, perhaps, consider(?:ing)?, someday, eventually, ever, plan(?:s|ned|ning)? to, going to
    will (?:switch|move|migrate|replace|be), if we, unless`}(?![\w/-])`,
  "i",
);

const TURNS =
  "avoid(?:s|ing)?|without|instead of|rather than|other than|than|except|stop(?:s|ped)?|forbid(?:s|den)?|bann?(?:ed)?|drop|remove|delete|replac(?:e|es|ed|ing)|unlike|over|against|ignor(?:e|es|ed|ing)|(?:switch|migrat|mov|upgrad|chang)\\w* (?:away )?(?:from|off)";

/** A thing that must not be edited still exists. */
const EDITS = "(?:hand-?edit|edit|modify|touch|change)";

const DENIES = new RegExp(
  `(?<![\\w/.-])(?:(?:do not|don't|must not|never|not)(?! (?:ever |manually |directly )?${EDITS}\\b)|cannot|can't|\\w+n't(?! ${EDITS}\\b)|nor|neither|${TURNS})(?![\\w/-])`,
  "i",
);
const DENIES_ANYTHING = new RegExp(
  `(?<![\\w/.-])(?:not|never|no|nothing|none|nor|neither|cannot|\\w+n't|${TURNS})(?![\\w/-])`,
  "i",
);
const DENIES_VERB =
  /\b(?:is|are|was|were|be|been|must|should|may|can|will|does|do|did|has|have) (?:not|never|no longer)\b|n't\b|\b(?:cannot|nothing|nobody)\b/i;

function chosenIn(clause: string): string {
  return DENIES_VERB.test(clause) ? "" : before(clause, DENIES_ANYTHING);
}

function before(clause: string, pattern: RegExp): string {
  const found = pattern.exec(clause);
  return found === null ? clause : clause.slice(0, found.index);
}

/** No noun follows for which the name could be an adjective. */
export const NAME_ENDS =
  /^\s*(?:$|[.,;:!?)\0]|(?:before|after|to|and|or|on|in|from|for|then|first|which|when|if|with|is|does|runs|builds|that|as|at|until|once|again|here|locally|every)(?!\w))/i;
