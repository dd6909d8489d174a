/** How a command is shown to the person who is asked: nothing in it hides, and its end is always there. */
import { showInvisible } from "../core/screen/invisible.ts";

/**
 * Every line in full, each but the last with a sign for its end. Blanks beyond a few are counted, so that nothing
 * stands out of sight; what has no shape, or passes for something else, is written as an escape.
 */
export function visible(command: string): string {
  return command
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, escaped)
    .split("\n")
    .map((line) => shownBlanks(showInvisible(line)))
    .join("⏎\n");
}

const MOST_BLANKS = 8;

function shownBlanks(line: string): string {
  const marked = line.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, escaped).replace(/\t/g, "\\t");
  return marked
    .replace(/ +/g, (blanks) => (blanks.length > MOST_BLANKS ? `⟨${blanks.length} blanks⟩` : blanks))
    .replace(/ $/, "␠");
}

function escaped(signs: string): string {
  return [...signs].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
