/** Keeps of a nominator's sentence what the quote and the turns around it say: the rest is taken out, or it waits. */
import { programOf } from "../../core/command/tables/programs.ts";
import { optionsIn } from "../../core/record/key.ts";
import { contentWords, isContent } from "../../core/statement/content-words.ts";
import { negates, negationAt } from "../../core/statement/instructs.ts";
import { queryTerms } from "../../core/text/words.ts";

export type Said = {
  readonly quote: string;
  /** The person's message, what the agent did and said before it, and its next reply. */
  readonly around: string;
  /** What the agent said next: it may put into words what must not be. */
  readonly reply?: string;
  /** What the person typed in the session: a name of theirs is known everywhere in it. */
  readonly typed?: string;
};

type SaidPart = {
  /** The sentence without what nobody said. */
  readonly text: string;
  /** What was taken out. */
  readonly without: readonly string[];
  /** What is left of it that nobody said: then it waits. */
  readonly unsaid?: string;
};

export function saidPart(sentence: string, said: Said): SaidPart {
  const find = unsaidIn(said);
  const quoted = new Set(termsOf(said.quote));
  const isEnough = (left: string): boolean => {
    const { length } = contentWords(left);
    if (length < LEAST_CONTENT) return false;
    if (length * 2 >= contentWords(sentence).length) return true;
    return length > LEAST_CONTENT && termsOf(left).some((term) => quoted.has(term));
  };
  const without: string[] = [];
  let text = sentence.trim();
  for (;;) {
    const unsaid = find(text);
    if (unsaid === undefined) return { text: whole(text), without };
    const shorter = unsaid.at === undefined ? undefined : withoutPart(text, unsaid.at);
    if (shorter === undefined || !isEnough(shorter)) return { text: sentence.trim(), without: [], unsaid: unsaid.what };
    without.push(unsaid.what);
    text = shorter;
  }
}

/** Fewer words say too little after something was taken out. */
const LEAST_CONTENT = 2;

type Unsaid = { readonly what: string /** Where it is, if it can be taken out. */; readonly at?: number };

/** The first thing in a sentence that nobody said. */
function unsaidIn({ quote, around, reply = "", typed = "" }: Said): (sentence: string) => Unsaid | undefined {
  const missing = namesMissingIn(`${quote}\n${around}\n${typed}`);
  const isReproach = REPROACHES.test(lowered(quote));
  const mayNegate = negates(quote) || isReproach;
  return (sentence) => {
    const read = lowered(sentence);
    if (isOpposite(lowered(quote), read)) return { what: OPPOSITE };
    const negation = mayNegate ? -1 : negationAt(sentence);
    if (negation >= 0 && !negatedBy(reply, sentence.slice(negation, clauseEnd(sentence, negation))))
      return { what: "a negation", at: negation };
    const wide = WIDE.map((words) => words.exec(read)).find(
      (found) =>
        found !== null && !lowered(`${quote}\n${around}`).includes(found[0]) && !(mayNegate && found[0] === "never"),
    );
    if (wide != null) return { what: `"${wide[0]}"`, at: wide.index };
    const [name] = missing(sentence);
    return name === undefined ? undefined : { what: `"${name}"`, at: sentence.indexOf(name) };
  };
}

/** The sentence leaves out the quote's negation. */
export const OPPOSITE = "the opposite, because the quote has a negation";

/** A question or a reproach asks for what was not done, and against what was; so does who wants something gone, or less of it. */
const REPROACHES =
  /\b(?:drop|remove|get rid of|too (?:fast|long|many|much|big|verbose)|concerned)\b|\?["')\]]*\s*$|^(?:(?:no+|wait|w8|hey|ok|so|and|but|omg|wtf)\b[,.!]* )*(?:why|you|what are you|stop|don't you|didn't you|shouldn't)\b/;
/** Whether the agent's reply says so in one sentence: half of the words of what is negated, at least. */
function negatedBy(reply: string, negated: string): boolean {
  const terms = termsOf(negated);
  return reply.split(/(?<=[.!?])\s|\n/).some((sentence) => {
    if (!negates(sentence)) return false;
    const said = new Set(termsOf(sentence));
    return terms.length > 0 && terms.filter((term) => said.has(term)).length * 2 >= terms.length;
  });
}

/** What must not be done, in an order: "never push on Friday". */
const FORBIDS =
  /(?:^|[,.;:] |\b(?:please|and|but|so|we|you|should|must|to) )(?:(?:do not|don'?t|never|must not|mustn't|should not|shouldn't|cannot|can't) (?:ever )?|no )([a-z]{3,})/g;

/** Demands, without a negation, the very thing that an order forbids. */
function isOpposite(quote: string, sentence: string): boolean {
  if (REPROACHES.test(quote) || negates(sentence)) return false;
  const forbidden = [...quote.matchAll(FORBIDS)]
    .map(([, word]) => word!)
    .filter((word) => !/^(?:forget|mind|need|want|think)$/.test(word));
  const read = new Set(termsOf(sentence));
  return forbidden.some((word) => termsOf(word).some((stem) => read.has(stem)));
}

/** Each kind of words widens where or when a statement holds. */
const WIDE: readonly RegExp[] = [
  /\b(?:everywhere|globally|(?:in|for|across) (?:all|every|any|each) (?:of (?:my|the|our) )?(?:projects?|repos?|repositor(?:y|ies)))\b/,
  /\b(?:always|never|every time|at all times|whenever|from now on|under no circumstances)\b/,
];

/** These words limit a statement: without what follows them, it would say more. */
const LIMITS = /\b(?:unless|if|when|except|only|until|but|while|after|before)\b/i;
const LINKS = "in|with|via|using|by|from|to|on|at|for|as|of|under|into|through|inside|within|like|across|per|and|or";

/** Without the smallest part that holds the place: what is in brackets, a clause, a phrase with its preposition, or an adverb. */
function withoutPart(text: string, at: number): string | undefined {
  const cuts = [adverbsAt, bracketsAround, clausesAround, phrasesAround].flatMap((cutsIn) => cutsIn(text, at));
  const left = cuts
    .filter(([from, to]) => to > from && !LIMITS.test(text.slice(from, to)))
    .map(([from, to]) => {
      const rest = text.slice(to).trimStart();
      return `${text.slice(0, from).trimEnd()}${/^[,.;:)]/.test(rest) ? "" : " "}${rest}`.trim();
    });
  return left.filter(canStand).toSorted((a, b) => b.length - a.length)[0];
}

/** With its brackets closed, no word left hanging, and not only the occasion of what was taken out. */
function canStand(text: string): boolean {
  if (/\b(?:never|not|no|or|and|than|an?|the|by|with|to|in|from|of)\s*(?:$|[,.;:)]|\b(?:or|and)\b)/i.test(text))
    return false;
  return (
    text.split("(").length === text.split(")").length &&
    !/^(?:before|after|when|if|while|for|in|once|unless)\b[^,;:]*$/i.test(text)
  );
}

type Cut = readonly [start: number, end: number];

function bracketsAround(text: string, at: number): Cut[] {
  const [start, end] = [text.lastIndexOf("(", at), text.indexOf(")", at)];
  return start < 0 || end < 0 || text.slice(start, at).includes(")") ? [] : [[start, end + 1]];
}

const CLAUSE_STARTS = /[,;:] | [-–—] | so that /g;

function clausesAround(text: string, at: number): Cut[] {
  const start = [...text.matchAll(CLAUSE_STARTS)].findLast(({ index }) => index < at)?.index;
  if (start !== undefined) return [[start, clauseEnd(text, at)]];
  const first = text.search(/[;:] /);
  return first < 0 ? [] : [[0, first + 1]];
}

/** "Instead of the web" goes to the end of its clause. Without a bare "not", a sentence would say the opposite. */
function phrasesAround(text: string, at: number): Cut[] {
  if (/^(?:instead of|rather than|without)\b/i.test(text.slice(at))) return [[at, clauseEnd(text, at)]];
  if (negationAt(text.slice(at)) === 0) return [];
  const links = [...text.matchAll(new RegExp(`(?<= )(?:${LINKS}) `, "g"))].map(({ index }) => index);
  const start = links.findLast((place) => place <= at);
  const clause = clausesAround(text, at)[0]?.[0] ?? 0;
  if (start === undefined || start < clause) return [];
  return [[start, Math.min(clauseEnd(text, at), ...links.filter((place) => place > at))]];
}

function clauseEnd(text: string, at: number): number {
  return [...text.matchAll(CLAUSE_STARTS)].find(({ index }) => index > at)?.index ?? endOf(text);
}

function adverbsAt(text: string, at: number): Cut[] {
  const [word] =
    /^(?:always|everywhere|globally|whenever possible|at all times|every time|from now on)\b/i.exec(text.slice(at)) ??
    [];
  return word === undefined ? [] : [[at, at + word.length]];
}

function endOf(text: string): number {
  return text.length - (/[.!]$/.test(text) ? 1 : 0);
}

function whole(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .replace(/(?<![\s,;:–-])[\s,;:–-]+([.!])?$/, "$1")
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Finds the commands, names and numbers of a sentence that a text does not have; the text is read once. */
export function namesMissingIn(text: string): (sentence: string) => string[] {
  const said = lowered(text);
  const known = new Set(tokensOf(said).flatMap(formsOf));
  return (sentence) => {
    const starts = new Set(sentence.split(/(?<=[.!?:;])\s+/).map((part) => tokensOf(part)[0]));
    const names = tokensOf(sentence).filter(
      (token) => isName(token, starts.has(token)) && !isKnown(lowered(token), known, said),
    );
    return [...new Set([...names, ...optionsIn(sentence).filter((option) => !said.includes(option))])];
  };
}

/** So many of its words from the talk right before make a sentence a reading of an answer such as "yes, do that". */
const LEAST_FROM_TALK = 0.3;
/** One word or number is in any talk by chance. */
const FEWEST_FROM_TALK = 2;

/** Whether a sentence can be a reading of the quote: it has a word of it, or enough words of the talk around it. */
export function isReadingOf(sentence: string, { quote, around }: Said): boolean {
  const words = termsOf(sentence);
  const said = new Set(termsOf(quote));
  // In another script than the quote, no word can be the same.
  if (words.length === 0 || isLatin(quote) !== isLatin(sentence) || words.some((word) => said.has(word))) return true;
  const talk = new Set(termsOf(around));
  const shared = words.filter((word) => talk.has(word)).length;
  return shared >= Math.max(FEWEST_FROM_TALK, LEAST_FROM_TALK * words.length);
}

/** Negations are in any rule, whatever it is about. */
function termsOf(text: string): string[] {
  return queryTerms(text, Number.MAX_SAFE_INTEGER).flatMap(({ word, stem }) => (negates(word) ? [] : [stem]));
}

function isLatin(text: string): boolean {
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

function lowered(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'");
}

/** Words, with the signs inside that names, paths, options and versions have. */
function tokensOf(text: string): string[] {
  return (text.match(/--?[\p{L}][\p{L}\p{N}-]*|[\p{L}\p{N}_@#~$][\p{L}\p{N}_@#$%./:+-]*/gu) ?? []).map((token) =>
    token.replace(/[.:/,+-]{1,20}$/, ""),
  );
}

/** A number, an option, a path, an identifier, a proper name or a program; the first word of a sentence is a capital anyway. */
function isName(token: string, isFirst: boolean): boolean {
  if (/\d/.test(token) || token.startsWith("--")) return true;
  if (/[_/@#$.:]/.test(token) && !/^(?:e\.g|i\.e|and\/or)$/i.test(token)) return true;
  if (/\p{Ll}\p{Lu}/u.test(token) || /^\p{Lu}{2,}s?$/u.test(token)) return true;
  if (!isFirst && /^\p{Lu}\p{Ll}/u.test(token) && token !== "I") return true;
  return /^[a-z]/.test(token) && isContent(token) && !COMMON.has(token) && Object.keys(programOf(token)).length > 0;
}

/** Programs whose names are everyday words. */
const COMMON: ReadonlySet<string> = new Set(
  "service parallel just history at cat cut date diff env file find go head host join kill last less link look make more mount nice open paste patch print read run screen script set sleep sort source split stat tail task tee test time top touch tree true type watch w who write yes less exec export import expand fold file install command git".split(
    " ",
  ),
);

function formsOf(token: string): string[] {
  return [token, ...token.split(/[/._:@#-]+/)].filter((one) => one !== "");
}

/** "tests" is known from "test", and a path from the path that ends in it. */
function isKnown(token: string, known: ReadonlySet<string>, said: string): boolean {
  if (known.has(token) || known.has(token.replace(/s$/, "")) || known.has(`${token}s`)) return true;
  if (/\d/.test(token)) return false;
  const parts = formsOf(token).slice(1);
  if (parts.length > 1 && parts.every((part) => known.has(part) || (!isContent(part) && part.length < 5))) return true;
  return token.length > 3 && said.includes(token);
}
