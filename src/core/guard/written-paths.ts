/** The files that a typed line writes, moves or deletes by name. What the project's own scripts write is their business. */

import { hasOption, operands, type ParsedCommand, runsOneOf } from "../command/parsed-command.ts";
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
    [...redirected(command), ...changedBy(command)].flatMap(({ word, isWhole }) => {
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

const WRITING = /^(?:\d*>>?|\d*>\||&>>?|<>|>&)$/;

function redirected({ redirects }: ParsedCommand): Written[] {
  return redirects
    .filter(({ operator, target }) => WRITING.test(operator) && !/^[\d-]+$/.test(target.value))
    .map(({ target }) => ({ word: target, isWhole: false }));
}

const FORMATTERS = "prettier eslint biome black ruff gofmt rustfmt isort autopep8 clang-format";

function changedBy(command: ParsedCommand): Written[] {
  const words = operands(command);
  const each = (list: readonly Word[], isWhole = false): Written[] => list.map((word) => ({ word, isWhole }));
  if (runsOneOf(command, "rm rmdir unlink shred")) return each(words, true);
  if (runsOneOf(command, "mv")) return each(words, true);
  if (runsOneOf(command, "tee touch truncate mkdir")) return each(words);
  if (runsOneOf(command, "cp install ln rsync")) return each(intoOf(command, words));
  if (runsOneOf(command, "sed gsed perl") && isInPlace(command)) return each(words);
  if (runsOneOf(command, "dd")) return each(command.args.flatMap(({ value }) => textAfter(value, "of=")));
  if (runsOneOf(command, "tar unzip wget git bsdtar")) {
    const into = intoFolder(command);
    if (into.length > 0) return each(into, true);
  }
  if (runsOneOf(command, "curl wget sort")) return each(outputOf(command));
  if (runsOneOf(command, "patch ed ex chmod chown chgrp setfacl")) return each(words, true);
  if (runsOneOf(command, "split")) return each(words.slice(1));
  if (runsOneOf(command, "git")) return each(byGit(words), true);
  if (runsOneOf(command, "apply_patch")) return each(patchedFiles(patchText(command)).map(literal));
  const isFormatting = runsOneOf(command, FORMATTERS) && hasOption(command, "--write --fix -w -i --in-place");
  return isFormatting || runsOneOf(command, "black rustfmt isort") ? each(words) : [];
}

function intoOf({ args }: ParsedCommand, words: readonly Word[]): readonly Word[] {
  const target = args.findIndex(({ value }) => value === "-t" || value === "--target-directory");
  const named = args[target + 1];
  return target >= 0 && named !== undefined ? [named] : words.slice(1).slice(-1);
}

const isInPlace = ({ args }: ParsedCommand): boolean =>
  args.some(({ value }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(value) && value !== "--include");

const textAfter = (text: string, start: string): Word[] =>
  text.startsWith(start) ? [literal(text.slice(start.length))] : [];

function outputOf({ args }: ParsedCommand): Word[] {
  return args.flatMap(({ value }, at) => {
    if (/^(?:-o|-O|--output|--output-document)$/.test(value)) return args[at + 1] ?? [];
    return [...textAfter(value, "--output="), ...textAfter(value, "--output-document=")];
  });
}

/** `tar x -C dir`, `unzip -d dir`, `wget -P dir`, `git apply --directory=dir`. */
function intoFolder(command: ParsedCommand): readonly Word[] {
  const isGit = runsOneOf(command, "git");
  const names = isGit ? /^--directory$/ : /^(?:-C|-d|-P|--directory|--directory-prefix)$/;
  return command.args.flatMap(({ value }, at) => {
    if (names.test(value)) return command.args[at + 1] ?? [];
    return [...textAfter(value, "--directory="), ...textAfter(value, "--directory-prefix=")];
  });
}

function byGit([verb, ...rest]: readonly Word[]): readonly Word[] {
  if (verb?.value === "clean") return rest;
  if (/^(?:checkout|stash)$/.test(verb?.value ?? ""))
    return rest.filter(({ value }) => value.includes("/") || value === ".");
  return /^(?:rm|mv|restore)$/.test(verb?.value ?? "") ? rest : [];
}

const patchText = ({ args, input }: ParsedCommand): string => input ?? args.map(({ value }) => value).join("\n");
