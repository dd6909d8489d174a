/** The only place that produces `Clean` text, which may be written or sent. */
import { sha256 } from "../base/hash.ts";
import { cleanInvisible } from "./invisible.ts";
import { stripPrivate } from "./private.ts";
import { redactSecrets } from "./secrets.ts";

/** Screened text; writes, models and pages accept nothing else. */
export type Clean = string & { readonly clean: unique symbol };

type Screened =
  | { readonly outcome: "clean"; readonly text: Clean }
  | { readonly outcome: "secret"; readonly text: Clean; readonly found: readonly string[] };

type ScreenOptions = { readonly privatePatterns?: readonly string[] };

/** Increase it when the rules change: text screened by the current version is not screened again. */
export const SCREEN_VERSION = 8;

/** Removes invisible characters first, because they could hide a mark or split a secret; then private text; then secrets. */
export function screen(text: string, { privatePatterns = [] }: ScreenOptions = {}): Screened {
  const visible = stripPrivate(cleanInvisible(text), { patterns: privatePatterns });
  if (isPlainTalk(visible)) return { outcome: "clean", text: visible as Clean };
  const { text: redacted, found } = redactSecrets(visible);
  const clean = redacted as Clean;
  return found.length === 0 ? { outcome: "clean", text: clean } : { outcome: "secret", text: clean, found };
}

/** The beginning of the screened text. Half a secret is not recognised, so the text is screened first and then cut. */
export function screenStart(text: string, most: number, options: ScreenOptions = {}): Clean {
  if (text.length <= most) return screen(text, options).text;
  const isLong = text.length > most + 2 * SPARE_CHARS;
  const screened = screen(isLong ? text.slice(0, most + 2 * SPARE_CHARS) : text, options).text;
  // Of a text that is too long to screen, the end of what was screened may be half a secret.
  const safe = isLong ? screened.slice(0, -SPARE_CHARS) : screened;
  return safe.slice(0, most).replace(/[\ud800-\udbff]$/, "") as Clean;
}

/** Longer than any secret. */
const SPARE_CHARS = 1 << 18;

/** An id, a name or a path: as it is, or a hash of it if it contains anything that the screen removes. */
export function screenName(name: string, options: ScreenOptions = {}): Clean {
  const { text } = screen(name, options);
  return text === name ? text : (`withheld-${sha256(name).slice(0, 16)}` as Clean);
}

/** Short words without digits and signs, none about credentials: the rules, slow to start, would find nothing. */
function isPlainTalk(text: string): boolean {
  return /^[A-Za-z\s,.'?!-]*$/.test(text) && !/[A-Za-z-]{15}/.test(text) && !CREDENTIAL_WORDS.test(text);
}

const CREDENTIAL_WORDS =
  /pass|pwd|secret|token|key|auth|cred|login|private|bearer|cookie|session|sign|code|pin|phrase|mnemonic|parola|senha|clave|kennwort|mdp|contras|pw|psk/i;
