/** What is kept of a tool call: its use, the first 2 KB of its output, and error lines from the rest. */
import type { Screening } from "../../../core/event/admit.ts";
import { screen } from "../../../core/screen/clean.ts";
import type { ToolUse } from "../../../core/session/session.ts";
import type { CallOutcome } from "../transcript-event.ts";
import type { Call } from "./open-calls.ts";
import { namesInstructions } from "./strip-injected.ts";

export const HEAD_BYTES = 2048;

export function keptOutput(output: string): string {
  const head = headOf(output);
  const kept = [...head.split("\n"), ...errorLines(output, head.length)];
  return kept
    .filter((line) => !namesInstructions(line))
    .join("\n")
    .trim();
}

/** What the tool was used for. An edit that was refused or failed changed nothing, so it does not count as one. */
export function toolUseOf({ tool, command }: Pick<Call, "tool" | "command">, { status }: CallOutcome): ToolUse {
  const didEnd = status === "success" || status === "unknown";
  return { name: tool, act: command !== undefined ? "run" : EDIT_TOOLS.has(tool) && didEnd ? "edit" : "other" };
}

/** Servers choose the names of their tools: a long name, or one with a secret in it, is left out. */
export function keptToolUse({ name, act }: ToolUse, screening: Screening): ToolUse {
  return /^[\w.:/-]{1,64}$/.test(name) && screen(name, screening).text === name ? { name, act } : { name: "", act };
}

/** At most `most` characters, cut where a word ends, since half a secret would not be recognised as one. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && /[\w+/=.~-]/.test(text[end - 1]!)) end -= 1;
  // A surrogate pair must not be cut in two.
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}

function headOf(output: string): string {
  if (output.length <= HEAD_BYTES && Buffer.byteLength(output) <= HEAD_BYTES) return output;
  const bytes = Buffer.from(output.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  // A character that was cut in two decodes as U+FFFD.
  return cutAtWord(output, bytes.toString("utf8").replace(/\ufffd+$/, "").length);
}

function errorLines(output: string, from: number): string[] {
  const rest = output.slice(from, from + SEARCHED_CHARS);
  // A private mark may open before an error line and close after it.
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
    lines.add(cutAtWord(line, LONGEST_LINE));
  }
  return [...lines];
}

const EDIT_TOOLS: ReadonlySet<string> = new Set([
  ...["Edit", "MultiEdit", "Write", "NotebookEdit"],
  ...["apply_patch", "edit", "multiedit", "patch", "write"],
  ...["replace", "write_file", "ast_edit"],
]);

const SEARCHED_CHARS = 1 << 18;
const MOST_LINES = 20;
const LONGEST_LINE = 300;
const ERROR =
  /\b(?:[Ee]rrors?|[Ff]ail(?:ed|ure|s)?|FAIL(?:ED|URE)?|[Ff]atal|FATAL|[Pp]anic(?:ked)?|[Ee]xception|Traceback|[Dd]enied|[Cc]annot|[Nn]ot found|undefined reference|[Ss]egmentation fault|[Tt]imed out|E[A-Z]{3,12}|[A-Z]\w{2,40}(?:Error|Exception))\b/g;
