/** Shows a command for review so that nothing in it is hidden, and its end is always visible. */
import { showInvisible } from "../core/screen/invisible.ts";

/**
 * Every line in full, with a sign at each line end but the last. Long runs of blanks are counted, so that nothing is pushed
 * out of sight; invisible and look-alike characters are escaped.
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
