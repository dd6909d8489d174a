/** What the words of a rule name for certain: commands, options, variables, paths and pieces of code. */

import { isListed } from "../../core/command/tables/program.ts";
import { programOf, TABLE } from "../../core/command/tables/programs.ts";
import { choicesFor, isScriptManager, MANAGER_VERBS, PROGRAMS_FOR } from "../../core/command/tables/tools.ts";
import { readPattern } from "../../core/guard/pattern.ts";
import type { Token } from "./tokens.ts";

export type Mention = {
  readonly kind: "command" | "option" | "variable" | "path" | "code" | "text";
  readonly text: string;
  /** How many tokens it takes. */
  readonly length: number;
  readonly isQuoted: boolean;
};

/** What this person runs and this project has: names that no table knows. */
export type KnownNames = {
  readonly isProgram: (name: string) => boolean;
  readonly isPath: (path: string) => boolean;
};

const TOOLS = [
  ...Object.values(PROGRAMS_FOR).flatMap((list) => list.split(" ")),
  ...choicesFor("package-manager"),
  ...choicesFor("python-package-manager"),
  ..."ripgrep node deno npx pnpx bunx rg grep fd podman docker-compose tofu rm chmod curl wget psql sudo sed awk python python3 pip3 prek pre-commit".split(
    " ",
  ),
];

/** Programs that are also words: they count only in backticks, or right after "run". */
const WORDS =
  "make go find time watch test install task just act at which service next port snap script cut join split sort more less head tail cat touch link like type set stack mill tilt rush moon foreman console prefect atlas goose migrate hub gt inv ant pants buck thor mix pod gem flow file kind flux vault consul nomad fly air run look most command builtin yes black fmt check biome clippy ava op env code mount and or not begin end";

export function mentionAt(tokens: readonly Token[], at: number, known: KnownNames): Mention | undefined {
  const token = tokens[at];
  if (token === undefined || token.kind === "mark") return undefined;
  const named = token.kind === "word" ? inPlainWords(tokens, at, known) : undefined;
  if (named !== undefined || token.kind === "word") return named;
  // `bun test <file>`: what stands for something else is not part of the command.
  const text = token.kind === "code" ? token.text.replace(/\s+<[^<>]*>/g, "") : token.text;
  const kind = quotedKind({ ...token, text }, tokens[at + 1], known);
  return kind === undefined ? undefined : { kind, text: CALLED[token.lower] ?? text, length: 1, isQuoted: true };
}

/** Programs that go by another name. */
const CALLED: Readonly<Record<string, string>> = { ripgrep: "rg", golang: "go", "github cli": "gh" };

const OPTION = /^--?[A-Za-z][\w-]*(?:=\S*)?$/;
const VARIABLE = /^[A-Z][A-Z\d_]+=\S+$/;

/** Of the shell, but as one word in backticks more often of a programming language. */
const BUILTINS =
  "exec eval test type set let local export source alias command return break continue read time true false";

/** Quoted text that is not in backticks is a command only as a whole line, otherwise it is text. */
function quotedKind({ kind, text }: Token, next: Token | undefined, known: KnownNames): Mention["kind"] | undefined {
  if (OPTION.test(text)) return "option";
  if (VARIABLE.test(text)) return "variable";
  const [program = "", ...rest] = text.split(/\s+/);
  if (kind === "code" && isListed(BUILTINS, text)) return "code";
  const isOfPrograms = next !== undefined && /^(?:commands?|clis?|tools?|binary|scripts?)$/.test(next.lower);
  if (/^(?:\.{0,2}\/)?[\w./-]+\.(?:sh|cmd|bat)$/.test(program) && readPattern(text) !== undefined) return "command";
  if (/^\.{1,2}\/[\w./-]+$/.test(program) && rest.length > 0 && readPattern(text) !== undefined) return "command";
  const isLine =
    kind === "quote" && rest.length === 0
      ? false
      : (isProgramName(program, known) || isOfPrograms) && /^[\w@./-]+$/.test(program);
  if (isLine && readPattern(text) !== undefined && !/^\w+\(/.test(text)) return "command";
  if (kind === "quote") return "text";
  if ((looksLikePath(text, known) || /^\.?[\w-]+\.(?:[\w-]+\.)*\*$/.test(text)) && rest.length === 0) return "path";
  return "code";
}

function isProgramName(name: string, known: KnownNames): boolean {
  return TABLE.has(name) || TOOLS.includes(name) || known.isProgram(name);
}

/** Of a name without a slash, the ending decides: `types.ts`, `.env`. */
export function looksLikePath(text: string, known: KnownNames): boolean {
  if (!/^[\w.@~*[{][\w./@~*{},[\]-]*$/.test(text) || /^@[\w-]+\/[\w.-]+$/.test(text)) return known.isPath(text);
  if (known.isPath(text) || /^\.{1,2}\//.test(text) || text.endsWith("/") || /\/\*|\*\*|\*\.\w/.test(text)) return true;
  if (/^\.[a-z][\w.-]+$/.test(text)) return true;
  return (
    isFileName(text.slice(text.lastIndexOf("/") + 1)) || (text.includes("/") && /^[\w.-]+(?:\/[\w.-]+)+$/.test(text))
  );
}

const FILE_TYPES =
  "ts tsx js jsx mjs cjs mts cts json jsonc yml yaml toml md mdx mdc txt py pyi rb go rs java kt swift c h cc cpp hpp cs fs php css scss less html vue svelte sql sh lock xml gradle proto tf env ini cfg conf lua ex exs dart rst csv snap svg png gyp podspec csproj props";

const isFileName = (name: string): boolean => {
  const dot = name.lastIndexOf(".");
  return dot > 0 && isListed(FILE_TYPES, name.slice(dot + 1).toLowerCase()) && !/^[A-Z][a-z]+\.js$/.test(name);
};

const BARE_PATH = /^[\w.@~*-][\w./@~*-]*$/;
/** Two names with a dot, a call, a name in snake case or in camel case that starts small, a decorator. */
const IDENTIFIER =
  /^(?:[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+|\w+\(\)|[a-z][a-z\d]*_\w+|[a-z]+[A-Z]\w*|@[A-Za-z]\w+|[A-Z][a-z]+-[A-Z][a-z]+-[Bb]y)$/;

function inPlainWords(tokens: readonly Token[], at: number, known: KnownNames): Mention | undefined {
  const { text } = tokens[at]!;
  const found = (kind: Mention["kind"], length = 1, as = text): Mention => ({
    kind,
    text: as,
    length,
    isQuoted: false,
  });
  const [previous, after] = [tokens[at - 1]?.lower ?? "", tokens[at + 1]?.lower ?? ""];
  const isGiven = /^(?:pass|passing|use|using|with|without|add|adding|flag)$/.test(previous);
  if (OPTION.test(text) && (/^--|^-\w$/.test(text) || isGiven)) return found("option");
  if (VARIABLE.test(text)) return found("variable");
  const line = plainCommand(tokens, at, known);
  if (line !== undefined) return found("command", line.split(" ").length, CALLED[line] ?? line);
  const isFolder = /^(?:in|under|inside|within)$/.test(previous) || /^(?:folder|directory|dir)$/.test(after);
  if (isFolder && /^[\w.-]+(?:\/[\w.-]+)+$/.test(text)) return found("path", 1, isPlainPath(text) ? text : `${text}/`);
  if (isFolder && known.isPath(`${text}/`)) return found("path", 1, `${text.replace(/\/$/, "")}/`);
  if (BARE_PATH.test(text) && (known.isPath(text) || isPlainPath(text))) return found("path");
  if (tokens[at + 1]?.text === "(" && /^[a-z]\w+$/.test(text)) return undefined;
  return IDENTIFIER.test(text) && !/\.(?:com|org|io|dev)$|^e\.g|^i\.e/i.test(text) ? found("code") : undefined;
}

/** A slash alone is also an "or": it needs a file, a folder's end or a start. */
function isPlainPath(text: string): boolean {
  if (text.endsWith("/") || /^\.{1,2}\/\w/.test(text) || text.includes("*")) return /\w/.test(text);
  return isFileName(text.slice(text.lastIndexOf("/") + 1)) || /^\.[a-z][\w.-]+$/.test(text);
}

const MOST_WORDS = 6;

/** Plain words that begin with a known program and go on as its subcommands and options. */
function plainCommand(tokens: readonly Token[], at: number, known: KnownNames): string | undefined {
  const { text: program } = tokens[at]!;
  const before = tokens[at - 1]?.lower ?? "";
  const next = tokens[at + 1];
  const isOfPrograms =
    !isListed(WORDS, program) &&
    hasProgramBeside(tokens, at, known) &&
    /^(?:commands?|cli)$/.test(endOfList(tokens, at)?.lower ?? "") &&
    /^[a-z][\w-]+$/.test(program);
  const isRun = /^(?:run|running|execute|invoke|call|calling)$/.test(before);
  const isGroup = SUBCOMMANDS[program] !== undefined && next?.kind === "word" && isSubcommand(program, next);
  const isName = isProgramName(program, known) && (isRun || isGroup || !isListed(WORDS, program));
  const isScript = isRun && /^(?:\.{0,2}\/)[\w./-]+$|^[\w.-]+\.(?:sh|py)$/.test(program);
  if (!isName && !isScript && !isOfPrograms) return undefined;
  if (
    isListed(WORDS, program) &&
    next?.kind === "word" &&
    !/^(?:without|with|before|after|in|on)$/.test(next.lower) &&
    !isSubcommand(program, next)
  )
    return undefined;
  const words = [program];
  const isFollowed = (place: number): boolean => {
    const follower = tokens[place];
    return follower?.kind === "word" && !FOLLOWS.test(follower.lower);
  };
  for (let place = at + 1; place < tokens.length && words.length < MOST_WORDS; place += 1) {
    const token = tokens[place]!;
    if (token.kind !== "word" || !(OPTION.test(token.text) || isSubcommand(program, token) || token.text === "."))
      break;
    words.push(token.text);
  }
  words.push(...startedBy(words, tokens.slice(at + words.length, at + words.length + 2), known));
  // "jest mocks" and "docker images" are not commands.
  return isFollowed(at + words.length) ? undefined : words.join(" ");
}

/** "uv run python", "bundle exec rspec": the words up to a program that those before it start. */
function startedBy(words: readonly string[], next: readonly Token[], known: KnownNames): readonly string[] {
  for (let count = 1; count <= next.length; count += 1) {
    const more = next.slice(0, count).map(({ text }) => text);
    if (next[count - 1]!.kind !== "word") return [];
    const isStarted = isProgramName(more.at(-1)!, known) && !isListed(WORDS, more.at(-1)!);
    if (isStarted && (readPattern([...words, ...more].join(" "))?.wrappers.length ?? 0) > 0) return more;
  }
  return [];
}

const FOLLOWS =
  /^(?:in|on|for|to|with|without|here|anymore|ever|at|as|from|unless|if|when|and|or|but|instead|not|never|over|rather|commands?|cli|before|after|so|because|via|by|is|are|must|should|only|than|then|yourself|globally|manually|again|any|needs?|requires?|through)$|ly$/;

/** An unknown name counts as a program only in a list with a known one. */
function hasProgramBeside(tokens: readonly Token[], at: number, known: KnownNames): boolean {
  return tokens
    .slice(Math.max(0, at - 5), at + 5)
    .some(({ text }) => isProgramName(text, known) && !isListed(WORDS, text));
}

/** "pytest, python, or airflow commands": the noun stands after the last one. */
function endOfList(tokens: readonly Token[], at: number): Token | undefined {
  let place = at + 1;
  while (
    tokens[place + 1] !== undefined &&
    (tokens[place]!.text === "," || /^(?:and|or)$/.test(tokens[place]!.lower)) &&
    place - at < 8
  )
    place += tokens[place]!.text === "," && /^(?:and|or)$/.test(tokens[place + 1]!.lower) ? 3 : 2;
  return tokens[place];
}

const SUBCOMMANDS: Readonly<Record<string, string>> = {
  git: "add am apply bisect branch checkout cherry-pick clean clone commit config fetch filter-branch gc init log merge mv pull push rebase reflog remote reset restore revert rm stash submodule switch tag update-ref worktree",
  docker: "build compose run push pull rm rmi system volume exec prune stop kill up down",
  terraform: "apply destroy plan init import state",
  kubectl: "apply delete get exec rollout scale drain edit patch",
  cargo: "build test run clippy fmt publish add install check update doc bench",
  go: "build test run get install generate vet fmt mod",
  pip: "install uninstall freeze",
  uv: "run sync add pip remove lock",
  gh: "pr issue release repo create merge close",
  rm: "",
};

/** The words that a table knows, or for other programs none: "docker without asking" is not a command. */
function isSubcommand(program: string, { lower, text }: Token): boolean {
  if (text !== lower) return false;
  if (isScriptManager(program))
    return isListed(`${MANAGER_VERBS} test run start build lint`, lower) || /^\w+:\w+$/.test(lower);
  const list = SUBCOMMANDS[program];
  if (list !== undefined) return isListed(list, lower);
  const { depth, depths } = programOf(program);
  return (depth ?? 0) > 0 && depths !== undefined && Object.hasOwn(depths, lower);
}
