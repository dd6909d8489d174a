/** The text in the composer, and whether it is treated as a command or as a request. */
import { computed, signal } from "@preact/signals";

export type Intent = "command" | "request";

export const draft = signal("");
/** Set when the person switched it; undefined: guessed from the text. */
export const chosenIntent = signal<Intent | undefined>(undefined);

export const intent = computed<Intent>(() => chosenIntent.value ?? guessIntent(draft.value));

export function switchIntent(): void {
  chosenIntent.value = intent.value === "command" ? "request" : "command";
}

const PROGRAMS = new Set(
  (
    "git npm npx pnpm yarn node bun deno make just cargo go python python3 pip uv docker kubectl terraform ls cd cat cp mv rm mkdir touch echo grep rg find sed awk " +
    "curl wget ssh scp rsync tar zip unzip ps kill top df du chmod chown sudo apt brew systemctl journalctl vim code open psql sqlite3 redis-cli jq gh oldhand tsc " +
    "vitest jest pytest gradle mvn ruby bundle rails php composer sh bash zsh env export source which man history date head tail wc sort uniq xargs tee diff pwd"
  ).split(" "),
);
const LIKE_A_SENTENCE = /[?]$|\b(?:the|please|my|our|all|how|what|which|me)\b/i;

/** A command starts with a known program or path, or has shell syntax; anything else is a request. */
export function guessIntent(text: string): Intent {
  const trimmed = text.trim();
  const [first = ""] = trimmed.split(/\s/);
  if (/^(?:\.{0,2}\/|~\/|\$)/.test(first) || /^[A-Z_][A-Z0-9_]*=/.test(first)) return "command";
  if (/[|;&><`]|\$\(|\s--?\w/.test(trimmed)) return "command";
  if (PROGRAMS.has(first) && !LIKE_A_SENTENCE.test(trimmed)) return "command";
  return "request";
}
