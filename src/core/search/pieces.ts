/** Cuts a long text into pieces for search, and finds the part of a text around the words of a query. */
import { stem } from "../text/stem.ts";
import { queryTerms } from "../text/words.ts";

/** About a long paragraph: more would let a long text match any query. */
const PIECE_CHARS = 1000;

/** Whole paragraphs, as many as fit in a piece; a longer paragraph is cut at a line, a sentence or a word. */
export function pieces(text: string): string[] {
  if (text.length <= PIECE_CHARS) return [text];
  const found: string[] = [];
  let open = "";
  for (const paragraph of text.split(/\n\s*\n/)) {
    for (const part of cut(paragraph.trim())) {
      if (open !== "" && open.length + part.length > PIECE_CHARS) {
        found.push(open);
        open = "";
      }
      open += open === "" ? part : `\n\n${part}`;
    }
  }
  return open === "" ? found : [...found, open];
}

function* cut(paragraph: string): Generator<string> {
  let rest = paragraph;
  while (rest.length > PIECE_CHARS) {
    const end = endOfPart(rest, PIECE_CHARS);
    yield rest.slice(0, end).trimEnd();
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") yield rest;
}

/** At the end of a line, a sentence or a word in the second half; else at the limit. */
function endOfPart(text: string, room: number): number {
  const window = text.slice(0, room);
  for (const mark of ["\n", ". ", " "]) {
    const at = window.lastIndexOf(mark);
    if (at > room / 2) return at + mark.length;
  }
  // A surrogate pair must not be cut in two.
  return /[\ud800-\udbff]$/.test(window) ? room - 1 : room;
}

/** At most so many characters of a text, around the part with the most words of the query; "…" marks a cut. */
export function excerpt(text: string, query: string, most: number): string {
  if (text.length <= most) return text;
  const wanted = new Set(queryTerms(query).map((term) => term.stem));
  const places = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(([word]) => wanted.has(stem(word.toLowerCase())))
    .slice(0, MOST_PLACES);
  let [from, best] = [0, 0];
  for (const [at, { index }] of places.entries()) {
    const inside = new Set(
      places
        .slice(at)
        .filter((other) => other.index + other[0].length <= index + most - LEAD)
        .map(([word]) => stem(word.toLowerCase())),
    ).size;
    if (inside > best) [from, best] = [Math.max(0, index - LEAD), inside];
  }
  const start = from === 0 ? 0 : Math.max(0, text.lastIndexOf(" ", from) + 1, from - LEAD);
  const end = Math.min(text.length, start + most);
  const shown = text.slice(start, end === text.length ? end : start + endOfPart(text.slice(start), most));
  return `${start > 0 ? "…" : ""}${shown
    .toWellFormed()
    .replace(/^\ufffd|\ufffd$/g, "")
    .trim()}${end < text.length ? "…" : ""}`;
}

/** Characters before the first match, so that it is not read out of context. */
const LEAD = 60;
const MOST_PLACES = 200;
