/** The files that a typed line writes, moves or deletes by name. What the project's own scripts write is their business. */
import { hasOption, isOneOf, operands, type ParsedCommand } from "../command/parsed-command.ts";
import { literal, resolvedPath, type Word } from "../command/syntax/word.ts";

export type WrittenPath = {
  /** Absolute; may be a glob. */
  readonly path: string;
  /** Everything below it is changed too: `rm -r`, `mv`. */
  readonly isWhole: boolean;
};

export function writtenPaths(commands: readonly ParsedCommand[], home: string | undefined): WrittenPath[] {
  return commands.flatMap((command) =>
    [...redirected(command), ...changedBy(command)].flatMap(({ word, isWhole }) => {
      const path = resolvedPath(word, { cwd: command.cwd, home });
      return path === undefined || /^\/dev\/(?:null|std\w+|tty|fd\/\d+)$/.test(path) ? [] : [{ path, isWhole }];
    }),
  );
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
  if (isOneOf(command, "rm rmdir unlink shred")) return each(words, true);
  if (isOneOf(command, "mv")) return each(words, true);
  if (isOneOf(command, "tee touch truncate mkdir")) return each(words);
  if (isOneOf(command, "cp install ln rsync")) return each(intoOf(command, words));
  if (isOneOf(command, "sed gsed perl") && isInPlace(command)) return each(words);
  if (isOneOf(command, "dd")) return each(command.args.flatMap(({ value }) => textAfter(value, "of=")));
  if (isOneOf(command, "curl wget sort")) return each(outputOf(command));
  if (isOneOf(command, "git")) return each(byGit(words), true);
  if (isOneOf(command, "apply_patch")) return each(patchedFiles(patchText(command)).map(literal));
  const isFormatting = isOneOf(command, FORMATTERS) && hasOption(command, "--write --fix -w -i --in-place");
  return isFormatting || isOneOf(command, "black rustfmt isort") ? each(words) : [];
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

function byGit([verb, ...rest]: readonly Word[]): readonly Word[] {
  return /^(?:rm|mv|restore)$/.test(verb?.value ?? "") ? rest : [];
}

const patchText = ({ args, input }: ParsedCommand): string => input ?? args.map(({ value }) => value).join("\n");

/** The files of a patch in the form that agents write: `*** Update File: src/a.ts`. */
export function patchedFiles(patch: string): string[] {
  return [...patch.matchAll(/^[ \t]*\*{3} (?:(?:Add|Update|Delete) File|Move to): ([^\n]{1,4096})$/gm)].map(
    ([, path]) => path!,
  );
}
