/** The name and description of a workflow in characters that every format accepts. */
import { withoutEnd } from "../../text/words.ts";

const MOST_CHARS = 64;

/** Lower-case letters, digits and single hyphens, starting with a letter; never one of the reserved names. */
export function writtenName(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const own = /^[a-z]/.test(words) ? words : `workflow-${words}`;
  const short = own.slice(0, MOST_CHARS).replace(/-$/, "");
  return taken.has(short) ? `${short.slice(0, MOST_CHARS - SUFFIX.length).replace(/-$/, "")}${SUFFIX}` : short;
}

const SUFFIX = "-workflow";

export function nameNotes(name: string, written: string): string[] {
  return name === written ? [] : [`Exported under the name ${written}.`];
}

/** One line for a comment: a line break would end it, and make continues a line that ends in a backslash. */
export function asLine(text: string): string {
  return withoutEnd(text.toWellFormed().replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " "), "\\ ").trim();
}

export function commentLines(description: string | undefined): string[] {
  const line = asLine(description ?? "");
  return line === "" ? [] : [`# ${line}`];
}
