/** Parses a line into the things that statements mention: programs, branches, hosts, ports, packages, paths and names. */
import { type ParsedCommand as Act, hasOption, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { readLine } from "../../core/command/read-line.ts";
import { type Word as Arg, resolvedPath } from "../../core/command/syntax/word.ts";
import { writtenBy } from "../risk/paths.ts";

type CommandPlace = { readonly cwd: string; readonly home?: string; readonly branch?: string };

export type Deed = {
  readonly act: Act;
  /** The branch that is checked out when it runs, if known. */
  readonly branch: string | undefined;
  /** Its words without messages, in lower case, for finding names. */
  readonly words: readonly string[];
};

export type Scene = {
  /** The commands of the line itself. */
  readonly typed: readonly Deed[];
  /** With the commands of the project's scripts. */
  readonly all: readonly Deed[];
  /** The words of all commands of the line. */
  readonly words: readonly string[];
  readonly place: CommandPlace;
};

export function sceneOf(command: string, place: CommandPlace, scripts: readonly string[]): Scene {
  const typed = deedsOf(command, place);
  const words = typed.flatMap((deed) => deed.words);
  return { typed, all: [...typed, ...scripts.flatMap((body) => deedsOf(body, place))], words, place };
}

const MOST = { chars: 4096, costly: 200 };

function deedsOf(text: string, { cwd, home, branch }: CommandPlace): readonly Deed[] {
  const acts = readLine(text, { cwd, most: MOST, ...(home === undefined ? {} : { home }) }).commands;
  let current = branch;
  return acts.flatMap(withModule).map((act) => {
    const deed = { act, branch: current, words: wordsOf(act, cwd) };
    current = switchedTo(act) ?? current;
    return deed;
  });
}

/** `python -m pip` is pip, and `pnpm vitest` runs vitest. */
function withModule(act: Act): readonly Act[] {
  const at = /^(?:python|py)[\d.]*$/.test(act.program) ? act.args.findIndex(({ value }) => value === "-m") : -1;
  const inner = at >= 0 ? act.args.slice(at + 1) : binaryOf(act);
  const packer = packerOf(act);
  if (packer !== undefined) return [act, { ...act, program: packer, wrappers: [...act.wrappers, act.program] }];
  const [name, ...args] = inner;
  if (name === undefined) return [act];
  return [act, { ...act, program: name.value, name, args, wrappers: [...act.wrappers, act.program] }];
}

/** `tar -czf` packs with gzip. An unpacked archive was packed by somebody else. */
function packerOf(act: Act): string | undefined {
  const letters = /^-?([a-zA-Z]+)$/.exec(act.args[0]?.value ?? "")?.[1] ?? "";
  if (!isOneOf(act, "tar") || !(letters.includes("c") || hasOption(act, "--create"))) return undefined;
  const [name] = Object.entries(PACKERS).find(
    ([long, short]) => letters.includes(short) || hasOption(act, `--${long}`),
  ) ?? [undefined];
  return name;
}

const PACKERS: Readonly<Record<string, string>> = { gzip: "z", bzip2: "j", xz: "J" };

const RUNS_BINARIES = "vitest jest tsc eslint prettier biome playwright cypress vite next prisma turbo nx tsx mocha";

function binaryOf(act: Act): readonly Arg[] {
  if (!isOneOf(act, "pnpm yarn bun")) return [];
  const [first] = operands(act);
  if (first === undefined || !` ${RUNS_BINARIES} `.includes(` ${first.value} `)) return [];
  return act.args.slice(act.args.indexOf(first));
}

const MESSAGE = /^(?:-[a-zA-Z]*m|--message|--title|--body|--notes|-t|-b)$/;

/** Printed words and messages name no action. */
function wordsOf(act: Act, cwd: string): readonly string[] {
  if (isOneOf(act, "echo printf cowsay say")) return act.redirects.map(({ target }) => target.value.toLowerCase());
  const hasMessages = isOneOf(act, "git gh glab hg jj");
  const args = act.args.filter(
    ({ value }, at) =>
      !(hasMessages && (MESSAGE.test(act.args[at - 1]?.value ?? "") || /^--(?:message|title|body|notes)=/.test(value))),
  );
  const moved = act.cwd !== undefined && act.cwd !== cwd ? [relativeTo(cwd, act.cwd)] : [];
  return [
    act.program,
    ...args.map(({ value }) => value),
    ...act.assigns.flatMap(({ name, value }) => [name, value]),
    ...act.redirects.map(({ target }) => target.value),
    ...moved,
  ].map((word) => word.toLowerCase());
}

const relativeTo = (cwd: string, path: string): string =>
  path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;

function switchedTo(act: Act): string | undefined {
  if (!isOneOf(act, "git") || !hasVerb(act, "checkout,switch") || hasOption(act, "--")) return undefined;
  const [, name] = operands(act);
  return name?.value;
}

/** Where a push goes: the right side of each reference, or the branch that is checked out. */
export function pushedTo({ act, branch }: Deed): readonly string[] {
  const refs = operands(act)
    .slice(2)
    .map(({ value }) =>
      value
        .replace(/^\+/, "")
        .replace(/^.*:/, "")
        .replace(/^refs\/heads\//, ""),
    );
  if (refs.length === 0) return branch === undefined ? [] : [branch];
  return refs.map((ref) => (ref === "HEAD" ? (branch ?? ref) : ref));
}

/** Which branches a git command changes; undefined for one that changes none. */
export function changedBranches(deed: Deed): readonly string[] | undefined {
  const { act, branch } = deed;
  if (!isOneOf(act, "git")) return undefined;
  if (hasVerb(act, "push")) return pushedTo(deed);
  const [, first, second] = operands(act).map(({ value }) => value);
  if (hasVerb(act, "rebase")) return second !== undefined ? [second] : branch === undefined ? [] : [branch];
  if (hasVerb(act, "commit,add,merge,reset,revert,cherry-pick,pull")) return branch === undefined ? [] : [branch];
  if (hasVerb(act, "branch") && hasOption(act, "-d -D --delete -m -M -f --force"))
    return first === undefined
      ? []
      : operands(act)
          .slice(1)
          .map(({ value }) => value);
  return undefined;
}

const LOOKS =
  "cat less more head tail grep egrep rg ag ack ls ll tree find fd stat file wc diff bat jq yq du echo printf cd pushd which type man open code md5sum sha256sum test [ [[ true history";

/** It only looks at files, or prints. */
export function isLooking(act: Act): boolean {
  if (act.redirects.some(({ operator }) => />/.test(operator))) return false;
  if (isOneOf(act, "find fd")) return !hasOption(act, "-delete -exec -x -X");
  return (
    isOneOf(act, LOOKS) || (isOneOf(act, "git") && hasVerb(act, "log,show,diff,blame,status,grep,ls-files,shortlog"))
  );
}

const READS =
  /^(?:get|describe|logs?|top|list|ls|ps|images|inspect|status|show|view|history|plan|output|validate|outdated|info|search|version|(?:describe|list|get)-[a-z-]+)$/;

/** It only asks: `kubectl get`, `aws ec2 describe-instances`, `crontab -l`. */
export function isReading(act: Act): boolean {
  if (isLooking(act) || (isOneOf(act, "crontab") && hasOption(act, "-l"))) return true;
  return operands(act)
    .slice(0, 3)
    .some(({ value }) => READS.test(value));
}

const EDITORS = "vim vi nvim nano emacs code prettier eslint sed perl black patch ed gofmt";

export const isEditor = (act: Act): boolean => isOneOf(act, EDITORS);

/** Paths that it changes, removes or moves, as they are written. */
export function changedPaths(act: Act): readonly string[] {
  const written = writtenBy(act).map(({ value }) => value);
  if (isOneOf(act, "git") && hasVerb(act, "rm,mv,checkout,restore,apply"))
    return [
      ...written,
      ...operands(act)
        .slice(1)
        .map(({ value }) => value),
    ];
  const isEditing = isEditor(act) && !hasOption(act, "--check -c --list-different -l");
  // Without -i it only prints.
  const isPrinting = isOneOf(act, "sed perl gofmt") && !hasOption(act, "-i --in-place -w -pi");
  if (isEditing && !isPrinting) return [...written, ...operands(act).map(({ value }) => value)];
  return written;
}

/** The path seen from where the work is, so that `cd db && rm x` is about db/x. */
export function pathOf(value: string, act: Act, { cwd, home }: CommandPlace): string {
  const arg: Arg = { value, written: value, form: "literal" };
  const full = resolvedPath(arg, { cwd: act.cwd, home });
  return full === undefined ? value : relativeTo(cwd, full);
}

const ADDS =
  "install,i,add,require,get,in,get -u,get -t,tool install,pip install,global add,dev,require --dev,-S,--sync";
const MANAGERS =
  "npm pnpm yarn bun deno pip pip3 poetry uv pipenv pdm conda mamba cargo go gem bundle composer apt apt-get dnf yum brew pacman apk snap choco winget dotnet mix luarocks nix-env zypper gup";

export const isManager = (act: Act): boolean => isOneOf(act, MANAGERS) || /^pip[\d.]*$/.test(act.program);
/** `yarn workspace web add x` adds too. */
const inWorkspace = (act: Act): number => (isOneOf(act, "yarn") && hasVerb(act, "workspace") ? 2 : 0);
export const isAdding = (act: Act): boolean =>
  isManager(act) &&
  (hasVerb(act, ADDS) || hasOption(act, "-S --sync") || (inWorkspace(act) > 0 && operands(act)[2]?.value === "add"));

/** Names of packages that it adds, without their versions. */
export function addedPackages(act: Act): readonly string[] {
  if (!isAdding(act)) return [];
  const names = operands(act).slice(inWorkspace(act) + (hasVerb(act, "tool install,pip install,global add") ? 2 : 1));
  return names.map(({ value }) => value.toLowerCase().replace(/(?<=.)(?:@|[=<>~!^[]).*$/, ""));
}

const PORT = /(?<![\d.])\d{2,5}(?![\d.])/;

/** Ports that it names: after `-p`, after a host, in an address. */
export function portsOf(act: Act): readonly string[] {
  const texts = [...act.args.map(({ value }) => value), ...act.assigns.map(({ value }) => value)];
  return [
    ...texts.flatMap((text, at) => {
      if (/^(?:-p|-P|--port)$/.test(texts[at - 1] ?? "") && PORT.test(text)) return text.match(/\d{2,5}/g) ?? [];
      const joined = /^(?:-p|-P|--port=|port=)(\d{2,5})$/i.exec(text)?.[1];
      return joined !== undefined ? [joined] : [...text.matchAll(/:(\d{2,5})(?![\d.])/g)].map(([, port]) => port ?? "");
    }),
    ...act.assigns.filter(({ name }) => /PORT$/.test(name)).map(({ value }) => value),
  ];
}

export const SQL_CLIENTS = "psql mysql mariadb sqlite3 sqlcmd clickhouse-client duckdb cockroach bq usql pgcli";

/** The input of a database, in lower case. */
export function sqlOf(act: Act): string {
  if (!isOneOf(act, SQL_CLIENTS)) return "";
  const told = [...act.args.map(({ value }) => value).filter((value) => /\s/.test(value)), act.input ?? ""];
  return told.join(" ; ").toLowerCase();
}
