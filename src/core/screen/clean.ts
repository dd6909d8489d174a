/** The only place that produces `Clean` text, which may be written or sent. */
import { cleanInvisible } from "./invisible.ts";
import { stripPrivate } from "./private.ts";
import { redactSecrets, SECRET_RULES } from "./secrets.ts";

/** Screened text; writes, models and pages accept nothing else. */
export type Clean = string & { readonly clean: unique symbol };

type Screened =
  | { readonly outcome: "clean"; readonly text: Clean }
  | { readonly outcome: "secret"; readonly text: Clean; readonly found: readonly string[] };

type ScreenOptions = { readonly privatePatterns?: readonly string[] };

/** Increase it when the rules change: text screened by the current version is not screened again. */
export const SCREEN_VERSION = 2;

/** Removes invisible characters first, because they could hide a mark or split a secret; then private text; then secrets. */
export function screen(text: string, { privatePatterns = [] }: ScreenOptions = {}): Screened {
  const visible = stripPrivate(cleanInvisible(text), { patterns: privatePatterns });
  if (isPlainTalk(visible)) return { outcome: "clean", text: visible as Clean };
  const { text: redacted, found } = redactSecrets(visible);
  const clean = redacted as Clean;
  return found.length === 0 ? { outcome: "clean", text: clean } : { outcome: "secret", text: clean, found };
}

/** The pre-screen of sh, bash and zsh: escaped patterns for `case`, matched against a space and the line in lower case. */
export function shellGlobs(): string[] {
  const globs = [...new Set(SECRET_RULES.flatMap((rule) => rule.globs()))].sort();
  return globs.map((glob) => glob.replace(/[^\w*?![\].:=/,@%+~-]/g, "\\$&"));
}

/** Short words without digits and signs, none about credentials: the rules, slow to start, would find nothing. */
function isPlainTalk(text: string): boolean {
  return /^[A-Za-z\s,.'?!-]*$/.test(text) && !/[A-Za-z-]{15}/.test(text) && !CREDENTIAL_WORDS.test(text);
}

const CREDENTIAL_WORDS = /pass|pwd|secret|token|key|auth|cred|login|private|bearer|cookie|session|sign|code|pin/i;
