/** Words that open a sentence and say nothing of what it states: taken off before rules look, and from what is kept. */
import { from, type Reading, upTo } from "../reading.ts";

/** Manners and links: they mean nothing to any rule. */
const POLITE =
  /^(?:please(?! note)|pls|plz|also|and|but|so|then|ok|okay|oh|hi|hey|hello|thanks|thank you|btw|by the way|hm+|um+|well|sorry(?: for [^,]{1,40})?|fyi|nb|note|reminder|important|rule|one (?:more|important|last|other) thing(?: [^,:]{0,40})?|in general|generally|as always|(?:please )?(?:note|be aware|mind) that|just)(?:[,:!.–-]+ ?| (?!that\b))(?:but )?|^(?:great|sure|look|listen|again|seriously|ugh|guys|honestly|perfect|cool|nice)[,:!.–-]+ ?/;

export function afterManners(reading: Reading): Reading {
  return afterAll(reading, POLITE);
}

/** What stands after as many of these openings as there are; an opening alone is nothing. */
export function afterAll(reading: Reading, opening: RegExp): Reading {
  let rest = reading;
  for (let found = opening.exec(rest.words); found !== null && found[0] !== ""; found = opening.exec(rest.words))
    rest = trimmed(from(rest, found[0].length));
  return rest;
}

/** "…, ok?" asks for nothing: the sentence before it stands. */
export function withoutTag(reading: Reading): Reading {
  const tag = /[,.]? (?:ok|okay|alright|got it|understood|right|thanks|thank you|thx)[?!.]*$/.exec(reading.words);
  return tag === null ? reading : upTo(reading, tag.index);
}

function trimmed(reading: Reading): Reading {
  return from(reading, reading.words.length - reading.words.replace(/^[\s,:;.!–-]+/, "").length);
}
