/** The only place that produces `Clean` text, which may be written or sent. */
import { cleanInvisible } from "./invisible.ts";
import { stripPrivate } from "./private.ts";
import { SECRET_RULES } from "./rules/table.ts";
import { redactSecrets } from "./secrets.ts";

/** Screened text; writes, models and pages accept nothing else. */
export type Clean = string & { readonly clean: unique symbol };

type Screened =
  | { readonly outcome: "clean"; readonly text: Clean }
  | { readonly outcome: "secret"; readonly text: Clean; readonly found: readonly string[] };

type ScreenOptions = { readonly privatePatterns?: readonly string[] };

/** Raise it when the rules change: text screened by the current version is not screened again. */
export const SCREEN_VERSION = 2;

/** Invisible characters go first, so that nothing hides a mark or splits a secret; then what is private; then secrets. */
export function screen(text: string, { privatePatterns = [] }: ScreenOptions = {}): Screened {
  const visible = stripPrivate(cleanInvisible(text), { patterns: privatePatterns });
  if (isPlainTalk(visible)) return { outcome: "clean", text: visible as Clean };
  const { text: redacted, found } = redactSecrets(visible);
  const clean = redacted as Clean;
  return found.length === 0 ? { outcome: "clean", text: clean } : { outcome: "secret", text: clean, found };
}

/**
 * The pre-screen of sh, bash and zsh: patterns for `case`, escaped so that they can stand there as they are.
 * The subject is the line in lower case with a space put before it.
 */
export function shellGlobs(): string[] {
  return globs().map((glob) => glob.replace(/[^\w*?![\].:=/,@%+~-]/g, "\\$&"));
}

function globs(): string[] {
  return [...new Set(SECRET_RULES.flatMap((rule) => rule.globs()))].sort();
}

let pieces: RegExp[][] | undefined;

/** What stands between two stars, as a regular expression. */
function piecePattern(piece: string): string {
  return piece.replace(/\[!?[^\]]*\]|[^\w]/g, (part) => {
    if (part === "?") return ".";
    return part.startsWith("[") ? part.replace("[!", "[^") : `\\${part}`;
  });
}

/** Each piece is looked for once after the last, so that no line is read twice over. */
function standInOrder(parts: readonly RegExp[], subject: string): boolean {
  let from = 0;
  return parts.every((part) => {
    part.lastIndex = from;
    const match = part.exec(subject);
    from = match === null ? 0 : match.index + match[0].length;
    return match !== null;
  });
}

/** Short words without digits or signs, none of which speaks of a credential: the rules, slow to start, find nothing there. */
function isPlainTalk(text: string): boolean {
  return /^[A-Za-z\s,.'?!-]*$/.test(text) && !/[A-Za-z-]{15}/.test(text) && !CREDENTIAL_WORDS.test(text);
}

const CREDENTIAL_WORDS = /pass|pwd|secret|token|key|auth|cred|login|private|bearer|cookie|session|sign|code|pin/i;
