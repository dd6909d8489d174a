/** Says whether a command is proven harmless: it only looks, or it tests, builds or lints the project it stands in. */
import { isInside } from "../../core/project/project.ts";
import { type Act, type Arg, hasOption } from "./act.ts";
import { type Harmless, LOOKS, TAKES_ANYTHING, VERSIONED } from "./harmless-programs.ts";
import { type Ground, isOwnRoot, placeOf } from "./place.ts";
import { PROJECT_TOOLS } from "./project-tools.ts";

type Proof = "looks" | "checks" | undefined;

export function proofOf(act: Act, ground: Ground): Proof {
  if (act.program === "") return "looks";
  if (isWrapper(act)) return "looks";
  if (!isKnownName(act)) return isProjectFile(act, ground) ? "checks" : undefined;
  if (isVersion(act)) return "looks";
  const found = rowFor(act);
  if (found === undefined) return isProjectFile(act, ground) ? "checks" : undefined;
  const { row, args, isFree, hasVerb } = found;
  // A program with verbs reads settings where it stands, and those of another place may tell it to start something.
  if (hasVerb && !isBelow(ground)) return undefined;
  if (!isFree && args.some(mayBecomeOption)) return undefined;
  if (!isWithin(row, { ...act, args })) return undefined;
  if (row.isProjectRun !== true) return "looks";
  return isInProject(ground) && args.every((arg) => isOwnArg(arg, ground)) ? "checks" : undefined;
}

/** What is found by its name alone; a file of that name somewhere else is another program. */
const KNOWN_PLACE =
  /^(?:\/(?:usr\/(?:local\/)?)?bin\/|\/opt\/homebrew\/bin\/|(?:\.\/)?node_modules\/\.bin\/|(?:\.\/)?vendor\/bin\/|(?:\.\/)?\.?venv\/bin\/)?[\w.+[:-]+$|^\.\/(?:gradlew|mvnw)$/;

/** A project brings its tools along, and has no business with another `ls`. */
const OWN_PROGRAMS = /(?:node_modules|vendor|venv)\//;

function isKnownName({ name }: Act): boolean {
  const isAsWritten = name.written === name.value || name.written === `\\${name.value}`;
  return name.look === "plain" && isAsWritten && KNOWN_PLACE.test(name.value);
}

function isVersion({ program, args }: Act): boolean {
  if (args.length !== 1 || !VERSIONED.has(program)) return false;
  return (
    /^(?:--version|-V)$/.test(args[0]?.value ?? "") ||
    (/^(?:node|npm|pnpm|yarn|ruby|php)$/.test(program) && args[0]?.value === "-v")
  );
}

type Found = {
  readonly row: Harmless;
  readonly args: readonly Arg[];
  readonly isFree: boolean;
  readonly hasVerb: boolean;
};

/** The row of the program, or of the program with its first words. */
function rowFor(act: Act): Found | undefined {
  const name = act.name.value.startsWith("./") && !act.name.value.includes("/", 2) ? act.name.value : act.program;
  const before = name === "git" ? pastGitOptions(act.args) : 0;
  const args = act.args.slice(before);
  for (const words of [2, 1, 0]) {
    const key = [name, ...args.slice(0, words).map(({ value }) => value)].join(" ");
    const row = PROJECT_TOOLS.get(key) ?? (OWN_PROGRAMS.test(act.name.value) ? undefined : LOOKS.get(key));
    if (row !== undefined && args.length >= words)
      return { row, args: args.slice(words), isFree: TAKES_ANYTHING.has(key), hasVerb: words > 0 };
  }
  return undefined;
}

function pastGitOptions(args: readonly Arg[]): number {
  const first = args.findIndex(({ value }) => !/^(?:--no-pager|--no-optional-locks|--paginate)$/.test(value));
  return first < 0 ? 0 : first;
}

/** A glob may find a file that is called like an option. */
function mayBecomeOption({ value, look }: Arg): boolean {
  return look === "open" || (look === "glob" && !/^[\w./]/.test(value));
}

function isWithin(row: Harmless, act: Act): boolean {
  const { only, never, needs, first, looks, without } = row;
  const words = act.args.map(({ value }) => value);
  const given = words.filter((word) => word !== "--" && !/^-./s.test(word));
  const options = words.filter((word) => /^-./s.test(word) && word !== "--");
  if (never !== undefined && hasOption(act, never)) return false;
  if (only !== undefined && !options.every((option) => isListed(option, only))) return false;
  if (needs !== undefined && !words.some((word) => isListed(word, needs))) return false;
  if (row.operands !== undefined && given.length > row.operands) return false;
  if (first !== undefined && !first.test(given[0] ?? "")) return false;
  if (looks !== undefined && !given.every((word) => looks.test(word))) return false;
  return without === undefined || !words.some((word) => without.test(word));
}

/** The very option, with its value or in a bundle of listed letters; `-n20` too. */
function isListed(option: string, list: string): boolean {
  const name = option.replace(/=.*$/s, "");
  if (` ${list} `.includes(` ${name} `)) return true;
  if (!/^-[A-Za-z]/.test(option)) return false;
  const letters = /^-([A-Za-z]+)\d*$/.exec(option)?.[1];
  return letters !== undefined && [...letters].every((letter) => ` ${list} `.includes(` -${letter} `));
}

function isInProject(ground: Ground): boolean {
  return isOwnRoot(ground.projectRoot, ground.home) && isBelow(ground);
}

function isBelow({ cwd, projectRoot }: Ground): boolean {
  return cwd !== undefined && (cwd === projectRoot || isInside(cwd, projectRoot));
}

/** Neither the argument nor the value of an option leads out of the project. */
function isOwnArg(arg: Arg, ground: Ground): boolean {
  const value = arg.value.replace(/^-[\w-]*=?/, "");
  if (/^[a-z]+:\/\//i.test(value)) return false;
  if (!/[/~]|\.\./.test(value)) return true;
  const place = placeOf({ ...arg, value }, ground);
  return place === "inside" || place === "project";
}

const WRAPPERS: Readonly<Record<string, Harmless>> = {
  time: { only: "-p" },
  nice: { only: "-n --adjustment" },
  timeout: { only: "-k -s --kill-after --signal --foreground --preserve-status" },
  env: { only: "-i -u --unset --ignore-environment" },
  stdbuf: { only: "-o -i -e -oL -eL -o0 -e0" },
  command: { only: "-p" },
  builtin: { only: "" },
  xargs: { only: "-n -r -0 -L -t -P -d --null --no-run-if-empty --max-args" },
  sh: { only: "-c -e -u -x -o" },
  bash: { only: "-c -e -u -x -o" },
  zsh: { only: "-c -e -u -x" },
  dash: { only: "-c -e -u -x" },
};

const RUNS_WORDS = /^(?:pnpm|yarn|poetry|bundle)$/;

/** It adds nothing of its own: what it runs is judged by itself. */
function isWrapper(act: Act): boolean {
  const { program, args } = act;
  if (!isKnownName(act) || args.length === 0) return false;
  const words = args.map(({ value }) => value);
  if (RUNS_WORDS.test(program)) return isExec(program, words);
  const row = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (row?.only === undefined) return false;
  if (/^(?:ba|z|da)?sh$/.test(program)) return isShellLine(words, row.only);
  const end = words.findIndex((word) => /^[A-Za-z_./]/.test(word) && !/^[A-Za-z_]\w*=/.test(word));
  return end >= 0 && words.slice(0, end).every((word) => !/^-/.test(word) || isListed(word, row.only ?? ""));
}

function isShellLine(words: readonly string[], only: string): boolean {
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return flag >= 0 && words.length === flag + 2 && words.slice(0, flag + 1).every((word) => isListed(word, only));
}

/** Without options of its own it takes what the project has installed; any other name may be a script of the project. */
function isExec(program: string, [verb, next = ""]: readonly string[]): boolean {
  return verb === (program === "poetry" ? "run" : "exec") && TOOL_NAMES.has(next);
}

const TOOL_NAMES = new Set([...PROJECT_TOOLS.keys()].map((key) => key.split(" ")[0] ?? ""));

const INTERPRETERS = /^(?:node|bun|deno|tsx|ts-node|python3?|ruby|perl|php|bash|sh|zsh)$/;

/** A script that is called test, build or lint runs the project's own files, as a test runner would. */
function isProjectFile(act: Act, ground: Ground): boolean {
  if (act.within !== "check" || !isInProject(ground) || act.via.includes("xargs")) return false;
  if (
    act.args.some(
      ({ look, value }) => look === "open" || /^-{1,2}(?:e|p|c|r|eval|print|require|import|loader)\b/.test(value),
    )
  )
    return false;
  const file = INTERPRETERS.test(act.program) ? act.args.find(({ value }) => !value.startsWith("-")) : act.name;
  if (file === undefined || file.look !== "plain" || !/[/.]/.test(file.value)) return false;
  return placeOf(file, ground) === "inside" && act.args.every((arg) => isOwnArg(arg, ground));
}
