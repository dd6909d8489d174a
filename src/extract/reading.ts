/** One sentence in two forms of the same length: as it was written, and the words that rules look at. */

export type Reading = {
  readonly text: string;
  /** Lower case, straight apostrophes, and in place of code and quotations a run of `x`: nobody says what they quote. */
  readonly words: string;
};

export function readingOf(text: string): Reading {
  return { text, words: lower(masked(text)).replace(/[’‘]/g, "'") };
}

export function from(reading: Reading, at: number): Reading {
  return { text: reading.text.slice(at), words: reading.words.slice(at) };
}

export function upTo(reading: Reading, end: number): Reading {
  return { text: reading.text.slice(0, end), words: reading.words.slice(0, end) };
}

/** Closing signs by their opening ones. A single quote is an apostrophe too often to be one. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
]);

/** Code and quotations as words that mean nothing, at the same places; what is opened and never closed stays. */
export function masked(text: string): string {
  let out = "";
  let at = 0;
  const unclosed = new Set<string>();
  while (at < text.length) {
    const sign = text[at]!;
    const closing = unclosed.has(sign) ? undefined : PAIRS.get(sign);
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1);
    // A sign that has no partner here has none further on either: it need not be looked for again.
    if (closing !== undefined && end < 0) unclosed.add(sign);
    out += end < 0 ? sign : "x".repeat(end + 1 - at);
    at = end < 0 ? at + 1 : end + 1;
  }
  return out;
}

/** Of the same length, so that places stay true. */
function lower(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
