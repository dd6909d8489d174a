/** One sentence in two aligned forms: as written, and as the words that rules match. */
export type Reading = {
  readonly text: string;
  /** Lower case, straight apostrophes, marker words spelled right, and a run of `x` for code and quotations: a quoted text is not the person's. */
  readonly words: string;
  /** Where `words` is longer or shorter than `text`, in order. */
  readonly slips: readonly Slip[];
};

export function readingOf(text: string): Reading {
  return { text, ...mended(plainly(text)) };
}

export function from(reading: Reading, at: number): Reading {
  const slips = reading.slips.filter((slip) => slip.at >= at).map((slip) => ({ ...slip, at: slip.at - at }));
  return { text: reading.text.slice(inText(reading, at)), words: reading.words.slice(at), slips };
}

export function upTo(reading: Reading, end: number): Reading {
  const slips = reading.slips.filter((slip) => slip.at < end);
  return { text: reading.text.slice(0, inText(reading, end)), words: reading.words.slice(0, end), slips };
}

function inText({ slips }: Reading, at: number): number {
  return slips.reduce((place, slip) => (slip.at < at ? place - slip.by : place), at);
}

/** Of the same length as the text. */
function plainly(text: string): string {
  return lower(masked(text)).replace(/[’‘]/g, "'");
}

/** Without accents too, as many people write; of the same length as the text. */
export function bare(text: string): string {
  return plainly(text).replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD").charAt(0));
}

/** Closing signs by their opening ones. A single quote is an apostrophe too often to be one. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
]);

/** Code and quotations as words that mean nothing, at the same places; an unclosed one stays. */
export function masked(text: string): string {
  let out = "";
  let at = 0;
  const unclosed = new Set<string>();
  while (at < text.length) {
    const sign = text[at]!;
    const closing = unclosed.has(sign) ? undefined : PAIRS.get(sign);
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1);
    // A sign without a partner here has none later either, so do not search again.
    if (closing !== undefined && end < 0) unclosed.add(sign);
    out += end < 0 ? sign : "x".repeat(end + 1 - at);
    at = end < 0 ? at + 1 : end + 1;
  }
  return out;
}

/** Of the same length, so that positions stay valid. */
function lower(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The start of a corrected word, and by how many characters it grew. */
type Slip = { readonly at: number; readonly by: number };

/** Typos by the intended word; a typo that is also a real word is not listed. */
const MEANT: Readonly<Record<string, string>> = {
  always: "alwasy alwyas awlays alway allways alwas alwys alays alwaya alwayss",
  never: "nevr nver neer nevre neve neever nevver neveer",
  remember: "remeber rember remebmer remmeber rememeber remmember remembr rememer",
  "don't": "dont dotn dnot",
  forget: "forgt foregt froget",
  please: "plese pleas plase pelase",
  prefer: "preffer perfer prefere prefr",
  whenever: "whenver wheneve whenevr",
  every: "evry evey",
  without: "withot witout whitout withuot",
  instead: "insted intead insetad",
  "i've": "ive",
  "i'm": "im",
  "isn't": "isnt",
  "aren't": "arent",
  "mustn't": "mustnt",
  "doesn't": "doesnt",
  "didn't": "didnt",
  "shouldn't": "shouldnt",
  "that's": "thats",
  "you're": "youre",
};

const RIGHT: ReadonlyMap<string, string> = new Map(
  Object.entries(MEANT).flatMap(([meant, typed]) => typed.split(" ").map((slip) => [slip, meant] as const)),
);

/** Real words, except before these. */
const BEFORE: readonly { readonly typed: string; readonly meant: string; readonly next: RegExp }[] = [
  { typed: "id", meant: "i'd", next: /^ (?:rather|like|prefer|love|appreciate)\b/ },
  { typed: "its", meant: "it's", next: /^ (?:our|my|important|forbidden|not allowed)\b/ },
];
const NEXT_CHARS = 16;

function mended(words: string): { readonly words: string; readonly slips: readonly Slip[] } {
  const slips: Slip[] = [];
  let grown = 0;
  const spelled = words.replace(/(?<![\w'-])[a-z]+(?![\w'-])/g, (typed, at: number) => {
    const end = at + typed.length;
    const meant = RIGHT.get(typed) ?? meantBefore(typed, words.slice(end, end + NEXT_CHARS));
    if (meant === undefined) return typed;
    const by = meant.length - typed.length;
    if (by !== 0) slips.push({ at: at + grown, by });
    grown += by;
    return meant;
  });
  return { words: spelled, slips };
}

function meantBefore(typed: string, next: string): string | undefined {
  return BEFORE.find((one) => one.typed === typed && one.next.test(next))?.meant;
}
