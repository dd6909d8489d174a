/** What a command really runs: through wrappers, directories, workspaces, aliases and the project's scripts, down to the last. */
import { aliasesIn, expandLine } from "./expand-line.ts";
import { codeIn, hiddenLines } from "./hidden-lines.ts";
import { operands, type ParsedCommand, type ParsedLine } from "./parsed-command.ts";
import { readLine } from "./read-line.ts";
import { type Called, calledScripts, SCRIPT_PROGRAMS } from "./scripts/called-scripts.ts";
import { plainText } from "./syntax/plain-text.ts";
import { asWord, type Word } from "./syntax/word.ts";
import { isListed } from "./tables/program.ts";

/** What has to be looked up in files. */
export type Scripts = {
  /** The commands of a script as its program finds it from a directory, and where they run. Needed targets are lines `make other`. */
  readonly find: (asked: AskedScript) => FoundScript | undefined;
  /** The directories of a workspace's packages; `//root` is its top. */
  readonly packages?: (which: readonly string[] | "all", cwd: string) => readonly string[];
  /** The line that a shell or git alias stands for: `gp`, `git st`. */
  readonly alias?: (name: string) => string | undefined;
};

export type AskedScript = {
  readonly name: string;
  /** `npm` for package.json whatever manager runs it, `make`, `just`, `composer`, `deno`, `task`. */
  readonly program: string;
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
};

export type FoundScript = { readonly body: string; readonly cwd: string };

export type ScriptName = { readonly program: string; readonly name: string; readonly cwd?: string };

/** One line that would be run: the typed one first, then those of scripts, in the order in which they are found. */
export type RunLine = {
  readonly line: ParsedLine;
  /** The scripts that lead to it, outermost first; empty for the typed line. */
  readonly path: readonly ScriptName[];
  readonly commands: readonly RunCommand[];
};

type RunCommand = {
  readonly command: ParsedCommand;
  /** Whether it runs a script, and if all of that could be read. */
  readonly script: "none" | "read" | "unread";
  /** The place in `lines` of each line that it leads to. */
  readonly leadsTo: readonly number[];
};

export type Runs = {
  readonly lines: readonly RunLine[];
  readonly resolved: readonly { readonly name: string; readonly body: string }[];
  /** The lines that were not read to their end, each with the reason. */
  readonly unread: readonly UnreadLine[];
};

type UnreadLine = {
  readonly text: string;
  readonly why: string;
  /** A word of it that may run something else: a program that runs scripts, an alias. */
  readonly leads?: string;
  /** Code of another language: a guard is about it only if it has all of the guard's words. */
  readonly isCode?: true;
};

type RunsOptions = {
  readonly cwd: string;
  readonly home?: string;
  readonly scripts: Scripts;
  readonly most?: { readonly chars: number; readonly costly: number };
  /** Also what the line hides: values of its variables, what it feeds to a shell, code of other languages. */
  readonly isThorough?: true;
  /** Variables that are set around the line. */
  readonly known?: Readonly<Record<string, string>>;
};

const MOST_DEPTH = 32;
const MOST_SCRIPTS = 64;
/** Commands in all lines that one line leads to; each is held against every guard. */
export const MOST_COMMANDS = 4000;

export function whatRuns(text: string, given: RunsOptions): Runs {
  const own = given.isThorough ? aliasesIn(text) : NO_ALIASES;
  const alias = (name: string): string | undefined => own.get(name) ?? given.scripts.alias?.(name);
  const options = own.size === 0 ? given : { ...given, scripts: { ...given.scripts, alias } };
  const found: Found = { lines: [], resolved: [], unread: [], left: MOST_COMMANDS, options };
  readInto(options.isThorough ? expandLine(text, options.known) : text, { path: [], cwd: options.cwd }, found);
  const { lines, resolved, unread } = found;
  return { lines, resolved, unread };
}

type Found = {
  readonly lines: RunLine[];
  readonly resolved: Runs["resolved"][number][];
  readonly unread: UnreadLine[];
  /** How many commands may still be read. */
  left: number;
  readonly options: RunsOptions;
};
type Level = { readonly path: readonly ScriptName[]; readonly cwd: string | undefined };

/** Reads a line and everything that it leads to; returns its place. */
function readInto(text: string, { path, cwd }: Level, found: Found): number {
  const { home, most } = found.options;
  if (found.left < 0) return passedOver(text, { path, cwd }, found);
  const line = readLine(text, {
    ...(cwd !== undefined && { cwd }),
    ...(home !== undefined && { home }),
    ...(most !== undefined && { most }),
  });
  const place = found.lines.length;
  const commands: RunCommand[] = [];
  found.lines.push({ line, path, commands });
  found.left -= 1 + line.commands.length;
  if (line.unread !== undefined) addUnread(text, line.unread, found);
  for (const command of differing(line)) {
    const next = followed(command, path, found);
    const hidden = found.options.isThorough ? readHidden(command, line, { path, found }) : [];
    commands.push(hidden.length === 0 ? next : { ...next, leadsTo: [...next.leadsTo, ...hidden] });
  }
  return place;
}

/** The typed line, too: this one need not have all of its words. */
function passedOver(text: string, { path }: Level, found: Found): number {
  const why = `it leads to more than ${MOST_COMMANDS} commands`;
  if (!found.unread.some((one) => one.why === why))
    for (const one of [text, found.lines[0]!.line.text]) addUnread(one, why, found);
  found.lines.push({ line: { text, commands: [], doubts: new Set() }, path, commands: [] });
  return found.lines.length - 1;
}

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/** The places of the lines that it hides. */
function readHidden(
  command: ParsedCommand,
  line: ParsedLine,
  { path, found }: Pick<Following, "path" | "found">,
): number[] {
  const code = codeIn(command);
  if (code !== undefined) found.unread.push({ text: code, why: `it is code for ${command.program}`, isCode: true });
  if (path.length >= MOST_DEPTH) return [];
  const inside = { path: [...path, { program: command.program, name: HIDDEN }], cwd: command.cwd };
  return hiddenLines(command, line.commands).map((one) => readInto(expandLine(one), inside, found));
}

/** A line that stands in the words of a command. */
const HIDDEN = "its words";

/** The commands that were typed, also those in the words of others; not those of the project's scripts. */
export function typedCommands({ lines }: Runs): readonly ParsedCommand[] {
  return lines.filter(({ path }) => path.every(({ name }) => name === HIDDEN)).flatMap(({ line }) => line.commands);
}

/** Of a text that is longer than this, it is not looked at what its words are. */
const MOST_CHARS = 1_048_576;

function addUnread(text: string, why: string, { unread, options }: Found): void {
  const words = text.length > MOST_CHARS ? [] : new Set(plainText(text).split(/[^\w@./:+-]+/));
  const { alias } = options.scripts;
  const leads =
    text.length > MOST_CHARS
      ? text.slice(0, MOST_SHOWN)
      : ([...words].find((word) => isListed(SCRIPT_PROGRAMS, word) || (word !== "" && alias?.(word) !== undefined)) ??
        BUILT.exec(text)?.[0].trim());
  unread.push({ text, why, ...(leads !== undefined && { leads }) });
}

const MOST_SHOWN = 20;

/** What makes a command's name when it runs: `$'\\x67it'`, `eval`, a shell that is fed, a variable in the place of a program. */
const BUILT = /\$'|\beval\b|\|[ \t]*(?:[\w.-]*\/)*(?:ba|da|k|z)?sh\b|(?:^|[;&|(\n])[ \t]*[\w"'./-]*[$`][\w{(]/;

/** The same command many times over is read once. */
function differing({ commands }: ParsedLine): Iterable<ParsedCommand> {
  const key = ({ source: _, within: __, after: ___, ...rest }: ParsedCommand): string => JSON.stringify(rest);
  return new Map(commands.map((command) => [key(command), command])).values();
}

function followed(command: ParsedCommand, path: readonly ScriptName[], found: Found): RunCommand {
  const { home, scripts } = found.options;
  const called = calledScripts(command, { home });
  if (called !== undefined) {
    const leadsTo: number[] = [];
    const isRead = followScripts(called, { path, found, leadsTo });
    const isProgram = called.orProgram === true && leadsTo.length === 0;
    if (isProgram) leadsTo.push(asProgram(command, called, path, found));
    return { command, script: isRead ? "read" : "unread", leadsTo };
  }
  const alias = aliasOf(command, scripts);
  if (alias === undefined || path.some(({ program, name }) => program === "alias" && name === alias.name))
    return { command, script: "none", leadsTo: [] };
  const inside = { path: [...path, { program: "alias", name: alias.name }], cwd: command.cwd };
  return { command, script: "none", leadsTo: [readInto(alias.line, inside, found)] };
}

/** `yarn jest` without such a script. */
function asProgram(command: ParsedCommand, called: Called, path: readonly ScriptName[], found: Found): number {
  const line = [...called.names, ...called.extra.map(asWritten)].join(" ");
  return readInto(
    line,
    { path: [...path, { program: command.program, name: called.names[0] ?? "" }], cwd: called.cwd },
    found,
  );
}

type Following = { readonly path: readonly ScriptName[]; readonly found: Found; readonly leadsTo: number[] };

/** False if one of the scripts, or a part of what decides about them, could not be read. */
function followScripts(called: Called, following: Following): boolean {
  const { scripts } = following.found.options;
  if (called.cwd === undefined) return false;
  const places = called.packages === undefined ? [called.cwd] : (scripts.packages?.(called.packages, called.cwd) ?? []);
  let isRead = called.isCertain && places.length > 0 && called.packages === undefined;
  for (const cwd of places) {
    const bodies = called.names.map((name) => bodiesOf(name, called, cwd, scripts));
    const isComplete = bodies.every((list) => list.length > 0);
    // In a list of targets, one that is not there stops the program before it starts: nothing is certain then.
    isRead &&= isComplete;
    for (const list of bodies) isRead = followBodies(list, called, following) && isRead;
  }
  return isRead;
}

type Body = FoundScript & ScriptName & { readonly isOwn: boolean };

function bodiesOf(name: string, { program, variables }: Called, cwd: string, { find }: Scripts): Body[] {
  const own = find({ name, program, cwd, variables });
  if (own === undefined) return [];
  const around = program === "npm" ? [`pre${name}`, name, `post${name}`] : [name];
  return around.flatMap((one) => {
    const script = one === name ? own : find({ name: one, program, cwd, variables });
    return script === undefined ? [] : [{ ...script, program, name: one, isOwn: one === name }];
  });
}

function followBodies(bodies: readonly Body[], called: Called, { path, found, leadsTo }: Following): boolean {
  let isRead = true;
  for (const { body, cwd, program, name, isOwn } of bodies) {
    const key = { program, name: called.names.length === 1 ? called.names[0]! : name };
    const isCircle = path.some((one) => one.program === program && one.name === key.name && one.cwd === cwd);
    if (isCircle || path.length >= MOST_DEPTH || found.resolved.length >= MOST_SCRIPTS) {
      isRead = false;
      if (!isCircle) addUnread(body, "its scripts call too many others", found);
      continue;
    }
    if (!found.resolved.some((other) => other.name === name && other.body === body))
      found.resolved.push({ name, body });
    const extra = isOwn ? called.extra.map(asWritten) : [];
    const text = [recipeBody(body, program), ...extra].join(" ");
    leadsTo.push(readInto(text, { path: [...path, { ...key, cwd }], cwd }, found));
  }
  return isRead;
}

const asWritten = ({ written, value }: Word): string => (written.includes("$") ? written : asWord(value));

function aliasOf(command: ParsedCommand, { alias }: Scripts): { name: string; line: string } | undefined {
  if (alias === undefined || command.source === undefined) return undefined;
  const { name, args, program } = command;
  if (name.form !== "literal" || name.value !== program) return undefined;
  const [first] = program === "git" ? operands(command) : [];
  const verb = first === undefined ? -1 : args.indexOf(first);
  const isGit = verb >= 0;
  const called = isGit ? `git ${args[verb]!.value}` : program;
  const line = alias(called);
  if (line === undefined || line.trim() === "") return undefined;
  const rest = args.slice(isGit ? verb + 1 : 0).map(asWritten);
  return { name: called, line: [line, ...rest].join(" ") };
}

const MOST_BODY_CHARS = 4096;

function recipeBody(body: string, program: string): string {
  // A longer one is not read at all.
  if ((program !== "make" && program !== "just") || body.length > MOST_BODY_CHARS) return body;
  const lines = body.split("\n").map((line) => line.replace(/^\s*[@+-]+\s*/, "").replace(/^\s+/, ""));
  const [first = "", ...more] = lines.filter((line) => line !== "");
  // Each line has its own shell: a `cd` in one does not move the next.
  const text = more.length === 0 ? first : [first, ...more].map((line) => `(\n${line}\n)`).join("\n");
  if (program === "just") return text.replace(/\{\{[^{}\n]*\}\}/g, "$JUST_VALUE");
  return text
    .replace(/\$[({]MAKE[)}]/g, "make")
    .replace(/^\$[({]\w+[)}]/gm, "make-variable")
    .replace(/\$\((\w+)\)/g, (_, name: string) => `\${${name}}`)
    .replace(/\$\(shell /g, "$(")
    .replaceAll("$$", "$");
}
