/** Turns of phrase that say the same, each brought to one: politeness, negation, obligation, passive, clauses put first, instruments. */
import { plainWord, settled, verbOf } from "./plain-words.ts";
import type { Reading } from "./statement-form.ts";

/** `said` is lower-case words and marked exact tokens with one blank between; commas and stops are words of their own. */
export function rephrased(said: string, reading: Reading): string {
  let text = applied(said.replace(/(?: [;,])+$/, ""), ATTENTION);
  text = applied(clauseLast(text), MEANING);
  text = applied(text, CHOICES);
  if (reading === "rule") text = active(text);
  else if (/\bmust\b/.test(text)) text = active(text);
  return copula(applied(instrumental(text), CHOICES));
}

type Turn = readonly [RegExp, string];

/** What calls for attention and adds nothing. */
const ATTENTION: readonly Turn[] = [
  [/\bplease\b/g, ""],
  [/^(?:(?:make|be) sure (?:that |to )?|remember (?:that |to )?|note that |keep in mind that |it is important (?:that |to )|don't forget to |do not forget to )/, ""],
  [/\bfrom now on\b/g, ""],
  [/(?<!\b(?:not|almost|nearly) )\balways\b/g, ""],
  [/^(before|after|when|whenever|if|while|unless|until) (?:you|we|i) /, "$1 "],
  [/ (before|after|when|whenever|if|while|unless|until) (?:you|we|i) /g, " $1 "],
  [/ (before|after) (?:each|every|a|any) /g, " $1 "],
  [/^(before|after) (?:each|every|a|any) /, "$1 "],
];

/** Negations and obligations first, since later turns look for them. */
const MEANING: readonly Turn[] = [
  [/\bused to\b(?! \S+ing)/g, "usedto"],
  [/\bno longer\b/g, "nolonger"],
  [/\b(?:do|does) not (?:need|have) to\b/g, "neednot"],
  [/\b(?:do|does) not\b/g, "not"],
  [/\b(?:should|shall|(?:has|have|needs?|ought) to|(?:is|are) (?:required|obliged) to)\b/g, "must"],
  [/\bnever ever\b|\bnot ever\b|\bnever\b/g, "not"],
  [/\bmust not\b/g, "not"],
  [/(?<!\bnot )\bavoid (?:using )?(\S+ing)\b/g, "not $1"],
  [/(?<!\bnot )\bavoid(?: using)?\b/g, "not use"],
  [/^(?:we|you|i) (?:must |want to |(?:would )?like to )?/, ""],
  [/^i (?:want|would like) you to /, ""],
  [/^must (?=not )/, ""],
  [/\bmust have\b/g, "need"],
  [/\b(?:per|an?|each|every) (second|minute|hour|day|night|week|month|year)\b/g, "per $1"],
  [/\b(?:(?:is|are) )?(?:lives?|located|stored|resides?|sits?|stands?) (?:in|inside|within|under)\b/g, "is in"],
  [/\b(?:decided (?:to use|on|for)|went (?:with|for)|settled on|opted for|picked|have chosen|chose to use)\b/g, "chose"],
];

const CHOICES: readonly Turn[] = [
  [/ (?:instead of|rather than|in place of|(?:, )?and not|, not) /g, " rather "],
  [/^((?:not )?(?:prefer|use|chose|favou?r) .+?) over /, "$1 rather "],
  [/^((?:not )?prefer .+?) to (?=\S+$)/, "$1 rather "],
  [/^(not )?(?:prefer|favou?r)(?: to use| using)? /, "$1use "],
  [/^not use (.+?) [,;] (?:but )?use (.+?)(?: instead)?$/, "use $2 rather $1"],
  [/ (?:by using|using|via|through|by means of|with the help of) /g, " with "],
];

function applied(text: string, turns: readonly Turn[]): string {
  const turned = turns.reduce((said, [from, to]) => said.replace(from, to), text);
  return turned.replace(/\s+/g, " ").replace(/^[ ,;]+|[ ,;]+$/g, "");
}

const OPENING = /^(?:before|after|when|whenever|if|unless|until|while|once|in|on|for|during|at|under|from|with) /;

/** "Before a push, run the tests" is "run the tests before a push". */
function clauseLast(text: string): string {
  if (!OPENING.test(text)) return text;
  const [, clause, rest] = /^([^,;]+?)(?: , | (?=(?:we|you|i) ))([^;]+)$/.exec(text) ?? [];
  return clause === undefined || rest === undefined || rest.includes(",") ? text : `${rest} ${clause}`;
}

const PASSIVE = /^((?:(?!(?:must|not|can|may|might|will|was|were|only|if|when|unless|,|;) )\S+ ){1,6}?)(must )?(not )?(?:be|is|are|get|gets) (not )?(?:now )?(\S+)(?: (.+))?$/;

/** "Commits must not be squashed by hand" is "not squash commits by hand". */
function active(text: string): string {
  const [, subject, , not, notLater, participle, rest] = PASSIVE.exec(text) ?? [];
  const verb = participle === undefined ? undefined : verbOf(participle);
  if (verb === undefined) return text;
  return [not ?? notLater ? "not" : "", verb, subject!.trim(), rest ?? ""].filter((part) => part !== "").join(" ");
}

/** One way to say what is done with what. */
function instrumental(text: string): string {
  const purpose = /^(not )?use ((?:\S+ ){1,4}?)(?:to|for) (\S+)((?: \S+)+)$/.exec(text);
  const isToDo = purpose !== null && (/ to \S+/.test(text) || /^[a-z]+ing$/.test(purpose[3]!));
  const done = isToDo && !/^(?:the|a|an|all|every|each|our)$/.test(purpose[3]!) && !hasOpener(purpose[2]!)
    ? `${purpose[1] ?? ""}${purpose[3]}${purpose[4]} with ${purpose[2]!.trim()}`
    : text;
  const tool = /^(not )?(\S+) with ((?:\S+ ?)+)$/.exec(done);
  if (tool !== null && tool[2] !== "use" && !hasOpener(tool[3]!)) return `${tool[1] ?? ""}use ${tool[3]} for ${tool[2]}`;
  const run = /^(not )?run ((?:\S+ )+?)with ((?:\S+ ?)+)$/.exec(done);
  if (run !== null && !hasOpener(`${run[2]}${run[3]}`)) return `${run[1] ?? ""}use ${run[3]} for ${run[2]!.trim()}`;
  return done;
}

function hasOpener(text: string): boolean {
  return /(?:^| )(?:and|or|but|for|to|in|on|before|after|when|if|unless|rather|not|with|without|,|;)(?: |$)/.test(text);
}

/** "The default branch is main" and "main is the default branch"; of an "a" on both sides the order tells which is which. */
function copula(text: string): string {
  const as = /^use (\S+(?: \S+)?) as ((?:\S+ ?){1,4})$/.exec(text);
  const is = as ?? /^((?:\S+ ){1,4})is ((?:\S+ ?){1,4})$/.exec(text);
  if (is === null || /(?:^| )(?:not|only|in|on|at|by|for|,|;|must|can|may)(?: |$)/.test(`${is[1]} ${is[2]}`)) return text;
  if (as === null && !/^(?:the|our) /.test(is[1]!) && !/^(?:the|our) /.test(is[2]!)) return text;
  const sides = [is[1]!, is[2]!].map((side) => side.trim().replace(/^(?:the|our|a|an) /, ""));
  return sides.toSorted((a, b) => (formed(a) < formed(b) ? -1 : 1)).join(" equals ");
}

function formed(side: string): string {
  return side.split(" ").map((word) => (/^['=]/.test(word) ? settled(word.slice(1)) : plainWord(word))).join(" ");
}
