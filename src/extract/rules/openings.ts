/** Words that open a sentence and add nothing to it: removed before rules match, and from the kept text. */
import { from, type Reading, upTo } from "../reading.ts";

/** Polite and linking words: no rule needs them. */
const POLITE =
  /^(?:please(?! note)|pls|plz|also|and|but|so|then|ok|okay|oh|hi|hey|hello|thanks|thank you|btw|by the way|hm+|um+|well|sorry(?: for [^,]{1,40})?|fyi|nb|note|reminder|important|rule|one (?:more|important|last|other) thing(?: [^,:]{0,40})?|in general|generally|as always|(?:please )?(?:note|be aware|mind) that|just)(?:[,:!.–-]+ ?| (?!that\b))(?:but )?|^(?:great|sure|look|listen|again|seriously|ugh|guys|honestly|perfect|cool|nice)[,:!.–-]+ ?/;

/** Announces or repeats a statement without stating it. */
const ANNOUNCED = new RegExp(
  `^(?:${[
    "(?:like|as) i(?:'ve)? (?:said|mentioned|told you)(?: (?:before|already|earlier|last time|many times))?",
    "i(?:'ve| have)? (?:already |just )?(?:told you|said|mentioned|asked you)(?: (?:this|that|it))? (?:before|already|last time|(?:so |too )?many times|(?:a )?\\w+ times|twice|again and again|more than once)",
    "let me repeat(?: (?:this|that|myself))?|i(?:'ll| will)? (?:keep telling you|say it again|repeat)(?: this| that| it)?|you keep forgetting(?: this| that)?|(?:pro ?)?tip(?: for [^:,]{2,30})?|for the (?:last|third|fourth|tenth|hundredth|nth) time",
    "(?:just )?so (?:it|that)(?:'s| is) clear(?: for (?:the future|later))?",
    "first(?:ly)?|second(?:ly)?|third(?:ly)?|final(?:ly)?|lastly|last|besides|additionally|anyway|another thing|two things|last thing|side note|(?:quick|small|general|side) (?:note|remark|request|thing|reminder)",
    "(?:for )?context|p\\.?s\\.?|(?:a |as a |friendly )reminder|(?:just )?to be clear|once (?:more|again)|one (?:\\w+ )?(?:request|thing|note)(?: [^,:]{0,40})?",
    "before (?:we|you|i) (?:start|begin|continue|go on|dive in|get going|do anything)(?: [^,:]{1,40})?",
  ].join("|")})[,:;–-]+ ?`,
);

export function afterManners(reading: Reading): Reading {
  const plain = afterAll(reading, POLITE);
  const rest = afterAll(plain, ANNOUNCED);
  return rest === plain ? plain : afterAll(rest, POLITE);
}

/** "Can you remember: …" is a request to keep something, not a question. */
const KINDLY =
  /^(?:(?:hi|hey|ok|and|also|so)[,!]? )*(?:can|could|would|will) you (?:please |pls |also |just |maybe )*(?=(?:remember|keep in mind|note|make a note|memori[sz]e)(?: this:?|:| that:| that (?:we|i|our|my|all|every|there|(?:the )?(?:[\w-]+ ){1,4}(?:is|are|has|have|must|needs?|uses?|runs?|does|do))\b)|stop \w+ing\b|(?:always|never|from now on|in future)\b(?!.*\?))/;
const PLEASE_ALWAYS = /^(?:(?:hi|hey|ok|and|also|so)[,!]? )*(?:can|could|would|will) you (?=please (?:always|never)\b)/;

export function asRequest(reading: Reading): Reading {
  const opening = KINDLY.exec(reading.words) ?? PLEASE_ALWAYS.exec(reading.words);
  if (opening === null) return reading;
  const rest = from(reading, opening[0].length);
  const mark = / ?\?$/.exec(rest.words);
  return mark === null ? rest : upTo(rest, mark.index);
}

/** The rest after all of these openings; an opening alone leaves nothing. */
export function afterAll(reading: Reading, opening: RegExp): Reading {
  let rest = reading;
  for (let found = opening.exec(rest.words); found !== null && found[0] !== ""; found = opening.exec(rest.words))
    rest = trimmed(from(rest, found[0].length));
  return rest;
}

/** "…, ok?" is not a question: the sentence before it counts. */
export function withoutTag(reading: Reading): Reading {
  const tag = /[,.]? (?:(?:ok|okay|alright|got it|understood|thanks|thank you|thx)[?!.]*|right[!.]*)$/.exec(
    reading.words,
  );
  return tag === null ? reading : upTo(reading, tag.index);
}

function trimmed(reading: Reading): Reading {
  return from(reading, reading.words.length - reading.words.replace(/^[\s,:;.!–-]+/, "").length);
}
