/** Finds which of the project's scripts a command runs, and where: `npm --prefix web test`, `make -C ops apply`, `just lint`. */
import { type ParsedCommand, runsOneOf } from "../parsed-command.ts";
import { resolvedPath, settingIn, type Word } from "../syntax/word.ts";
import { isListed, type Program } from "../tables/program.ts";
import { programOf } from "../tables/programs.ts";
import { MANAGER_VERBS } from "../tables/tools.ts";

export type Called = {
  readonly names: readonly string[];
  /** The program that has the script: `npm` for every package manager, else `make`, `just`, `composer`, `deno`, `task`. */
  readonly program: string;
  /** Arguments for the last command of the script. */
  readonly extra: readonly Word[];
  /** Where the script is looked up; undefined if that is only known at run time. */
  readonly cwd: string | undefined;
  /** The packages of the workspace that run it, by name, glob or directory; absent: the package of `cwd`. */
  readonly packages?: readonly string[] | "all";
  /** Variables that a Makefile or justfile gets: `make ENV=prod apply`. */
  readonly variables: Readonly<Record<string, string>>;
  /** False if an option or a value could make it run something else. */
  readonly isCertain: boolean;
  /** If there is no such script, it runs a program of that name: `yarn jest`. */
  readonly orProgram?: true;
};

type Home = { readonly home: string | undefined };

/** The programs that may run scripts of a project. */
export const SCRIPT_PROGRAMS =
  "npm pnpm yarn bun make gmake just task composer deno turbo lerna run-s run-p npm-run-all --run";

export function calledScripts(command: ParsedCommand, { home }: Home = { home: undefined }): Called | undefined {
  if (command.name.value !== command.program || command.name.form !== "literal") return undefined;
  if (runsOneOf(command, "npm pnpm yarn bun")) return fromPackage(command, home);
  if (runsOneOf(command, "node") && command.args[0]?.value === "--run")
    return called(command, "npm", [command.args[1]], { extra: command.args.slice(2) });
  if (runsOneOf(command, "make gmake")) return fromMake(command, home);
  if (runsOneOf(command, "just task")) return fromTasks(command, home);
  if (runsOneOf(command, "composer deno")) return fromVerb(command);
  if (runsOneOf(command, "turbo lerna")) return fromWorkspaceRunner(command);
  return runsOneOf(command, "run-s run-p npm-run-all") ? fromRunAll(command) : undefined;
}

type More = Partial<Omit<Called, "names" | "program">>;

const NAME = /^[\w:./@-]+$/;

function called(
  { cwd }: ParsedCommand,
  program: string,
  names: readonly (Word | undefined)[],
  more: More,
): Called | undefined {
  const isNamed = (word: Word | undefined): word is Word =>
    word !== undefined && word.form !== "expanded" && NAME.test(word.value) && !word.value.startsWith("-");
  if (names.length === 0 || !names.every(isNamed)) return undefined;
  return { program, names: names.map(({ value }) => value), extra: [], cwd, variables: {}, isCertain: true, ...more };
}

/** Options that change nothing about which script runs. */
const QUIET_FLAGS = /^(?:-s|--silent|--if-present|--quiet|-q|--color|--no-color|--foreground-scripts)$/;
const DIRECTORY = "--prefix -C --dir --cwd";
const PACKAGE: Readonly<Record<string, string>> = {
  npm: "-w --workspace",
  pnpm: "-F --filter --filter-prod",
  yarn: "",
  bun: "-F --filter",
};
const ALL_PACKAGES: Readonly<Record<string, string>> = {
  npm: "-ws --workspaces",
  pnpm: "-r --recursive",
  yarn: "",
  bun: "--workspaces",
};

type Own = {
  cwd: string | undefined;
  packages: string[] | "all" | undefined;
  isCertain: boolean;
  /** At the top of the workspace: `pnpm -w run x`. */
  isAtRoot: boolean;
};

/** Takes the manager's own options out of the words before `--`. */
function withoutOptions(command: ParsedCommand, args: readonly Word[], own: Own, home: string | undefined): Word[] {
  const { program } = command;
  const table = programOf(program);
  const end = args.findIndex(({ value }) => value === "--");
  const before = end < 0 ? args : args.slice(0, end);
  const words: Word[] = [];
  let at = 0;
  for (let word = before[at]; word !== undefined; word = before[at]) {
    at += 1;
    if (!/^-./.test(word.value)) {
      words.push(word);
      // After the script's name, only npm reads on.
      if (program !== "npm" && isScriptNamed(words)) break;
      continue;
    }
    const equals = word.value.indexOf("=");
    const option = equals > 0 ? word.value.slice(0, equals) : word.value;
    const takesValue = isListed(`${DIRECTORY} ${PACKAGE[program]} ${table.values ?? ""}`, option);
    const value = equals > 0 ? { ...word, value: word.value.slice(equals + 1) } : takesValue ? before[at++] : undefined;
    takeOption(program, { option, value, home }, own);
  }
  return [...words, ...args.slice(at)];
}

const isScriptNamed = ([verb, name]: readonly Word[]): boolean =>
  verb !== undefined && (name !== undefined || !/^(?:run|run-script|workspace|workspaces|foreach)$/.test(verb.value));

type Option = {
  readonly option: string;
  readonly value: Word | undefined;
  readonly home: string | undefined;
};

function takeOption(program: string, { option, value, home }: Option, own: Own): void {
  if (program === "pnpm" && /^(?:-w|--workspace-root)$/.test(option)) own.isAtRoot = true;
  else if (isListed(DIRECTORY, option) && value !== undefined) own.cwd = resolvedPath(value, { cwd: own.cwd, home });
  else if (isListed(PACKAGE[program], option) && value !== undefined) {
    if (own.packages !== "all") own.packages = [...(own.packages ?? []), value.value];
  } else if (isListed(ALL_PACKAGES[program], option)) own.packages = "all";
  else if (!QUIET_FLAGS.test(option)) own.isCertain = false;
}

function fromPackage(command: ParsedCommand, home: string | undefined): Called | undefined {
  const { program, args } = command;
  const own: Own = { cwd: command.cwd, packages: undefined, isCertain: true, isAtRoot: false };
  let words = withoutOptions(command, args, own, home);
  if (program === "yarn" && words[0]?.value === "workspace" && words[1] !== undefined) {
    own.packages = [words[1].value];
    words = withoutOptions(command, words.slice(2), own, home);
  } else if (program === "yarn" && words[0]?.value === "workspaces") {
    own.packages = "all";
    const run = words.findIndex(({ value }) => value === "run");
    words = run < 0 ? [] : words.slice(run);
  }
  const [verb, ...rest] = words;
  if (verb === undefined || verb.form !== "literal") return undefined;
  const more = { cwd: own.cwd, isCertain: own.isCertain && !own.isAtRoot };
  const where = { ...more, ...(own.packages !== undefined && { packages: own.packages }) };
  if (own.isAtRoot) Object.assign(where, { packages: ["//root"] });
  if (/^(?:run|run-script)$/.test(verb.value))
    return called(command, "npm", rest.slice(0, 1), {
      ...where,
      extra: argumentsOf(rest.slice(1)),
      ...orProgram(program),
    });
  if (program !== "bun" && /^(?:test|start|stop|restart)$/.test(verb.value))
    return called(command, "npm", [verb], { ...where, extra: argumentsOf(rest) });
  if (program !== "yarn" && program !== "bun" && /^(?:t|tst)$/.test(verb.value))
    return called(command, "npm", [{ ...verb, value: "test" }], { ...where, extra: argumentsOf(rest) });
  const isShort = program !== "npm" && program !== "bun" && !isListed(MANAGER_VERBS, verb.value);
  return isShort ? called(command, "npm", [verb], { ...where, extra: argumentsOf(rest), orProgram: true }) : undefined;
}

/** `yarn run jest` and `bun run jest` run the program if there is no such script. */
const orProgram = (program: string): { orProgram?: true } =>
  /^(?:yarn|bun)$/.test(program) ? { orProgram: true } : {};

/** The first `--` belongs to the manager. */
function argumentsOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ value }) => value === "--");
  return end < 0 ? words : [...words.slice(0, end), ...words.slice(end + 1)];
}

const QUIET_MAKE = /^-(?:[skBn]|j\d*|-silent|-keep-going|-no-print-directory|-jobs(?:=\d+)?)$/;

function fromMake(command: ParsedCommand, home: string | undefined): Called | undefined {
  const targets: Word[] = [];
  const variables: Record<string, string> = {};
  let { cwd } = command;
  let isCertain = true;
  const words = [...command.args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const { value } = word;
    const set = settingIn(value.replace(/^(\w+)(?:\?|:{1,3})=/, "$1="));
    const directory = /^(?:-C(.*)|--directory(?:=(.*))?)$/s.exec(value);
    if (set !== undefined) {
      variables[set.name] = set.value;
      isCertain = false;
    } else if (directory !== null) {
      const given = directory[1] || directory[2];
      const to = given === undefined ? words.shift() : { ...word, value: given };
      cwd = to === undefined ? undefined : resolvedPath(to, { cwd, home });
    } else if (/^(?:-f|--file|--makefile)/.test(value)) return undefined;
    else if (value === "-j" && /^\d+$/.test(words[0]?.value ?? "")) words.shift();
    else if (value.startsWith("-")) isCertain &&= QUIET_MAKE.test(value) && value !== "-n";
    else targets.push(word);
  }
  return called(command, "make", targets.length === 0 ? [DEFAULT] : targets, { cwd, variables, isCertain });
}

const DEFAULT: Word = { value: "default", written: "default", form: "literal" };

/** `just deploy prod`: the words after a recipe may be further recipes or its arguments. */
function fromTasks(command: ParsedCommand, home: string | undefined): Called | undefined {
  const { program } = command;
  const names: Word[] = [];
  const variables: Record<string, string> = {};
  let { cwd } = command;
  let isCertain = true;
  const words = [...command.args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const { value } = word;
    const set = settingIn(value);
    if (set !== undefined) {
      variables[set.name] = set.value;
      isCertain = false;
    } else if (/^(?:-d|--working-directory|--dir)$/.test(value)) {
      const to = words.shift();
      cwd = to === undefined ? undefined : resolvedPath(to, { cwd, home });
      isCertain = false;
    } else if (value === "--") break;
    else if (
      /^(?:-f|--justfile|-t|--taskfile|-l|--list|--show|-s|--summary|--evaluate|--choose|-e|--edit)$/.test(value)
    )
      return undefined;
    else if (value === "--set") variables[words.shift()?.value ?? ""] = words.shift()?.value ?? "";
    else if (value.startsWith("-")) isCertain = false;
    else if (names.length > 0 && (word.form === "expanded" || !NAME.test(value))) isCertain = false;
    else names.push(word);
  }
  return called(command, program, names.length === 0 ? [DEFAULT] : names, { cwd, variables, isCertain });
}

function fromVerb(command: ParsedCommand): Called | undefined {
  const [verb, name, ...extra] = command.args;
  if (command.program === "deno")
    return verb?.value === "task" ? called(command, "deno", [name], { extra }) : undefined;
  if (/^(?:run|run-script)$/.test(verb?.value ?? "")) return called(command, "composer", [name], { extra });
  return /^(?:test|lint|check|cs|stan|build|analyse)$/.test(verb?.value ?? "")
    ? called(command, "composer", [verb], { extra: [...(name === undefined ? [] : [name]), ...extra] })
    : undefined;
}

/** `turbo run build --filter web` runs the script in the packages of the workspace. */
function fromWorkspaceRunner(command: ParsedCommand): Called | undefined {
  const table: Program = programOf(command.program);
  const end = command.args.findIndex(({ value }) => value === "--");
  const words = end < 0 ? command.args : command.args.slice(0, end);
  const names: Word[] = [];
  const packages: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { value } = words[at]!;
    const inline = /^--(?:filter|scope)=(.*)$/.exec(value)?.[1];
    const given = inline ?? (/^(?:-F|--filter|--scope)$/.test(value) ? words[at + 1]?.value : undefined);
    if (given !== undefined) packages.push(given);
    if (isListed(table.values, value)) at += 1;
    else if (!value.startsWith("-")) names.push(words[at]!);
  }
  const [verb, ...rest] = names;
  const isRun = verb?.value === "run";
  if (verb === undefined || (!isRun && command.program === "lerna")) return undefined;
  const scripts = isRun ? rest : names;
  return called(command, "npm", scripts, { packages: packages.length === 0 ? "all" : packages, isCertain: false });
}

function fromRunAll(command: ParsedCommand): Called | undefined {
  const names = command.args.filter(
    ({ value }) => !/^(?:-[spc]|--parallel|--sequential|--silent|--continue-on-error)$/.test(value),
  );
  return called(command, "npm", names, {});
}
