/** Commands that give text to a shell or an interpreter, so that more runs than the line shows. */
import { anyOf } from "../../../core/base/lazy-pattern.ts";
import {
  argText,
  hasOption,
  isShell,
  operands,
  type ParsedCommand,
  runsOneOf,
} from "../../../core/command/parsed-command.ts";
import { proofOf } from "../proven-harmless.ts";
import { isSeen, type RiskRow, type Signs } from "./rule.ts";
import { startsShell } from "./starts-shell.ts";

const INTERPRETERS = new RegExp(
  String.raw`^${anyOf`python, pypy, node, nodejs, deno, bun, perl, ruby, irb, php, lua, luajit, tclsh, wish, expect
    Rscript, R, julia, osascript, groovy, scala, jshell, jrunscript, jjs, ghc, ghci, runghc, ocaml
    elixir, erl, iex, guile, racket, sbcl, clisp, octave, matlab, swift, pwsh, powershell, tsx, ts-node`}[\d.]*$`,
);
const INLINE = /^-{1,2}(?:[A-Za-z]*[ceErpP]|eval|print|exec|command|code|ex|e|run-code)(?:=|$)|^-[eEr].+/;
const REACHES_OUT = new RegExp(
  String.raw`\b${anyOf`os, subprocess, pty, popen, system, exec\w*, spawn\w*, child_process, socket, shutil, rmtree, unlink
    rm, remove, rmdir, eval, require, __import__, import, Process, Runtime, fetch, http, https, urllib
    requests, net, fs, open, write\w*, File, IO, fork, dl, ctypes, backtick, qx, shell_exec, passthru
    proc_open, cmd, Command`}\b|\x60|\\x[0-9a-f]{2}|\bchr\(`,
  "i",
);

/** Their verbs that run a file of the project. */
const RUNNING: readonly RiskRow[] = [
  { of: "deno", verbs: "run,task,serve" },
  { of: "go", verbs: "run,generate" },
  { of: "cargo", verbs: "run,r,xtask" },
  { of: "swift mix", verbs: "run" },
  { of: "rails", verbs: "runner,console,server,s,c" },
  { of: "source . java javaw mono wine dotnet", says: /\S/ },
];

export const SHELL_SIGNS: Signs = {
  "pipes-to-shell": [runsUnseen],
  evaluates: [({ name }) => name.form === "expanded" || name.form === "glob"],
  "disguised-name": [
    ({ name }) =>
      name.value !== "" &&
      name.form !== "expanded" &&
      name.written !== name.value &&
      name.written !== `\\${name.value}` &&
      !(/^(["'])[^"'\\]*\1$/.test(name.written) && name.written.slice(1, -1) === name.value),
  ],
  "starts-a-shell": [startsShell],
  "inline-code-reaches-out": [(command) => isInline(command) && REACHES_OUT.test(argText(command))],
  "inline-code": [isInline],
  "runs-script": [
    (command, place) =>
      (RUNNING.some((row) => isSeen(row, command, place)) || runsFile(command)) && proofOf(command, place) !== "checks",
  ],
  "opens-shell": [
    {
      of: "vim vi nvim view vimdiff rvim ex ed nano pico emacs emacsclient micro hx helix code less more most pg tmux screen byobu zellij ipython bpython top htop btop mc ranger nnn lf fzf info man irb pry gdb lldb psql mysql mongosh sqlite3 redis-cli",
      says: /^(?!(?:--version|-V|-v)$)/,
    },
    (command) =>
      isReader(command) &&
      operands(command).length === 0 &&
      !isInline(command) &&
      !hasOption(command, "--version --test") &&
      !/^-[vV]$/.test(argText(command)),
  ],
  "defines-commands": [
    {
      of: "alias unalias hash enable trap shopt set setopt unsetopt bind bindkey complete compgen autoload abbr builtin_ unset read mapfile readarray getopts let ((",
    },
  ],
};

function isReader(command: ParsedCommand): boolean {
  return isShell(command) || INTERPRETERS.test(command.program);
}

function runsUnseen(command: ParsedCommand): boolean {
  const reads = isReader(command);
  const isFed =
    command.fedBy.length > 0 ||
    command.redirects.some(({ operator, target }) => operator.startsWith("<") && !/^\d+$/.test(target.value));
  const takesLine = command.args.some(({ value }) => /^-[a-z]*c$/.test(value)) && isShell(command);
  const takesFile = operands(command).some(({ value, form }) => value !== "-" && form !== "expanded");
  if (reads && isFed && !takesLine && !takesFile) return true;
  if (reads && command.wrappers.includes("xargs")) return true;
  if ((reads || runsOneOf(command, "source . eval")) && command.args.some(({ written }) => /<\(|\$\(|`/.test(written)))
    return true;
  if (runsOneOf(command, "parallel at batch crontab") && command.fedBy.length > 0) return true;
  return runsOneOf(command, "source .") && command.args.some(({ value }) => /^\/dev\/(?:stdin|fd|tcp)/.test(value));
}

function isInline(command: ParsedCommand): boolean {
  if (!INTERPRETERS.test(command.program)) return false;
  return command.input !== undefined || command.args.some(({ value }) => INLINE.test(value));
}

/** A script by its path, or a file that an interpreter is given. */
function runsFile(command: ParsedCommand): boolean {
  if (runsOneOf(command, "deno swift")) return false;
  if (isReader(command)) {
    const isOther = command.args.some(({ value }) => /^-[a-z]*c$|^--test$|^-m$/.test(value));
    return operands(command).length > 0 && !isInline(command) && !isOther;
  }
  const { value } = command.name;
  return (
    value.includes("/") && !/^\/(?:usr\/(?:local\/)?)?s?bin\/|(?:^|\/)(?:node_modules\/\.bin|vendor\/bin)\//.test(value)
  );
}
