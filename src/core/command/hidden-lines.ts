/** The lines that a command runs and that the table of wrappers does not show: what a shell is fed, and what git is told to run. */
import { trimEndOf } from "../text/wording.ts";
import { commandsAfter } from "./inner-commands.ts";
import type { ParsedCommand } from "./parsed-command.ts";
import { isShell, operands } from "./parsed-command.ts";
import { isListed } from "./tables/program.ts";

/** `beside`: the commands of the same line. */
export function hiddenLines(command: ParsedCommand, beside: readonly ParsedCommand[]): readonly string[] {
  return [...fedLines(command, beside), ...toldLines(command), ...settingLines(command)];
}

/** `echo 'git push' | sh`, `find x | xargs rm`. */
function fedLines(command: ParsedCommand, beside: readonly ParsedCommand[]): readonly string[] {
  const isXargs = command.program === "xargs";
  if (!isShell(command) && !isXargs && command.program !== "at") return [];
  const text = command.input ?? pipedTo(command, beside);
  if (text === undefined || text.trim() === "") return [];
  if (!isXargs) return isShell(command) && command.input !== undefined ? [] : [text];
  const inner = xargsLine(command);
  // `-I{}` puts it in its place.
  return [inner.includes("{}") ? inner.replaceAll("{}", text) : `${inner} ${oneLineOf(text)}`];
}

function oneLineOf(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

function pipedTo({ within }: ParsedCommand, beside: readonly ParsedCommand[]): string | undefined {
  const place = within.findLast((one) => one.kind === "pipeline");
  if (place?.kind !== "pipeline" || place.member === 0) return undefined;
  const before = beside.filter((one) =>
    one.within.some(
      (own) => own.kind === "pipeline" && own.pipeline === place.pipeline && own.member === place.member - 1,
    ),
  );
  const [first] = before;
  return first === undefined ? undefined : printed(first);
}

/** What a command prints, if its words say so. */
function printed(command: ParsedCommand): string | undefined {
  const { program, args, input } = command;
  const words = args.map(({ value }) => value);
  if (program === "cat") return input;
  if (program === "echo") return words.filter((word, at) => at > 0 || !/^-[neE]+$/.test(word)).join(" ");
  if (program === "printf") {
    const [format = "", ...rest] = words;
    return (rest.length > 0 ? rest.join("\n") : format).replaceAll("\\n", "\n");
  }
  if (program === "ls")
    return operands(command)
      .map(({ written }) => written)
      .join(" ");
  // Names below its starting points.
  return program === "find" ? rootsOf(command).join(" ") : undefined;
}

/** The folders that `find` starts at. */
export function rootsOf({ args }: ParsedCommand): readonly string[] {
  const end = args.findIndex(({ value }) => /^[-(!]/.test(value));
  const roots = args.slice(0, end < 0 ? undefined : end).map(({ written }) => written);
  return roots.length === 0 ? ["."] : roots;
}

const XARGS_VALUES = "-n -P -L -d -s -E -a -I --max-args --max-procs --arg-file";

function xargsLine({ args }: ParsedCommand): string {
  let at = 0;
  while (args[at] !== undefined && args[at]!.value.startsWith("-"))
    at += isListed(XARGS_VALUES, args[at]!.value) ? 2 : 1;
  return args
    .slice(at)
    .map(({ written }) => written)
    .join(" ");
}

/** Programs that are told a line in a way of their own. */
function toldLines(command: ParsedCommand): readonly string[] {
  const { program, args } = command;
  const words = args.map(({ value }) => value);
  const after = (name: RegExp): string[] => words.flatMap((word, at) => (name.test(word) ? (words[at + 1] ?? []) : []));
  const inside = (name: RegExp): string[] => words.flatMap((word) => name.exec(word)?.[1] ?? []);
  if (program === "git") return gitLines(command, words, { after, inside });
  if (program === "find" && words.includes("-delete")) return [`rm -r -f ${rootsOf(command).join(" ")}`];
  if (program === "find") return foundLines(command);
  if (program === "script") return [...after(/^-\w*c$/), ...scriptLine(words)];
  if (/^(?:npx|npm)$/.test(program)) return after(/^(?:-c|--call)$/);
  if (program === "nix-shell") return after(/^--(?:run|command)$/);
  if (program === "nix") return wordsAfter(words, /^(?:-c|--command)$/);
  if (program === "gdb") return wordsAfter(words, /^--args$/);
  if (program === "cargo") return after(/^-[xs]$/).map((line) => line.replace(/^!/, ""));
  if (program === "tmux") return words.slice(1).filter((word) => word.includes(" "));
  if (program === "screen") return [words.slice(words.findIndex((word) => !word.startsWith("-"))).join(" ")];
  if (program === "parallel") return wordsAfter(words, /^:::$/).flatMap(() => words.slice(words.indexOf(":::") + 1));
  return /^(?:busybox|corepack|toybox)$/.test(program) ? [args.map(({ written }) => written).join(" ")] : [];
}

type Finding = { readonly after: (name: RegExp) => string[]; readonly inside: (name: RegExp) => string[] };

function gitLines(command: ParsedCommand, words: readonly string[], { after, inside }: Finding): readonly string[] {
  const [verb, ...rest] = operands(command).map(({ value }) => value);
  const told = inside(/^core\.(?:pager|editor|sshCommand|askPass|fsmonitor)=(.*)$/s);
  if (verb === "rebase") return [...told, ...after(/^(?:-x|--exec)$/), ...inside(/^--exec=(.*)$/s)];
  if (verb === "difftool" || verb === "mergetool") return [...told, ...after(/^(?:-x|--extcmd)$/)];
  if (verb === "filter-branch") return [...told, ...after(/^--[\w-]+-filter$/)];
  if (verb === "bisect" && rest[0] === "run") return [...told, quotedAfter(command, "run")];
  if (verb === "submodule" && rest[0] === "foreach") {
    const line = words.slice(words.indexOf("foreach") + 1).filter((word) => !/^--?(?:recursive|quiet|q)$/.test(word));
    return [...told, line.join(" ")];
  }
  return told;
}

/** `find x -exec rm {} +`: what it runs, on where it starts. */
function foundLines(command: ParsedCommand): readonly string[] {
  return commandsAfter(command.args, "-exec -execdir -ok -okdir").flatMap(({ from, to }) => {
    const words = command.args.slice(from, to).map(({ written }) => written);
    const line = words.join(" ");
    return line.includes("{}") ? [line.replaceAll("{}", rootsOf(command).join(" "))] : [];
  });
}

/** `script -q /dev/null git push`: the words after its own. */
function scriptLine(words: readonly string[]): readonly string[] {
  const file = words.findIndex((word) => !word.startsWith("-"));
  return file < 0 || words.some((word) => /^-\w*c$/.test(word)) ? [] : [words.slice(file + 1).join(" ")];
}

function wordsAfter(words: readonly string[], name: RegExp): readonly string[] {
  const at = words.findIndex((word) => name.test(word));
  return at < 0 ? [] : [words.slice(at + 1).join(" ")];
}

function quotedAfter({ args }: ParsedCommand, word: string): string {
  const at = args.findIndex(({ value }) => value === word);
  return args
    .slice(at + 1)
    .map(({ written }) => written)
    .join(" ");
}

const RUN_BY_OTHERS =
  /^(?:GIT_\w*(?:COMMAND|EDITOR|PAGER|ASKPASS|DIFF)|GIT_SSH|PAGER|EDITOR|VISUAL|BROWSER|PROMPT_COMMAND)$/;

const settingLines = ({ assigns }: ParsedCommand): readonly string[] =>
  assigns.flatMap(({ name, value }) => (RUN_BY_OTHERS.test(name) && value !== "" ? [value] : []));

/** Programs whose words are code of another language, with the option that it stands after. */
const CODE: Readonly<Record<string, RegExp>> = {
  python: /^-c$/,
  node: /^(?:-e|-p|--eval|--print)$/,
  bun: /^-e$/,
  deno: /^eval$/,
  perl: /^-\w*[eE]$/,
  ruby: /^-\w*e$/,
  php: /^-r$/,
  lua: /^-e$/,
  expect: /^-c$/,
  osascript: /^-e$/,
  vim: /^-c$/,
  vi: /^-c$/,
  nvim: /^-c$/,
  ex: /^-\w*c$/,
  emacs: /^--eval$/,
  awk: /^(?!-)/,
  gawk: /^(?!-)/,
  sed: /^(?!-)/,
  make: /^(?!-)/,
};

/** Code that it is given as words or as its input: nobody reads that here. */
export function codeIn({ program, args, input }: ParsedCommand): string | undefined {
  const form = CODE[trimEndOf(program, "0123456789.")];
  if (form === undefined) return undefined;
  const words = args.map(({ value }) => value);
  const isWord = form.source.startsWith("^(?!");
  const given = words.filter((word, at) => (isWord ? true : form.test(words[at - 1] ?? "") || /^\+/.test(word)));
  const text = [...given, ...(input === undefined ? [] : [input])].join("\n");
  return text === "" ? undefined : text;
}
