/** Rewrites phrasings that mean the same into one: politeness, negation, obligation, passive, leading clauses, instruments. */
import { withoutEnd } from "../text/words.ts";
import { plainWord, verbOf } from "./word-forms.ts";

/** `statement` is tokens separated by one blank; commas and sentence ends are separate tokens. */
export function rephrased(statement: string): string {
  let text = applied(statement.replace(/(?: [;,])+$/, ""), ATTENTION);
  text = applied(clauseLast(text), MEANING);
  text = applied(text, CHOICES);
  return copula(applied(instrumental(active(text)), CHOICES));
}

type Rewrite = readonly [RegExp, string];

/** Phrases that ask for attention and add nothing. */
const ATTENTION: readonly Rewrite[] = [
  [/\bplease\b/g, ""],
  [
    /^(?:(?:make|be) sure (?:that |to )?|remember (?:that |to )?|note that |keep in mind that |it is important (?:that |to )|do not forget to )/,
    "",
  ],
  [/\bfrom now on\b/g, ""],
  [/(?<!\b(?:not|almost|nearly) )\balways\b/g, ""],
  [/^(before|after|when|whenever|if|while|unless|until) (?:you|we) /, "$1 "],
  [/ (before|after|when|whenever|if|while|unless|until) (?:you|we) /g, " $1 "],
  [/ (before|after) (?:each|every|a|any) /g, " $1 "],
  [/^(before|after) (?:each|every|a|any) /, "$1 "],
];

/** Negations and obligations first, since later rewrites look for them. */
const MEANING: readonly Rewrite[] = [
  [/(?<!\b(?:is|are|be) )\bused to\b/g, "usedto"],
  [/\bno longer\b/g, "nolonger"],
  [/\b(?:do|does) not (?:need|have) to\b/g, "neednot"],
  [/\b(?:do|does) not\b/g, "not"],
  [/\b(?:should|shall|(?:has|have|needs?|ought) to|(?:is|are) (?:required|obliged) to)\b/g, "must"],
  [/\bnever ever\b|\bnot ever\b|\bnever\b/g, "not"],
  [/\bmust not\b/g, "not"],
  [/(?<!\bnot )\bavoid (?:using )?(\S+ing)\b/g, "not $1"],
  [/(?<!\bnot )\bavoid(?: using)?\b/g, "not use"],
  [/^i (?:want|would like) you to /, ""],
  // "I deploy" is not "you deploy"; only a preference applies to any agent.
  [/^(?:we|you) (?:must )?/, ""],
  [/^i (?=(?:prefer|use) )/, ""],
  [/\bmust have\b/g, "need"],
  [/\b(?:per|an?|each|every) (second|minute|hour|day|night|week|month|year)\b/g, "per $1"],
  [/\b(?:(?:is|are) )?(?:lives?|located|stored|resides?|sits?|stands?) (?:in|inside|within|under)\b/g, "is in"],
  [
    /\b(?:decided (?:to use|on|for)|went (?:with|for)|settled on|opted for|picked|have chosen|chose to use)\b/g,
    "chose",
  ],
];

const CHOICES: readonly Rewrite[] = [
  [/ (?:instead of|rather than|in place of|(?:, )?and not|, not) /g, " rather "],
  [/^((?:prefer|use) \S+) not /, "$1 rather "],
  [/^no (?=\S)/, "not use "],
  [/^((?:not )?(?:prefer|chose|favou?r) .+?) over /, "$1 rather "],
  [/^(not )?(?:prefer|favou?r)(?: to use| using)? /, "$1use "],
  [/^not use (.+?) [,;] (?:but )?use (.+?)(?: instead)?$/, "use $2 rather $1"],
  [/ (?:by using|using|via|through|by means of|with the help of) /g, " with "],
];

/** Cleaned up after each rewrite, since later ones look at the beginning and the end. */
function applied(text: string, rewrites: readonly Rewrite[]): string {
  return rewrites.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    return after === before ? before : withoutEnd(after.replace(/\s+/g, " ").replace(/^[ ,;]+/, ""), " ,;");
  }, text);
}

const OPENING = /^(?:before|after|when|whenever|if|unless|until|while|once|in|on|for|during|at|under|from|with) /;

/** "Before a push, run the tests" is "run the tests before a push". */
function clauseLast(text: string): string {
  if (!OPENING.test(text)) return text;
  const [, clause, rest] = /^([^,;]+?)(?: , | (?=(?:we|you|i) ))([^;]+)$/.exec(text) ?? [];
  return clause === undefined || rest === undefined || rest.includes(",") ? text : `${rest} ${clause}`;
}

const PASSIVE =
  /^((?:(?!(?:must|not|can|may|might|will|was|were|only|if|when|unless|,|;) )\S+ ){1,6}?)(must )?(not )?(?:be|is|are|get|gets) (not )?(\S+)(?: (.+))?$/;

/** "Commits must not be squashed by hand" is "not squash commits by hand". */
function active(text: string): string {
  const [, subject, , not, notLater, participle, rest] = PASSIVE.exec(text) ?? [];
  const verb = participle === undefined ? undefined : verbOf(participle);
  if (verb === undefined) return text;
  return [(not ?? notLater) ? "not" : "", verb, subject!.trim(), rest ?? ""].filter((part) => part !== "").join(" ");
}

/** One phrasing for what is done with what: "use X to format code" is "format code with X", "run tests with X" is "use X for tests". */
function instrumental(text: string): string {
  const [, not = "", tool, link, verb, rest] = /^(not )?use ((?:\S+ ){1,4}?)(to|for) (\S+) (.+)$/.exec(text) ?? [];
  const isVerb = verb !== undefined && (link === "to" || /^[a-z]+ing$/.test(verb)) && !DETERMINERS.test(verb);
  const done = isVerb && !hasOpener(tool!) ? `${not}${verb} ${rest} with ${tool!.trim()}` : text;
  const used = /^(not )?(?:run (.+?)|(?!use )(\S+)) with (.+)$/.exec(done);
  if (used === null || hasOpener(`${used[2] ?? ""} ${used[4]}`)) return done;
  return `${used[1] ?? ""}use ${used[4]} for ${used[2] ?? used[3]}`;
}

const DETERMINERS = /^(?:the|a|an|all|every|each|our|any)$/;

function hasOpener(text: string): boolean {
  return /(?:^| )(?:and|or|but|for|to|in|on|before|after|when|if|unless|rather|not|with|without|,|;)(?: |$)/.test(text);
}

/** "The default branch is main" and "main is the default branch"; with "a" on both sides the order matters. */
function copula(text: string): string {
  const as = /^use (\S+(?: \S+)?) as (\S+(?: \S+){0,3})$/.exec(text);
  const is = as ?? /^((?:\S+ ){1,4})is (\S+(?: \S+){0,3})$/.exec(text);
  if (is === null || /(?:^| )(?:not|only|in|on|at|by|for|,|;|must|can|may)(?: |$)/.test(`${is[1]} ${is[2]}`))
    return text;
  if (as === null && !/^(?:the|our) /.test(is[1]!) && !/^(?:the|our) /.test(is[2]!)) return text;
  const sides = [is[1]!, is[2]!].map((side) => side.trim().replace(/^(?:the|our|a|an) /, ""));
  return sides.map(plainWords).toSorted().join(" equals ");
}

function plainWords(side: string): string {
  return side.split(" ").map(plainWord).join(" ");
}
