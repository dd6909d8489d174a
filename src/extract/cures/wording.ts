/** The sentence for an error and its fix: built from commands, dates and statuses, never from output. */
import { isoTime } from "../../core/base/clock.ts";
import type { ErrorFix, Fix } from "../session/turn.ts";

export function statementOf({ failed, fix, didNotHelp }: Omit<ErrorFix, "signature">): string {
  const facts = [
    ...(fix.by === "edit" ? [] : [`exit ${fix.exitCode}`]),
    ...(fix.atMs === undefined ? [] : [isoTime(fix.atMs).slice(0, 10)]),
  ];
  const told = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  const tried = didNotHelp.length === 0 ? "" : `. Did not help: ${didNotHelp.map(quotedAttempt).join(", ")}`;
  return `${quoted(failed.line)} failed (exit ${failed.exitCode}); it worked ${howItWorked(fix)}${told}${tried}`;
}

function howItWorked(fix: Fix): string {
  if (fix.by === "edit") return `after ${EDIT_OF}${quoted(fix.file)}`;
  return `${fix.by === "variant" ? "as" : "after"} ${quoted(fix.line)}`;
}

const EDIT_OF = "an edit of ";

export function editName(file: string): string {
  return `${EDIT_OF}${shortPath(file)}`;
}

function quotedAttempt(name: string): string {
  return name.startsWith(EDIT_OF) ? `${EDIT_OF}${quoted(name.slice(EDIT_OF.length))}` : quoted(name);
}

export function quoted(line: string): string {
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const LONGEST_QUOTE = 200;

export function isQuotable(line: string): boolean {
  return line.length <= LONGEST_QUOTE && !line.includes("\n") && !line.includes("``");
}

/** An absolute path belongs to one machine; its end says what it is. */
export function shortPath(file: string): string {
  const isAbsolute = /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(file);
  return isAbsolute ? file.split(/[\\/]/).slice(-2).join("/") : file;
}
