/** Decodes escapes, line joins and encodings of a text, with a map back to the original positions. */
import { lazyPattern } from "../base/lazy-pattern.ts";
import { ESCAPES, isShapeless, SHAPELESS } from "./invisible.ts";

/** A decoded text that maps each position to the original. */
export type View = {
  readonly text: string;
  readonly startAt: (place: number) => number;
  readonly endAt: (place: number) => number;
};

/** The code units of a text: three times as fast to walk as a string. Short texts share a buffer, valid until the next call. */
export function codesOf(text: string): Uint16Array {
  const bytes = text.length <= SHORT ? shared : Buffer.allocUnsafeSlow(text.length * 2);
  bytes.write(text, "utf16le");
  return new Uint16Array(bytes.buffer, 0, text.length);
}

const SHORT = 4096;
const shared = Buffer.allocUnsafeSlow(SHORT * 2);

export function decodedView(text: string): View {
  const pieces: Piece[] = [];
  let from = 0;
  let length = 0;
  const add = (decoded: string, start: number, end: number) => {
    if (decoded === "") return;
    pieces.push({ text: decoded, at: length, start, end });
    length += decoded.length;
  };
  const codes = codesOf(text);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code < 128 ? STARTS[code] === 0 : !isShapeless(code)) continue;
    const part = codedAt(text, at);
    if (part === undefined) continue;
    add(text.slice(from, at), from, at);
    from = at + part.length;
    add(decode(part), at, from);
    at = from - 1;
  }
  add(text.slice(from), from, text.length);
  return {
    text: pieces.map((piece) => piece.text).join(""),
    startAt: (place) => {
      const piece = pieceAt(pieces, place);
      return piece === undefined ? text.length : piece.start + place - piece.at;
    },
    endAt: (place) => {
      const piece = pieceAt(pieces, place - 1);
      if (piece === undefined) return text.length;
      return place === piece.at + piece.text.length ? piece.end : piece.start + place - piece.at;
    },
  };
}

/** A part of the view, with its position there and in the original. */
type Piece = { readonly text: string; readonly at: number; readonly start: number; readonly end: number };

const JOINABLE = "[\\w+/=-]";
const coded = lazyPattern(
  [
    ESCAPES,
    `[\\x00-\\x08\\x0e-\\x1f${SHAPELESS}]+`,
    "\\\\\\r?\\n[ \\t]*", // a continued line
    `(?<=${JOINABLE}{8})\\r?\\n[ \\t]*(?=${JOINABLE}{4,300}["'\`])`, // a quoted string that was wrapped
    "(?<=\\w{4})([\"'])[ \\t]{0,4}\\+\\s{0,40}\\1(?=\\w{4})", // a string put together from parts
    "\\\\{1,8}(?:[\"'/nrt]|u00[0-9a-f]{2}|u(?:200[b-f]|feff)|x[2-7][0-9a-f])",
    "%(?:25)?[2-7][0-9a-f]",
    "&(?:quot|apos|amp|lt|gt|#3[489]|#x2[267]);",
  ].join("|"),
  "iy",
);

/** The coded text at this position, if any. */
export function codedAt(text: string, at: number): string | undefined {
  const pattern = coded();
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Whether coded text may start with this character; line ends and quotes are too common to count. */
export function startsCode(code: number): boolean {
  return code < 128 ? STARTS[code] === SURE : isShapeless(code);
}

/** The end of the word that starts here. */
export function endOfWord(text: string, at: number): number {
  LETTERS.lastIndex = at;
  return at + (LETTERS.exec(text)?.[0].length ?? 0);
}

/** Whether a word that ends here continues in the next line or the next string. */
export function goesOnAt(text: string, at: number): boolean {
  return /^(?:\r?\n|["'][ \t]{0,4}\+)/.test(text.slice(at, at + 8));
}

const LETTERS = /[\w+/=.-]{1,300}/y;
const SURE = 2;
const STARTS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 0x0a || code === 0x0d || code === 0x22 || code === 0x27) return 1;
  return /[\x00-\x08\x0e-\x1f\\%&]/.test(String.fromCharCode(code)) ? SURE : 0;
});

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function decode(part: string): string {
  if (part.startsWith("%")) return String.fromCharCode(Number.parseInt(part.slice(-2), 16));
  if (part.startsWith("&"))
    return ENTITIES[part.slice(1, -1).toLowerCase()] ?? (/^&#(?:34|x22)/i.test(part) ? '"' : "'");
  const body = /^\\+([^\\\s]+)$/.exec(part)?.[1];
  if (body === undefined || /^u[^0]/i.test(body)) return "";
  if (/^[ux]/i.test(body)) return String.fromCharCode(Number.parseInt(body.slice(-2), 16));
  return /[nrt]/i.test(body) ? "\n" : body;
}

function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
