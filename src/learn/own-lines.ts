/** The lines of a message that its author wrote: no code, quotes, pasted text or text inserted by a program. */
import { carriesMarker } from "../core/text/marker.ts";
import { ownWords } from "./own-words.ts";
import { PASTES } from "./pasted.ts";

export type Line = {
  /** Without its list mark and the white space around it. */
  readonly text: string;
  /** Where `text` begins in the message. */
  readonly start: number;
  readonly kind: "prose" | "item";
  /** True if this line directly follows the line before it. */
  readonly followsOn: boolean;
};

/** Nobody types a longer line; it is a paste. */
const LONGEST_LINE = 4000;

export function ownLines(message: string): Line[] {
  let lines: Line[] = [];
  const inMemory = memoryWatch();
  const watches = [fenceWatch(), elementWatch(message), pasteWatch()];
  const own = ownWords(message);
  let followsOn = false;
  let at = 0;
  for (const raw of message.split("\n")) {
    const memory = inMemory(raw);
    if (memory === "began before") lines = [];
    // Every check sees every line, or it would miss where something ends.
    const isForeign = watches.map((watch) => watch(raw, at)).includes(true);
    const part = own.find(({ start, end }) => at >= start && at < end);
    const line =
      memory === "outside" && !isForeign && part !== undefined
        ? ownLine(message.slice(at, Math.min(at + raw.length, part.end)), at)
        : undefined;
    if (line !== undefined) lines.push({ ...line, followsOn });
    followsOn = line !== undefined;
    at += raw.length + 1;
  }
  return lines;
}

const QUOTED = /^\s*>/;
const INDENTED_CODE = /^(?: {4,}|\t+)(?!\s*(?:[-*+•]|\d{1,3}[.)])\s)\S/;
const LIST_MARK = /^\s*(?:[-*+•–]|\d{1,3}[.)]|[a-z]\))\s+(?:\[[ x]\]\s+)?/i;

function ownLine(raw: string, at: number): Omit<Line, "followsOn"> | undefined {
  if (raw.length > LONGEST_LINE || QUOTED.test(raw) || INDENTED_CODE.test(raw)) return undefined;
  const mark = LIST_MARK.exec(raw);
  const lead = mark?.[0].length ?? raw.length - raw.trimStart().length;
  const text = raw.slice(lead).trim();
  return text === "" ? undefined : { text, start: at + lead, kind: mark === null ? "prose" : "item" };
}

/** Takes the lines in order, and returns for each whether somebody else wrote it. */
type Watch = (raw: string, at: number) => boolean;

const FENCE = /^\s*(?:[-*+>]\s+)?(`{3,}|~{3,})/;

function fenceWatch(): Watch {
  let fence: string | undefined;
  return (raw) => {
    const mark = FENCE.exec(raw)?.[1];
    if (mark === undefined) return fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
    return true;
  };
}

const OPENING = /^\s*<([a-z][\w-]{0,60})(?:\s[^<>]{0,300})?>/i;

/** Text between tags was inserted by a host, or is markup; a tag that is never closed hides nothing. */
function elementWatch(message: string): Watch {
  const lastClosing = new Map<string, number>();
  for (const tag of message.matchAll(/<\/([a-z][\w-]{0,60})>/gi)) lastClosing.set(tag[1]!.toLowerCase(), tag.index);
  let element: string | undefined;
  return (raw, at) => {
    const opened = element === undefined ? OPENING.exec(raw)?.[1]?.toLowerCase() : undefined;
    if (opened !== undefined && (lastClosing.get(opened) ?? -1) > at) element = opened;
    if (element === undefined) return false;
    if (raw.toLowerCase().includes(`</${element}>`)) element = undefined;
    return true;
  };
}

function pasteWatch(): Watch {
  let isPaste = false;
  return (raw) => {
    if (raw.trim() === "") isPaste = false;
    if (raw.length > LONGEST_LINE) return true;
    const paste = PASTES.find(({ pattern }) => pattern.test(raw));
    if (paste?.reach === "paragraph") isPaste = true;
    return isPaste || paste !== undefined;
  };
}

const MEMORY = "oldhand-memory-";

/** Text that oldhand inserted; an end without a beginning was cut off, and everything before it was inserted too. */
function memoryWatch(): (raw: string) => "outside" | "inside" | "began before" {
  let isInside = false;
  return (raw) => {
    if (!carriesMarker(raw)) return isInside ? "inside" : "outside";
    const line = raw.toLowerCase();
    const isEnd = (at: number): boolean => line.slice(0, at).endsWith("</");
    const beganBefore = !isInside && isEnd(line.indexOf(MEMORY));
    isInside = !isEnd(line.lastIndexOf(MEMORY));
    return beganBefore ? "began before" : "inside";
  };
}

/** The message with a mark in place of each text that somebody else wrote. */
export function withoutForeign(message: string): string {
  const out: string[] = [];
  let at = 0;
  const skipTo = (place: number): void => {
    const left = message
      .slice(at, place)
      .split("\n")
      .filter((line) => /\p{L}/u.test(line)).length;
    if (left > 0) out.push(`[${left} pasted lines]`);
  };
  for (const { start, text } of ownLines(message)) {
    skipTo(start);
    out.push(text);
    at = start + text.length;
  }
  skipTo(message.length);
  return out.join("\n");
}
