/** From a message to the lines that its writer wrote: no code, no quotation, no paste, nothing that was put in by a program. */
import { carriesMarker } from "../core/text/marker.ts";
import { PASTES } from "./pasted.ts";

export type Line = {
  /** Without its list mark and the white space around it. */
  readonly text: string;
  /** Where `text` begins in the message. */
  readonly start: number;
  readonly kind: "prose" | "item";
  /** True where nothing stands between this line and the line before it. */
  readonly followsOn: boolean;
};

/** Nobody types a longer line; it is a paste. */
const LONGEST_LINE = 4000;

export function ownLines(message: string): Line[] {
  const lines: Line[] = [];
  const lastClosing = closingTags(message);
  let fence: string | undefined;
  let tag: string | undefined;
  let inPaste = false;
  let inMemory = false;
  let followsOn = false;
  let start = 0;
  for (const raw of message.split("\n")) {
    const at = start;
    start += raw.length + 1;
    const line = raw.length > LONGEST_LINE ? raw.slice(0, LONGEST_LINE) : raw;
    if (carriesMarker(raw)) {
      // An end without a beginning was cut from what stands before it: that is not the writer's either.
      if (!inMemory && endsMemory(raw) && !beginsMemory(raw)) lines.length = 0;
      inMemory = !endsMemory(raw);
      followsOn = false;
      continue;
    }
    const wasHidden = inMemory || fence !== undefined || tag !== undefined;
    if (tag !== undefined) {
      if (raw.toLowerCase().includes(`</${tag}>`)) tag = undefined;
    } else {
      const mark = FENCE.exec(line)?.[1];
      if (fence === undefined && mark !== undefined) fence = mark;
      else if (fence !== undefined && mark !== undefined && mark.startsWith(fence)) fence = undefined;
    }
    const opened = fence === undefined && !wasHidden ? TAG.exec(line)?.[1]?.toLowerCase() : undefined;
    if (opened !== undefined && (lastClosing.get(opened) ?? -1) > at) {
      tag = raw.toLowerCase().includes(`</${opened}>`) ? undefined : opened;
      followsOn = false;
      continue;
    }
    if (line.trim() === "") inPaste = false;
    const paste = PASTES.find(({ pattern }) => pattern.test(line));
    if (paste?.reach === "paragraph") inPaste = true;
    const isHidden =
      wasHidden ||
      fence !== undefined ||
      inPaste ||
      paste !== undefined ||
      raw.length > LONGEST_LINE ||
      QUOTED.test(line);
    if (isHidden || line.trim() === "" || INDENTED_CODE.test(line)) {
      followsOn = false;
      continue;
    }
    const mark = LIST_MARK.exec(line);
    const lead = mark?.[0].length ?? line.length - line.trimStart().length;
    const text = line.slice(lead).trim();
    if (text !== "") lines.push({ text, start: at + lead, kind: mark === null ? "prose" : "item", followsOn });
    followsOn = true;
  }
  return lines;
}

const FENCE = /^\s*(?:[-*+>]\s+)?(`{3,}|~{3,})/;
const TAG = /^\s*<([a-z][\w-]{0,60})(?:\s[^<>]{0,300})?>/i;
const QUOTED = /^\s*>/;
const INDENTED_CODE = /^(?: {4,}|\t+)(?!\s*(?:[-*+•]|\d{1,3}[.)])\s)\S/;
const LIST_MARK = /^\s*(?:[-*+•–]|\d{1,3}[.)]|[a-z]\))\s+(?:\[[ x]\]\s+)?/i;

/** Where each tag is closed last, so that one that is never closed hides nothing. */
function closingTags(message: string): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const found of message.matchAll(/<\/([a-z][\w-]{0,60})>/gi)) last.set(found[1]!.toLowerCase(), found.index);
  return last;
}

/** True where the last mark of a line is a closing one. */
function endsMemory(line: string): boolean {
  return line.slice(0, line.toLowerCase().lastIndexOf("oldhand-memory-")).endsWith("</");
}

function beginsMemory(line: string): boolean {
  return !line.slice(0, line.toLowerCase().indexOf("oldhand-memory-")).endsWith("</");
}
