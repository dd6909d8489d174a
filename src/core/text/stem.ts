/** Strips the endings of English words: Porter's algorithm for the index, a cheaper one for planners. */

const LONGEST_STEMMED = 64;

/** Texts repeat their words: so many are kept. */
const MOST_KNOWN = 10_000;
const known = new Map<string, string>();

/** Exactly as SQLite's FTS5 does it, so that we know the term a word is indexed under. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_STEMMED || !/[a-z]$/.test(word)) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const found = stripEndings(word);
  known.set(word, found);
  return found;
}

function stripEndings(word: string): string {
  let w = plural(word);
  w = pastOrProgressive(w);
  if (w.endsWith("y") && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaced(w, DOUBLE_SUFFIXES);
  w = replaced(w, SINGLE_SUFFIXES);
  w = stripped(w);
  return tidied(w);
}

function plural(w: string): string {
  if (!w.endsWith("s")) return w;
  if (w.endsWith("es") && w.length > 2) {
    const two = (w.endsWith("sses") && w.length > 4) || (w.endsWith("ies") && w.length > 3);
    return w.slice(0, two ? -2 : -1);
  }
  return w.endsWith("ss") ? w : w.slice(0, -1);
}

function pastOrProgressive(w: string): string {
  if (w.endsWith("eed") && w.length > 3) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w;
  const cut = w.endsWith("ed") && w.length > 2 ? 2 : w.endsWith("ing") && w.length > 3 ? 3 : 0;
  const base = w.slice(0, w.length - cut);
  if (cut === 0 || !hasVowel(base)) return w;
  if (/(at|bl|iz)$/.test(base) && base.length > 2) return `${base}e`;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

const DOUBLE_SUFFIXES = suffixes(
  "ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous " +
    "ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
);

const SINGLE_SUFFIXES = suffixes("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");

const BARE_SUFFIXES = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

/** Pairs of a suffix and its replacement. */
function suffixes(pairs: string): string[][] {
  return pairs.split(" ").map((pair) => pair.split(":"));
}

function replaced(w: string, rules: readonly string[][]): string {
  for (const [suffix = "", replacement = ""] of rules) {
    if (w.length <= suffix.length || !w.endsWith(suffix)) continue;
    const base = w.slice(0, -suffix.length);
    return measure(base) > 0 ? base + replacement : w;
  }
  return w;
}

function stripped(w: string): string {
  const at = w.search(BARE_SUFFIXES);
  return at > 0 && measure(w.slice(0, at)) > 1 ? w.slice(0, at) : w;
}

function tidied(w: string): string {
  const base = w.endsWith("e") ? w.slice(0, -1) : w;
  const m = measure(base);
  const kept = m > 1 || (m === 1 && !endsShort(base)) ? base : w;
  return kept.endsWith("ll") && measure(kept.slice(0, -1)) > 1 ? kept.slice(0, -1) : kept;
}

/** One letter per character: V for a vowel, C for the rest; y is a vowel after a consonant. */
function shape(w: string): string {
  let out = "";
  let afterConsonant = false;
  for (const char of w) {
    const vowel: boolean = "aeiou".includes(char) || (char === "y" && afterConsonant);
    out += vowel ? "V" : "C";
    afterConsonant = !vowel;
  }
  return out;
}

/** How often a vowel is followed by a consonant: Porter's m. */
function measure(w: string): number {
  return shape(w).match(/VC/g)?.length ?? 0;
}

function hasVowel(w: string): boolean {
  return shape(w).includes("V");
}

function endsShort(w: string): boolean {
  return !/[wxy]$/.test(w) && shape(w).endsWith("CVC");
}

/** Words that would become another word without their ending. */
const WHOLE: ReadonlySet<string> = new Set(["staging", "string", "status", "alias", "canvas", "process", "express"]);

/** Cheap, for thousands of words: `tests`, `tested` and `testing` are all `test`. Takes and returns lower case. */
export function rootOf(word: string): string {
  if (word.length < 4 || WHOLE.has(word)) return word;
  const single = withoutPlural(word);
  const bare = withoutVerbEnding(single);
  return bare.length > 3 && bare.endsWith("e") ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const isPlural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
  return isPlural ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const cut = word.length > 5 && word.endsWith("ing") ? 3 : word.length > 4 && word.endsWith("ed") ? 2 : 0;
  const base = word.slice(0, word.length - cut);
  if (cut === 0 || base.length < 3 || !/[aeiouy]/.test(base)) return word;
  const [before, last] = [base.at(-2), base.at(-1)];
  // `running` doubles its last letter; `install` and `pass` have two of their own.
  return before === last && !"lsz".includes(last ?? "") ? base.slice(0, -1) : base;
}
