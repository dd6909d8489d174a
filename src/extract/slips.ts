/** Typos and missing apostrophes in the words that rules match: read as the intended word. */

/** The start of a corrected word, and by how many characters it grew. */
export type Slip = { readonly at: number; readonly by: number };

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

export function mended(words: string): { readonly words: string; readonly slips: readonly Slip[] } {
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
