/** Whether a statement tells its reader to do, run, skip or avoid something: by a word that demands, or because it begins with a bare verb. */
import { anyOf } from "../base/lazy-pattern.ts";

/** True if any sentence of it does, whatever type its author gave it. */
export function instructs(text: string): boolean {
  return demands(text) || plain(text).split(SENTENCE_ENDS).some(beginsWithVerb);
}

/** True if it has a word that demands; a bare verb orders too, but often for the moment. */
export function demands(text: string): boolean {
  return DEMANDS.test(plain(text));
}

/** True unless all of it reports what is or was: an agent's words about a command, or about what may be done, can stand for an order. */
export function mayInstruct(text: string): boolean {
  return instructs(text) || text.replace(/[’‘]/g, "'").split(SENTENCE_ENDS).some(letsOrRuns);
}

function letsOrRuns(sentence: string): boolean {
  const said = plain(sentence);
  if (LETS.test(said)) return true;
  const result = said.replace(BEFORE, "").replace(LATER_OCCASION, "");
  return namesCommand(sentence) && !RESULTS.test(result);
}

/** An option, code of several words, or a program with a verb after it, or with any word at the start of the sentence. */
function namesCommand(sentence: string): boolean {
  if (/(?:^|[\s`"'(])--?[a-z]|`[^`]*\s[^`]*`/i.test(sentence)) return true;
  const words = sentence
    .toLowerCase()
    .replace(BEFORE, "")
    .split(/[\s`"'(),]+/);
  return words.some((word, at) => {
    const next = words[at + 1] ?? "";
    return PROGRAMS.test(word) && (VERBS.has(next) || (at === 0 && next !== "" && !describesIt(next)));
  });
}

/** Those that do harm soonest; the whole table of programs is too large for a hook. */
const PROGRAMS = /^(?:git|gh|npm|npx|pnpm|yarn|bun|docker|kubectl|helm|terraform|aws|cargo|pip|curl|sudo|ssh|rm)$/;

/** "npm is slow" runs nothing. */
function describesIt(word: string): boolean {
  return FINITE.has(word) || RESULTS.test(word) || /[a-z]s$/.test(word);
}

/** A command in backticks is a name here: "`make serve` failed" orders nothing. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
}

/** True if something in it is negated or rejected. */
export function negates(text: string): boolean {
  return negationAt(text) >= 0;
}

/** Where the first negation is; -1 if there is none. */
export function negationAt(text: string): number {
  return plain(text).search(NEGATIONS);
}

const DEMANDS = new RegExp(
  String.raw`\b${anyOf`
    must, mustn't, shall, should, shouldn't, ought to, needs? to, ha(?:ve|s) to, required, forbidden, not allowed
    always, never, from now on, ensure, avoid, prefer, stop, don't, dont, do not, make sure, be sure, remember to
    (?:want|expect|need) you to, instead of, rather than`}\b`,
);

const NEGATIONS = new RegExp(
  String.raw`\b${anyOf`
    not, never, no, none, nothing, without, neither, nor, dont, doesnt, isnt, shouldnt, wont, cant
    stop \w+ing, avoid, forbidden, instead of, rather than, off limits, hate, dislike
    redundant, unnecessary, unnecessarily`}\b|n't\b|不|没|无|别`,
);

/** What is allowed or praised is soon done. A month is no permission. */
const LETS = new RegExp(
  String.raw`\b${anyOf`
    (?<!\d )may(?! \d), might, can, could, fine, ok, okay, best, safe, right way, good idea, recommended, needed, allowed
    encouraged, advised, supposed, acceptable`}\b(?!'t)`,
);

/** What came of a command. */
const RESULTS = new RegExp(
  String.raw`\b${anyOf`
    was, were, did, had, ran, took, got, worked, fixed, fails?, failed, hangs?, hung, returns?, returned, exits?, exited
    passes, passed, crash(?:es|ed), broke`}\b`,
);
const LATER_OCCASION = /\b(?:after|before|when|whenever|once|if|unless|until|while|on)\b.*$/;

const SENTENCE_ENDS = /[.!?;:]\s+|\n+|\s(?:-{1,2}|–|—|→)\s/;

/** What may stand before an order: a list mark, a short opening word, or the occasion that it is for. */
const LIST_MARK = String.raw`[\s,>*\-–•"'\x60(]*(?:\d{1,3}[.)]\s+)?`;
const OPENING = anyOf`and, but, so, then, also, ok, okay, yes, no, now, just, first, next, finally, only, please, pls, lets, let's, you, we`;
const OCCASION = anyOf`when, whenever, if, before, after, once, while, until, unless, for, in, on, with, to, during, as`;
const BEFORE = new RegExp(
  String.raw`^${LIST_MARK}(?:${OPENING}[,\s]+)*(?:${OCCASION}\b[^,]{1,120},\s*)?(?:(?:then|first|just|only|you|we)\s+)*`,
);

function beginsWithVerb(sentence: string): boolean {
  const said = sentence.replace(BEFORE, "");
  const [, first = "", second = "", third = ""] = /^([a-z]+)(?:-[a-z]+)?(?:\s+(\S+))?(?:\s+(\S+))?/.exec(said) ?? [];
  const isNoun =
    FINITE.has(second) ||
    (NOUNS.has(first) && DESCRIBES.has(third)) ||
    (NOUNS.has(first) && !VERBS.has(second) && second !== "and" && VERBS.has(third));
  return VERBS.has(first) && !isNoun;
}

/** Verbs that are as often the first part of a name: "release builds run at night". */
const NOUNS: ReadonlySet<string> = new Set(
  "build cache check commit deploy document filter format group index input label link list lock log patch process query record release report request review search set share stage state store tag test type update upgrade".split(
    " ",
  ),
);

/** After one of these, the first word was a noun: "build is slow". */
const FINITE: ReadonlySet<string> = new Set(
  "is are was were isn't aren't has have had does did can cannot can't could may might will would".split(" "),
);

/** After two words, one of these tells of them: "test data lives in fixtures". */
const DESCRIBES: ReadonlySet<string> = new Set([...FINITE, "lives", "contains", "fails", "passes", "works", "belongs"]);

/** The verbs that orders to an agent begin with, in their base form. */
const VERBS: ReadonlySet<string> = new Set(
  `accept add allow answer append apply approve archive ask assume attach await base begin block branch break build bump bundle bypass
call cancel change check checkout choose clean clear click clone close combine comment commit compare compile complete configure
confirm connect consider continue convert copy count cover create cut debug decide declare define delete demonstrate deploy describe
design disable discard do document download drop dump edit email enable encode encrypt end enter escape execute exit expect explain
export expose extend extract fetch fill filter find finish fix focus follow force format generate get give go grant group guard handle
hide hold ignore implement import include index initialize insert inspect install invoke iterate keep kill launch leave let limit link
lint list load lock log look lower make map mark match measure merge migrate mock monitor mount move name note notify obey offer omit
open order organize overwrite parse pass paste pause pick pin place plan point post prefix prepare present print proceed produce
protect provide publish pull push put query quit raise read rebase rebuild record redirect reduce refactor refer reformat refuse
reject release reload remember remind remove rename render reopen reorder repeat replace reply report request require rerun reset
resolve respond restart restore restrict retry return reuse revert review rewrite roll rotate run save scan schedule scope search see
select send separate serve set share ship show shut sign simplify skip sort specify split squash stage start stash state stay stick
store strip submit suggest summarize supply support switch sync tag take talk teach tell test think throw tidy touch track transfer
treat trigger trim trust try turn type uninstall unlock unset update upgrade upload use validate verify view wait walk warn watch wipe
work wrap write`.split(/\s+/),
);
