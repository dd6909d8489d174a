/** Finds the command inside a command: after `sudo`, in `sh -c '…'`, after `find -exec`, on another machine. */
import { programOf } from "../../core/command/programs.ts";
import { ownValue, pastOptions } from "../../core/command/unwrap.ts";
import { type Arg, baseName } from "./act.ts";

type Inside =
  | { readonly is: "words"; readonly words: readonly Arg[] }
  | { readonly is: "line"; readonly line: string; readonly isCertain: boolean };

/** What is filled in when it runs: names that `find` found, words that `xargs` read. */
const FILLED: Arg = { value: "{}", written: "{}", look: "open" };

export function insideOf(words: readonly Arg[]): readonly Inside[] {
  const program = baseName(words[0]?.value ?? "");
  const rest = words.slice(1);
  if (program === "find" || program === "fd" || program === "fdfind") return foundBy(rest);
  if (program === "eval") return lineFrom(rest);
  if (program === "trap") return lineFrom(rest.slice(0, 1));
  if (program === "alias") return rest.flatMap((word) => lineFrom([afterEquals(word)]));
  if (program === "ssh") return lineFrom(afterHost(rest));
  if (program === "env") return fromEnv(rest);
  if (program === "concurrently")
    return rest.filter(({ look }) => look === "quoted").flatMap((word) => lineFrom([word]));
  return fromTable(words);
}

function fromTable(words: readonly Arg[]): readonly Inside[] {
  const program = programOf(words[0]?.value ?? "");
  const known = words.map((word) => ({ ...word, look: word.look === "glob" ? ("open" as const) : word.look }));
  if (program.takesLine === "after-c") {
    const flag = words.findIndex(({ value }, at) => at > 0 && /^(?:-[a-zA-Z]*c[a-zA-Z]*|--command)$/.test(value));
    if (flag > 0) return lineFrom(words.slice(flag + 1, flag + 2));
  }
  if (program.takesLine === "as-word") {
    const at = pastOptions(known, 1, program).at;
    const line = words.slice(at);
    if (line.length === 1) return lineFrom(line);
    if (program.runs === undefined) return line.flatMap((word) => lineFrom([word]));
  }
  const at = commandAt(known, words[0]?.value ?? "");
  if (at === 0 || at >= words.length) return [];
  const inner = words.slice(words[at]?.value === "--" ? at + 1 : at);
  const isFed = /(?:^|\/)(?:xargs|parallel)$/.test(words[0]?.value ?? "");
  return inner.length === 0 ? [] : [{ is: "words", words: isFed ? [...inner, FILLED] : inner }];
}

type Known = readonly {
  readonly value: string;
  readonly written: string;
  readonly look: "plain" | "quoted" | "open";
}[];

function commandAt(words: Known, name: string): number {
  const program = programOf(name);
  if (program.runs !== undefined) return pastOwn(words, 1, { name, own: program.runs });
  if (program.runsAfter === undefined) return 0;
  const verb = pastOptions(words, 1, program);
  const own = ownValue(program.runsAfter, words[verb.at]?.value);
  return verb.isOver || own === undefined ? 0 : pastOwn(words, verb.at + 1, { name, own });
}

function pastOwn(words: Known, from: number, { name, own }: { name: string; own: number | "version" }): number {
  const { at, stopped } = pastOptions(words, from, programOf(name));
  return stopped === "ends" ? 0 : at + (own === "version" ? 1 : own);
}

function foundBy(args: readonly Arg[]): readonly Inside[] {
  const found: Inside[] = [];
  args.forEach(({ value }, at) => {
    if (!/^(?:-(?:exec|execdir|ok|okdir|x|X)|--exec|--exec-batch)$/.test(value)) return;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word) => word.value === ";" || word.value === "+");
    const words = end < 0 ? rest : rest.slice(0, end);
    if (words.length > 0) found.push({ is: "words", words: [...words, FILLED] });
  });
  return found;
}

/** `env` sets variables and may split one word into many. */
function fromEnv(args: readonly Arg[]): readonly Inside[] {
  const split = args.findIndex(({ value }) => /^(?:-[a-zA-Z0]*S|--split-string)/.test(value));
  if (split >= 0) return lineFrom([...args.slice(split).map((word) => afterSplit(word))]);
  const env = { value: "env", written: "env", look: "plain" as const };
  const at = pastOptions([env, ...args.map((arg) => ({ ...arg, look: "plain" as const }))], 1, programOf("env")).at - 1;
  return at >= 0 && at < args.length ? [{ is: "words", words: args.slice(at) }] : [];
}

function afterSplit(word: Arg): Arg {
  return { ...word, value: word.value.replace(/^(?:-[a-zA-Z0]*S|--split-string=?)/, "") };
}

function afterEquals(word: Arg): Arg {
  return { ...word, value: word.value.slice(word.value.indexOf("=") + 1) };
}

function afterHost(args: readonly Arg[]): readonly Arg[] {
  const ssh = { value: "ssh", written: "ssh", look: "plain" as const };
  const known = [ssh, ...args.map((arg) => ({ ...arg, look: "plain" as const }))];
  return args.slice(pastOptions(known, 1, { values: SSH_VALUES }).at);
}

const SSH_VALUES = "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B";

/** The words as one line, as a shell would be handed them. */
function lineFrom(words: readonly Arg[]): readonly Inside[] {
  const line = words.map(({ value }) => value).join(" ");
  if (line.trim() === "") return [];
  return [{ is: "line", line, isCertain: words.every(({ look }) => look !== "open" && look !== "glob") }];
}
