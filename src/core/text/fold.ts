/** Folds the spellings of a text for the index: compatibility forms, case, accents and vowel points. */

/** Normalises compatibility forms and keeps case; drops broken code units and private-use characters. */
export function plainForms(text: string): string {
  if (isAscii(text)) return text;
  return text.toWellFormed().normalize("NFKC").replace(NOT_FOR_THE_INDEX, " ");
}

/** The same for all spellings of a word. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return plainForms(text)
    .toLowerCase()
    .normalize("NFD")
    .replace(DROPPED_MARKS, "")
    .replace(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

// Private use is where the index keeps its own filter words; U+FFFD is what a broken code unit became.
const NOT_FOR_THE_INDEX = /[\ue000-\uf8ff\ufffd\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

// Accents (with the dot that a lower-cased Turkish İ leaves behind), Hebrew points, Arabic vowel signs and stretching,
// the hamza carried by another letter, and what is invisible inside a word. The joiner U+200D stays: emoji need it.
const DROPPED_MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad\u200b\u200c\u2060]/g;

const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ß: "ss",
  ς: "σ",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  þ: "th",
  ð: "d",
  ة: "ه",
  ى: "ي",
  ٱ: "ا",
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};

const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
