/** Tells what a nominator's sentence claims beyond the words that it quotes. */
import { programOf } from "../../core/command/tables/programs.ts";
import { optionsIn } from "../../core/record/key.ts";
import { queryTerms } from "../../core/text/words.ts";
import { isContent } from "../tables/stop-words.ts";

/** The sentence leaves out the quote's negation. */
export const OPPOSITE = "the opposite, because the quote has a negation";

/** The first addition, in words for a person; undefined if the sentence only restates the quote. */
export function addedTo(quote: string, sentence: string): string | undefined {
  const [said, read] = [lowered(quote), lowered(sentence)];
  if (NEGATION.test(read) && !NEGATION.test(said)) return "a negation";
  if (PLAIN_NOT.test(said) && !NEGATION.test(read)) return OPPOSITE;
  const wider = WIDE.find(
    (words) => words.test(read) && !words.test(said) && !(NEVER.test(read) && PLAIN_NOT.test(said)),
  );
  if (wider !== undefined) return `"${wider.exec(read)![0]}"`;
  const [added] = strangersTo(quote)(sentence);
  return added === undefined ? undefined : `"${added}"`;
}

/** Finds the commands, names and numbers of a sentence that a text does not have, or `any` words; the text is read once. */
export function strangersTo(text: string): (sentence: string, which?: "names" | "any") => string[] {
  const said = lowered(text);
  const known = new Set(tokensOf(said).flatMap(formsOf));
  return (sentence, which = "names") => {
    const isSought = (token: string, at: number): boolean =>
      isName(token, at) || (which === "any" && isContent(lowered(token)));
    const names = tokensOf(sentence).filter(
      (token, at) => isSought(token, at) && !isKnown(lowered(token), known, said),
    );
    return [...new Set([...names, ...optionsIn(sentence).filter((option) => !said.includes(option))])];
  };
}

/** So many of its words from the talk right before make a sentence a reading of an answer such as "yes, do that". */
const LEAST_FROM_TALK = 0.3;
/** One word or number is in any talk by chance. */
const FEWEST_FROM_TALK = 2;

/** Whether a sentence can be a reading of the quote: it has a word of it, or enough words of the talk that it answers. */
export function isReadingOf(quote: string, sentence: string, talk: () => string): boolean {
  const words = termsOf(sentence);
  const said = new Set(termsOf(quote));
  // In another script than the quote, no word can be the same.
  if (words.length === 0 || isTranslated(quote, sentence) || words.some((word) => said.has(word))) return true;
  const around = new Set(termsOf(talk()));
  const shared = words.filter((word) => around.has(word)).length;
  return shared >= Math.max(FEWEST_FROM_TALK, LEAST_FROM_TALK * words.length);
}

/** In another script than the quote. */
export function isTranslated(quote: string, sentence: string): boolean {
  return isLatin(quote) !== isLatin(sentence);
}

/** Negations are in any rule, whatever it is about. */
function termsOf(text: string): string[] {
  return queryTerms(text, Number.MAX_SAFE_INTEGER).flatMap(({ word, stem }) => (NEGATION.test(word) ? [] : [stem]));
}

function isLatin(text: string): boolean {
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

function lowered(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'");
}

const NEGATION =
  /\b(?:not|never|no|none|nothing|without|stop|avoid|neither|nor|forbidden|instead of|rather than|off limits|hate|dislike|dont|doesnt|isnt|shouldnt|wont|cant|redundant|unnecessary|unnecessarily)\b|n't\b|不|没|无|别/;

const PLAIN_NOT = /\b(?:not|never|no|dont|doesnt|isnt|shouldnt|wont|cant)\b|n't\b|不|没|别/;
/** "Don't" said as a rule is "never". */
const NEVER = /\bnever\b/;

/** Each kind of words widens where or when a statement holds. */
const WIDE: readonly RegExp[] = [
  /\b(?:everywhere|globally|(?:in|for|across) (?:all|every|any|each) (?:of (?:my|the|our) )?(?:projects?|repos?|repositor(?:y|ies)))\b/,
  /\b(?:always|never|every time|at all times|whenever|from now on|under no circumstances)\b/,
];

/** Words, with the signs inside that names, paths, options and versions have. */
function tokensOf(text: string): string[] {
  return (text.match(/--?[\p{L}][\p{L}\p{N}-]*|[\p{L}\p{N}_@#~$][\p{L}\p{N}_@#$%./:+-]*/gu) ?? []).map((token) =>
    token.replace(/[.:/,+-]{1,20}$/, ""),
  );
}

/** A number, an option, a path, an identifier, a proper name or a program; the first word is a capital anyway. */
function isName(token: string, at: number): boolean {
  if (/\d/.test(token) || token.startsWith("--")) return true;
  if (/[_/@#$.:]/.test(token) && !/^(?:e\.g|i\.e|and\/or)$/i.test(token)) return true;
  if (/\p{Ll}\p{Lu}/u.test(token) || /^\p{Lu}{2,}s?$/u.test(token)) return true;
  if (at > 0 && /^\p{Lu}\p{Ll}/u.test(token) && token !== "I") return true;
  return /^[a-z]/.test(token) && isContent(token) && !COMMON.has(token) && Object.keys(programOf(token)).length > 0;
}

/** Programs whose names are everyday words. */
const COMMON: ReadonlySet<string> = new Set(
  "service parallel just history at cat cut date diff env file find go head host join kill last less link look make more mount nice open paste patch print read run screen script set sleep sort source split stat tail task tee test time top touch tree true type watch w who write yes less exec export import expand fold file install".split(
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
  return token.length > 3 && said.includes(token);
}
