/** Detects arguments that the command evaluates as code, where quoting gives no protection. */
import { unwrapped } from "../command/inner-commands.ts";
import { pastOptions } from "../command/options.ts";
import type { Word } from "../command/syntax/word.ts";
import { programOf } from "../command/tables/programs.ts";

type Filling = { readonly mark: string; readonly value: string };

/** Whether the word with the mark, or the value inserted there, reaches a shell or an interpreter as code. */
export function isReadAgain(words: readonly Word[], { mark, value }: Filling): boolean {
  const at = words.findIndex((word) => word.value.includes(mark));
  // The target of a redirection is a file name.
  if (at < 0) return false;
  const inner = unwrapped(words);
  const start = words.length - inner.words.length;
  const programs = words.slice(0, start + 1).map(baseName);
  const program = programs.at(-1) ?? "";
  if (program === "ssh") return at !== start + pastOptions(inner.words, 1, programOf("ssh")).at;
  if (inner.line !== undefined || programs.some((name) => READS_LINES.has(name)) || isInShell(words, at)) return true;
  if (EXPANDS.has(program) && value.includes("$")) return true;
  if (SCRIPTED.has(program)) return words[at]?.value !== mark;
  return isInline(words, at, program);
}

/** Programs that join their arguments to a line and evaluate it, or type it into a shell. */
const READS_LINES = new Set(
  [
    "eval let unset declare typeset local readonly trap su watch viddy parallel hyperfine entr nodemon concurrently",
    "tmux screen at batch expect osascript nix-shell ssh-agent script mosh",
  ]
    .join(" ")
    .split(" "),
);

/** Its variables may contain shell calls. */
const EXPANDS = new Set(["make", "gmake", "nmake", "ninja"]);

/** A slot inside their script would be part of the code; a separate word is a file or a script of the person. */
const SCRIPTED = new Set(["awk", "gawk", "mawk", "sed", "gsed"]);

const isShell = (program: string): boolean => program === "busybox" || programOf(program).isShell === true;
const LINE_OPTION = /^-[a-zA-Z]*c[a-zA-Z]*$/;

/** Also a shell inside a container or behind `find -exec`. */
function isInShell(words: readonly Word[], at: number): boolean {
  const shell = words.findIndex((word) => isShell(baseName(word)));
  return shell >= 0 && words.slice(shell + 1, at).some(({ value }) => LINE_OPTION.test(value));
}

const CODE_OPTION = /^-[a-zA-Z]*[ceErp]$|^--(?:eval|print|command)$/;

function isInline(words: readonly Word[], at: number, program: string): boolean {
  const before = words[at - 1]?.value ?? "";
  if (program === "test" || program === "[" || program === "printf") return before === "-v";
  if (programOf(program).takesScript !== true) return false;
  return CODE_OPTION.test(before) || /^-[a-zA-Z]/.test(words[at]?.value ?? "");
}

function baseName({ value }: Word): string {
  return value.slice(value.lastIndexOf("/") + 1);
}
