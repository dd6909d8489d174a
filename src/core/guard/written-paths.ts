/** The files that a typed line writes, moves or deletes by name. What the project's own scripts write is their business. */

import { hasOption, hasVerb, operands, type ParsedCommand, runsOneOf } from "../command/parsed-command.ts";
import { literal, resolvedPath, type Word } from "../command/syntax/word.ts";
import { patchedFiles } from "./tool-act.ts";

export type WrittenPath = {
  /** Absolute; may be a glob. */
  readonly path: string;
  /** Everything below it is changed too: `rm -r`, `mv`. */
  readonly isWhole: boolean;
};

export function writtenPaths(commands: readonly ParsedCommand[], home: string | undefined): WrittenPath[] {
  const links = commands.flatMap((command) => linksOf(command, home));
  return commands.flatMap((command) =>
    writtenBy(command).flatMap(({ word, isWhole }) => {
      const path = resolvedPath(word, { cwd: command.cwd, home });
      if (path === undefined || /^\/dev\/(?:null|std\w+|tty|fd\/\d+)$/.test(path)) return [];
      const led = links.flatMap(({ link, to }) =>
        path.startsWith(`${link}/`) ? `${to}${path.slice(link.length)}` : [],
      );
      return [path, ...led].map((one) => ({ path: one, isWhole }));
    }),
  );
}

/** The links that the line itself makes: what is written through them lands elsewhere. */
function linksOf(command: ParsedCommand, home: string | undefined): { readonly link: string; readonly to: string }[] {
  if (!runsOneOf(command, "ln") || !hasOption(command, "-s --symbolic")) return [];
  const [target, name] = operands(command);
  const { cwd } = command;
  const to = target === undefined ? undefined : resolvedPath(target, { cwd, home });
  if (to === undefined) return [];
  const own = to.slice(to.lastIndexOf("/") + 1);
  const link = resolvedPath(name ?? literal(own), { cwd, home });
  // Given a folder, it makes the link in there.
  return link === undefined ? [] : [link, `${link}/${own}`].map((one) => ({ link: one, to }));
}

type Written = { readonly word: Word; readonly isWhole: boolean };

/** As far as the words of the command show. */
export function writtenBy(command: ParsedCommand): readonly Written[] {
  // `2>&1` and `>&-` open no file.
  const redirected = command.redirects
    .filter(({ operator, target }) => />/.test(operator) && !(operator === ">&" && /^(?:\d+|-)-?$/.test(target.value)))
    .map(({ target }) => ({ word: target, isWhole: false }));
  const rows = WRITERS.filter(({ programs, when }) => isOf(command, programs) && when?.(command) !== false);
  const named = rows.flatMap(({ words, options = "", folders = "", isWhole = false }) => [
    ...(words?.(operands(command), command) ?? []).map((word) => ({ word, isWhole })),
    ...valuesOf(command, options).map((word) => ({ word, isWhole: false })),
    ...valuesOf(command, folders).map((word) => ({ word, isWhole: true })),
  ]);
  return [...redirected, ...named];
}

function isOf(command: ParsedCommand, programs: Writer["programs"]): boolean {
  return typeof programs === "string" ? runsOneOf(command, programs) : programs.test(command.program);
}

type Writer = {
  readonly programs: string | RegExp;
  readonly when?: (command: ParsedCommand) => boolean;
  readonly words?: (operands: readonly Word[], command: ParsedCommand) => readonly Word[];
  /** Options whose values are written files, and folders that are filled. */
  readonly options?: string;
  readonly folders?: string;
  readonly isWhole?: true;
};

type Words = NonNullable<Writer["words"]>;
const all: Words = (words) => words;
const exceptFirst: Words = (words) => words.slice(1);
const MODE = /^(?:[0-7]{3,4}|[ugoa]*[+=-][\w,+=-]*)$/;
const isLocal = ({ value }: Word): boolean => !/^[\w.@-]+:/.test(value);

const WRITERS: readonly Writer[] = [
  { programs: "rm rmdir unlink shred rimraf patch ed ex", words: all, isWhole: true },
  { programs: "touch tee truncate mkdir mkdirp mkfifo mktemp mknod black rustfmt isort", words: all },
  { programs: "chmod", words: (words) => words.filter(({ value }, at) => at > 0 || !MODE.test(value)), isWhole: true },
  {
    programs: "chown chgrp setfacl",
    // The first is the owner or the rule, unless an option has it.
    words: (words, command) =>
      hasOption(command, "--reference -b -k -x") || words.length < 2 ? words : words.slice(1),
    isWhole: true,
  },
  { programs: "split", words: exceptFirst },
  // A moved file is deleted from its old path too.
  { programs: "mv", words: all, options: "-t --target-directory", isWhole: true },
  { programs: "cp install ln ditto", words: (words) => words.slice(-1), options: "-t --target-directory" },
  { programs: "rsync scp", words: (words) => words.slice(-1).filter(isLocal) },
  {
    programs: "sed gsed perl ruby",
    when: (command) => hasOption(command, "-i --in-place"),
    // The first is the script, unless an option has it.
    words: (words, command) => (hasOption(command, "-e --expression -f --file") ? words : words.slice(1)),
  },
  {
    programs: "prettier eslint biome ruff gofmt autopep8 clang-format",
    when: (command) => hasOption(command, "--write --fix -w -i --in-place"),
    words: all,
  },
  { programs: "dd", words: (_, { args }) => args.flatMap(({ value }) => textAfter(value, "of=")) },
  { programs: "tar bsdtar", folders: "-C --directory" },
  {
    programs: "tar bsdtar",
    when: ({ args }) => /^-?[a-z]*c/.test(args[0]?.value ?? ""),
    options: "-f --file -cf -czf -cvf -czvf -cjf czf cf cvf czvf",
  },
  { programs: "unzip 7z", folders: "-d -o" },
  { programs: "curl", options: "-o --output -D --dump-header -c --cookie-jar --trace", folders: "--output-dir" },
  { programs: "wget", options: "-O --output-document -o --output-file", folders: "-P --directory-prefix" },
  { programs: "sort uniq gcc cc clang g++ go pandoc ffmpeg", options: "-o --output" },
  { programs: "git", words: byGit, folders: "--directory", isWhole: true },
  { programs: "git", when: isGitChange, options: "-C --work-tree --git-dir" },
  { programs: "apply_patch", words: (_, command) => patchedFiles(patchText(command)).map(literal) },
  {
    programs: "npm pnpm yarn",
    words: (_, command) =>
      hasVerb(command, "config set,set,config delete")
        ? [literal("~/.npmrc")]
        : hasOption(command, "-g --global") && hasVerb(command, "install,i,add,update,uninstall,rm,remove,link,up")
          ? [SYSTEM_PATH]
          : [],
    options: "--prefix -C --dir",
  },
  {
    programs: /^pip[\d.]*$/,
    words: (_, command) => (hasOption(command, "--user --break-system-packages") ? [SYSTEM_PATH] : []),
    options: "-t --target --prefix --root",
  },
];

const SYSTEM_PATH = literal("/usr/local");

function byGit(words: readonly Word[], command: ParsedCommand): readonly Word[] {
  const [verb = "", second = ""] = words.map(({ value }) => value);
  if (verb === "config" && hasOption(command, "--global --system"))
    return hasOption(command, "--get --list -l --get-all --get-regexp") ? [] : [literal("~/.gitconfig")];
  if (verb === "clone" || (verb === "worktree" && /^(?:add|move)$/.test(second))) return words.slice(2, 3);
  if (/^(?:log|diff|show)$/.test(verb)) return valuesOf(command, "--output");
  if (/^(?:checkout|stash)$/.test(verb))
    return words.slice(1).filter(({ value }) => value.includes("/") || value === ".");
  return /^(?:clean|rm|mv|restore)$/.test(verb) ? words.slice(1) : [];
}

function isGitChange(command: ParsedCommand): boolean {
  return !/^(?:status|log|diff|show|branch|rev-parse|ls-files|blame|describe|config|clone|worktree)$/.test(
    operands(command)[0]?.value ?? "",
  );
}

const textAfter = (text: string, start: string): Word[] =>
  text.startsWith(start) ? [literal(text.slice(start.length))] : [];

/** The value of each option: the next word, or the rest of the same word. */
function valuesOf({ args }: ParsedCommand, options: string): readonly Word[] {
  const list = options.split(" ").filter((option) => option !== "");
  return args.flatMap((arg, at) => {
    if (list.includes(arg.value)) return args[at + 1] ?? [];
    return list.flatMap((option) => {
      if (option.startsWith("--")) return cut(arg, `${option}=`);
      return option.length === 2 && !arg.value.startsWith("--") ? cut(arg, option) : [];
    });
  });
}

function cut(arg: Word, start: string): readonly Word[] {
  return arg.value.startsWith(start) ? [{ ...arg, value: arg.value.slice(start.length) }] : [];
}

const patchText = ({ args, input }: ParsedCommand): string => input ?? args.map(({ value }) => value).join("\n");
