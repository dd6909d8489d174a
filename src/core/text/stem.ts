/** Porter's stemmer exactly as in SQLite's FTS5, so that we know the term a word is indexed under. */

type Rule = readonly [suffix: string, replacement: string];

const LONGEST_STEMMED = 64;

export function stem(word: string): string {
  if (word.length < 3 || !/[a-z]$/.test(word) || word.length > LONGEST_STEMMED) return word;
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

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const SINGLE_SUFFIXES: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const BARE_SUFFIXES = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function replaced(w: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
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

/** One letter a place: V for a vowel, C for the rest; y is a vowel after a consonant. */
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
