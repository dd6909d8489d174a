/** What is being written, and whether it will be taken for a command or for a request. */
import { computed, signal } from "@preact/signals";

export type Intent = "command" | "request";

export const draft = signal("");
/** A person's own word on what it is; undefined: as it reads. */
export const chosen = signal<Intent | undefined>(undefined);

export const intent = computed<Intent>(() => chosen.value ?? readAs(draft.value));

const PROGRAMS = new Set(
  (
    "git npm npx pnpm yarn node bun deno make just cargo go python python3 pip uv docker kubectl terraform ls cd cat cp mv rm mkdir touch echo grep rg find sed awk " +
    "curl wget ssh scp rsync tar zip unzip ps kill top df du chmod chown sudo apt brew systemctl journalctl vim code open psql sqlite3 redis-cli jq gh oldhand tsc " +
    "vitest jest pytest gradle mvn ruby bundle rails php composer sh bash zsh env export source which man history date head tail wc sort uniq xargs tee diff pwd"
  ).split(" "),
);
const AS_A_SENTENCE = /[?]$|\b(?:the|please|my|our|all|how|what|which|me)\b/i;

/** Programs are known by name, and shells by their signs; everything else is taken for words. */
export function readAs(text: string): Intent {
  const trimmed = text.trim();
  const [first = ""] = trimmed.split(/\s/);
  if (/^(?:\.{0,2}\/|~\/|\$)/.test(first) || /^[A-Z_][A-Z0-9_]*=/.test(first)) return "command";
  if (/[|;&><`]|\$\(|\s--?\w/.test(trimmed)) return "command";
  if (PROGRAMS.has(first) && !AS_A_SENTENCE.test(trimmed)) return "command";
  return "request";
}
