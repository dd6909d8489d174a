/** The script that `eval "$(oldhand init zsh)"` runs: the snippet of a shell, filled with paths and patterns. */
import { readFileSync } from "node:fs";
import { WITHHELD } from "../../core/event/spool-line.ts";
import { type PatternShell, shellPattern, shellQuoted } from "./shell-pattern.ts";

export type LiveShell = PatternShell;

export type InitOptions = {
  readonly spoolDir: string;
  /** Globs of the secret rules, `shellGlobs()`. */
  readonly globs: readonly string[];
  /** Setting `capture.ignore`: these lines are never recorded. */
  readonly ignore?: readonly string[];
  /** Setting `capture.private`: lines that contain one of these are withheld. */
  readonly privatePatterns?: readonly string[];
};

export function initScript(shell: LiveShell, options: InitOptions): string {
  const { spoolDir, globs, ignore = [], privatePatterns = [] } = options;
  const withhold = [...globs, ...PRIVATE_MARKS, ...privatePatterns.flatMap(privateGlob)];
  const slots: Readonly<Record<string, string>> = {
    spool: shellQuoted(shell, spoolDir),
    ignore: shellPattern(shell, ignore),
    withhold: shellPattern(shell, withhold),
    withheld: WITHHELD,
    longest: String(LONGEST_CHARS),
    key: shellQuoted(shell, KEY),
  };
  const script = snippetOf(shell).replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
  return shell === "zsh" ? `builtin emulate zsh -o no_aliases -c ${shellQuoted("zsh", script)}\n` : script;
}

/** Matching takes about 4 ms for each 1,000 characters, so a longer line is withheld without a match. */
const LONGEST_CHARS = 8192;

/** The usual ways to type `<private>`; others are found when the spool is read. */
const PRIVATE_MARKS = ["*<*private*", "*private*>*", "*lt;*private*", "*private*gt;*"];

/** A private pattern is literal text in which only the star is special; lines are compared in lower case. */
function privateGlob(pattern: string): string[] {
  const literal = pattern
    .trim()
    .toLowerCase()
    .replace(/[\\?[\]]/g, "\\$&");
  return /[^*]/.test(literal) ? [`*${literal.replace(/^\*+|\*+$/g, "")}*`] : [];
}

/** Alt-o, in the notation of all three shells. */
const KEY = "\\eo";

/** The recorder, and the key that calls `ask`. */
function snippetOf(shell: LiveShell): string {
  switch (shell) {
    case "zsh":
      return [
        readFileSync(new URL("./init/zsh.zsh", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.zsh", import.meta.url), "utf8"),
      ].join("");
    case "bash":
      return [
        readFileSync(new URL("./init/bash.bash", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.bash", import.meta.url), "utf8"),
      ].join("");
    case "fish":
      return [
        readFileSync(new URL("./init/fish.fish", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.fish", import.meta.url), "utf8"),
      ].join("");
  }
}
