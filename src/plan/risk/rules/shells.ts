/** Commands that give text to a shell or an interpreter, so that more runs than the line shows. */
import {
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  isShell,
  operands,
  type ParsedCommand,
} from "../../../core/command/parsed-command.ts";
import { proofOf } from "../proven-harmless.ts";
import type { Rule } from "./rule.ts";
import { startsShell } from "./starts-shell.ts";

const INTERPRETERS =
  /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|irb|php|lua|luajit|tclsh|wish|expect|Rscript|R|julia|osascript|groovy|scala|jshell|jrunscript|jjs|ghc|ghci|runghc|ocaml|elixir|erl|iex|guile|racket|sbcl|clisp|octave|matlab|swift|pwsh|powershell|tsx|ts-node)[\d.]*$/;
const INLINE = /^-{1,2}(?:[A-Za-z]*[ceErpP]|eval|print|exec|command|code|ex|e|run-code)(?:=|$)|^-[eEr].+/;
const REACHES_OUT =
  /\b(?:os|subprocess|pty|popen|system|exec\w*|spawn\w*|child_process|socket|shutil|rmtree|unlink|rm|remove|rmdir|eval|require|__import__|import|Process|Runtime|fetch|http|https|urllib|requests|net|fs|open|write\w*|File|IO|fork|dl|ctypes|backtick|qx|shell_exec|passthru|proc_open|cmd|Command)\b|`|\\x[0-9a-f]{2}|\bchr\(/i;

export const SHELL_RULES: readonly Rule[] = [
  {
    name: "pipes-to-shell",
    risk: "high",
    touches: ["files", "network"],
    says: "Runs text that another command prints or a server sends, unseen.",
    when: runsUnseen,
  },
  {
    name: "evaluates",
    risk: "high",
    touches: ["files"],
    says: "Runs text that is only put together at run time.",
    whenLine: ({ commands, doubts }) =>
      doubts.has("built-at-run-time") || commands.some(({ name }) => name.form === "expanded" || name.form === "glob"),
  },
  {
    name: "disguised-name",
    risk: "high",
    touches: [],
    says: "Writes the name of a program so that it looks like something else.",
    when: ({ name }) =>
      name.value !== "" &&
      name.form !== "expanded" &&
      name.written !== name.value &&
      name.written !== `\\${name.value}` &&
      !(/^(["'])[^"'\\]*\1$/.test(name.written) && name.written.slice(1, -1) === name.value),
  },
  {
    name: "starts-a-shell",
    risk: "high",
    touches: ["files"],
    says: "Makes a program start a shell or another program.",
    when: startsShell,
  },
  {
    name: "inline-code-reaches-out",
    risk: "high",
    touches: ["files"],
    says: "Runs inline code that reaches files, programs or the network.",
    when: (command) => isInline(command) && REACHES_OUT.test(argText(command)),
  },
  {
    name: "inline-code",
    risk: "medium",
    touches: ["files"],
    says: "Runs inline code.",
    when: isInline,
  },
  {
    name: "runs-script",
    risk: "medium",
    touches: ["files"],
    says: "Runs a file whose contents are not checked here.",
    when: (command, place) => runsFile(command) && proofOf(command, place) !== "checks",
  },
  {
    name: "opens-shell",
    risk: "medium",
    touches: ["processes"],
    says: "Opens a shell, an editor or a pager, in which anything can be run.",
    when: (command) =>
      !/^(?:--version|-V|-v)$/.test(argText(command)) &&
      (isOneOf(
        command,
        "vim vi nvim view vimdiff rvim ex ed nano pico emacs emacsclient micro hx helix code less more most pg tmux screen byobu zellij ipython bpython top htop btop mc ranger nnn lf fzf info man irb pry gdb lldb psql mysql mongosh sqlite3 redis-cli",
      ) ||
        ((isShell(command) || INTERPRETERS.test(command.program)) &&
          operands(command).length === 0 &&
          !isInline(command) &&
          !hasOption(command, "--version --test"))),
  },
  {
    name: "defines-commands",
    risk: "medium",
    touches: [],
    says: "Redefines commands, so a later word may not do what it says.",
    whenLine: ({ commands, doubts }) =>
      doubts.has("defines") ||
      commands.some((command) =>
        isOneOf(
          command,
          "alias unalias hash enable trap shopt set setopt unsetopt bind bindkey complete compgen autoload abbr builtin_ unset read mapfile readarray getopts let ((",
        ),
      ),
  },
];

function runsUnseen(command: ParsedCommand): boolean {
  const isReader = isShell(command) || INTERPRETERS.test(command.program);
  const isFed =
    command.fedBy.length > 0 ||
    command.redirects.some(({ operator, target }) => operator.startsWith("<") && !/^\d+$/.test(target.value));
  const takesLine = command.args.some(({ value }) => /^-[a-z]*c$/.test(value)) && isShell(command);
  const takesFile = operands(command).some(({ value, form }) => value !== "-" && form !== "expanded");
  if (isReader && isFed && !takesLine && !takesFile) return true;
  if (isReader && command.wrappers.includes("xargs")) return true;
  if ((isReader || isOneOf(command, "source . eval")) && command.args.some(({ written }) => /<\(|\$\(|`/.test(written)))
    return true;
  if (isOneOf(command, "parallel at batch crontab") && command.fedBy.length > 0) return true;
  return isOneOf(command, "source .") && command.args.some(({ value }) => /^\/dev\/(?:stdin|fd|tcp)/.test(value));
}

function isInline(command: ParsedCommand): boolean {
  if (!INTERPRETERS.test(command.program)) return false;
  return command.input !== undefined || command.args.some(({ value }) => INLINE.test(value));
}

const RUN_VERBS: Readonly<Record<string, string>> = {
  deno: "run,task,serve",
  bun: "run",
  go: "run,generate",
  cargo: "run,r,xtask",
  dotnet: "run",
  swift: "run",
  mix: "run",
  npm: "start,run,run-script,restart,stop,test,t",
  pnpm: "start,run,test",
  yarn: "start,run,test",
  rails: "runner,console,server,s,c",
  uv: "run",
};

function runsFile(command: ParsedCommand): boolean {
  if (isOneOf(command, "source .")) return command.args.length > 0;
  if (
    isOneOf(command, "java javaw mono wine dotnet") &&
    (hasOption(command, "-jar -cp") || operands(command).length > 0)
  )
    return true;
  const verbs = Object.hasOwn(RUN_VERBS, command.program) ? RUN_VERBS[command.program] : undefined;
  if (verbs !== undefined && /^(?:deno|go|cargo|dotnet|swift|mix|rails)$/.test(command.program))
    return hasVerb(command, verbs);
  const isReader = isShell(command) || INTERPRETERS.test(command.program);
  if (isReader)
    return (
      operands(command).length > 0 &&
      !isInline(command) &&
      !command.args.some(({ value }) => /^-[a-z]*c$|^--test$|^-m$/.test(value))
    );
  return (
    command.name.value.includes("/") &&
    !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(command.name.value) &&
    !/(?:^|\/)(?:node_modules\/\.bin|vendor\/bin)\//.test(command.name.value)
  );
}
