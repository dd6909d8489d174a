/** What is only seen in the entire line: invisible characters, words out of sight, text that cannot be parsed for certain. */
import { lazyPattern } from "../../../core/base/lazy-pattern.ts";
import type { ParsedLine } from "../../../core/command/parsed-command.ts";
import { showInvisible } from "../../../core/screen/invisible.ts";
import type { RiskRuleName } from "./rule-table.ts";

const MOST_COMMANDS = 50;
const LONG_CHARS = 1000;
const TOO_LONG_CHARS = 4000;
const PADDING = /[ \t]{24}|\n[ \t]*\n[ \t]*\n|[ \t]{4}\\\n/;

/** Spaces, dashes, quotes and signs that only look like those of a shell. */
const LOOK_ALIKE_SIGN = new RegExp(
  `[${[
    // spaces
    String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`,
    // dashes and bars
    String.raw`\u2010-\u2015\u2212\u2223\u2758\u01c0`,
    // quotes
    String.raw`\u2018-\u201f\u2032-\u2037\u02b9\u02c8\u05f3`,
    // dots, slashes and other signs
    String.raw`\u037e\u2024\u2044\u2215\u2216\u2236\u223c\u29f5\u29f8\ua78f`,
    // small and wide forms
    String.raw`\ufe52-\ufe6b\uff01-\uff5e`,
  ].join("")}]`,
);
const MANY_WORD_SIGNS = String.raw`[\p{L}\p{N}\p{M}_-]*`;
const OTHER_SCRIPTS = "Cyrillic Greek Armenian Cherokee Coptic Lisu Deseret"
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const LETTER_LIKE = String.raw`\u{1d400}-\u{1d7ff}\u2100-\u214f\u0250-\u02af\u1d00-\u1dbf`;
const mixedScripts = lazyPattern(
  `(?=${MANY_WORD_SIGNS}[A-Za-z])(?=${MANY_WORD_SIGNS}[${OTHER_SCRIPTS}${LETTER_LIKE}])`,
  "u",
);
const MOST_WORD_CHARS = 200;

export const LINE_SIGNS: Partial<Record<RiskRuleName, (line: ParsedLine) => boolean>> = {
  "starts-itself": ({ text, doubts }) =>
    doubts.has("defines") && doubts.has("background") && /\(\)\s*\{[^}]{0,200}\|[^}]{0,200}&/.test(text),
  evaluates: ({ doubts }) => doubts.has("built-at-run-time"),
  "defines-commands": ({ doubts }) => doubts.has("defines"),
  "goes-on-running": ({ doubts }) => doubts.has("background"),
  "invisible-characters": ({ text }) =>
    showInvisible(text) !== text || /[\r\u2028\u2029\u0085]/.test(text) || !text.isWellFormed(),
  "look-alikes": hasLookAlikes,
  "out-of-sight": ({ text }) => PADDING.test(text),
  "too-long": ({ text }) => text.length > TOO_LONG_CHARS,
  long: ({ text }) => text.length > LONG_CHARS,
  "too-many-commands": ({ commands }) => commands.length > MOST_COMMANDS,
  unreadable: ({ text, doubts, commands, unread }) =>
    unread !== undefined || doubts.has("other-shell") || (commands.length === 0 && !isOnlyComment(text)),
};

const isOnlyComment = (text: string): boolean => /^\s*#[^\n\r]*$/.test(text);

/** In quotes such signs are ordinary text; in a program's name, or unquoted, they are a trap. */
function hasLookAlikes({ text, commands }: ParsedLine): boolean {
  if (/^[\x00-\x7f]*$/.test(text)) return false;
  if (commands.some(({ name }) => /[^\x00-\x7f]/.test(name.value))) return true;
  const bare = commands.flatMap(({ args, redirects }) => [
    ...args.filter(({ form }) => form !== "quoted"),
    ...redirects.map(({ target }) => target),
  ]);
  if (bare.some(({ written }) => LOOK_ALIKE_SIGN.test(withoutQuoted(written)))) return true;
  return text
    .split(/[^\p{L}\p{N}\p{M}_-]+/u)
    .some((word) => /[^\x00-\x7f]/.test(word) && mixedScripts().test(word.slice(0, MOST_WORD_CHARS)));
}

function withoutQuoted(written: string): string {
  return written.replace(/'[^']*'|"[^"$`]*"/g, "");
}
