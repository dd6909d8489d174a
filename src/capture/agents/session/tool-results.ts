/** What is kept of a tool's output: its first 2 KB, and of the rest the lines that speak of an error. */
import { namesInstructions } from "./strip-injected.ts";
import { wholeWords } from "./whole-words.ts";

export const HEAD_BYTES = 2048;

export function keptOutput(output: string): string {
  const head = headOf(output);
  const kept = [...head.split("\n"), ...errorLines(output, head.length)];
  return kept
    .filter((line) => !namesInstructions(line))
    .join("\n")
    .trim();
}

function headOf(output: string): string {
  if (output.length <= HEAD_BYTES && Buffer.byteLength(output) <= HEAD_BYTES) return output;
  const bytes = Buffer.from(output.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  // A character that was cut in two reads as one that stands for any.
  return wholeWords(output, bytes.toString("utf8").replace(/\ufffd+$/, "").length);
}

function errorLines(output: string, from: number): string[] {
  const rest = output.slice(from, from + SEARCHED_CHARS);
  // A mark of privacy may open before an error line and close after it.
  if (/private\s*\/?>/i.test(rest)) return [];
  const lines = new Set<string>();
  let at = 0;
  for (ERROR.lastIndex = 0; lines.size < MOST_LINES; ERROR.lastIndex = at) {
    const found = ERROR.exec(rest);
    if (found === null) break;
    const start = rest.lastIndexOf("\n", found.index) + 1;
    const end = rest.indexOf("\n", found.index);
    at = end < 0 ? rest.length : end;
    const line = rest.slice(start, at);
    lines.add(wholeWords(line, LONGEST_LINE));
  }
  return [...lines];
}

const SEARCHED_CHARS = 1 << 18;
const MOST_LINES = 20;
const LONGEST_LINE = 300;
const ERROR =
  /\b(?:[Ee]rrors?|[Ff]ail(?:ed|ure|s)?|FAIL(?:ED|URE)?|[Ff]atal|FATAL|[Pp]anic(?:ked)?|[Ee]xception|Traceback|[Dd]enied|[Cc]annot|[Nn]ot found|undefined reference|[Ss]egmentation fault|[Tt]imed out|E[A-Z]{3,12}|[A-Z]\w{2,40}(?:Error|Exception))\b/g;
