/** Parses a shell line into every command that it would run, also nested ones, and doubts about unreadable parts. */
import { type AndOr, type Command, forEachChild, type ParsedScript, type Pipeline, type SyntaxNode } from "unbash";
import { innerCommands, settingsIn } from "./inner-commands.ts";
import { isTooLong, LIMITS, type LineReader, newReader, stop } from "./line-reader.ts";
import { baseName, type CommandText, type Enclosing, type ParsedCommand, type ParsedLine } from "./parsed-command.ts";
import {
  bounded,
  doneByShell,
  doubtsOf,
  fromNextCommand,
  isBroken,
  type Limits,
  treeOf,
} from "./syntax/syntax-tree.ts";
import {
  inputOf,
  literal,
  MOVING,
  movedTo,
  redirectsOf,
  settingIn,
  tokensOf,
  type Word,
  wordOf,
} from "./syntax/word.ts";
import { programOf } from "./tables/programs.ts";

type Start = {
  readonly cwd?: string;
  readonly home?: string;
  readonly most?: Limits;
};

export function readLine(text: string, { cwd, home, most = LIMITS.text }: Start = {}): ParsedLine {
  const reader = newReader(home, most);
  const readable = bounded(text, most);
  if (readable !== text) stop(reader, "cut");
  try {
    readText(readable, { cwd, fedBy: [], wrappers: [], within: [], after: [], depth: 0, written: [] }, reader);
  } catch (error) {
    // The stack is used up.
    if (!(error instanceof RangeError)) throw error;
    stop(reader, "deep");
  }
  const { commands, doubts, unread } = reader;
  return unread === undefined ? { text, commands, doubts } : { text, commands, doubts, unread };
}

/** The surroundings of a command; `cwd` changes with every `cd`. */
type Spot = Pick<ParsedCommand, "fedBy" | "wrappers" | "within" | "isBackground"> & {
  after: Sure;
  cwd: string | undefined;
  readonly depth: number;
  /** The tokens of every command and pipeline here, for the pipeline around them. */
  readonly written: (readonly string[])[];
};

/** Commands that have succeeded if what was read has succeeded. */
type Sure = readonly ParsedCommand[];

const NONE_SURE: Sure = [];

function readText(text: string, spot: Spot, reader: LineReader): Sure {
  const { source, isBroken, reach } = reader;
  const [tree, sure] = readTree(text, spot, reader);
  if (tree?.errors !== undefined) readRemainder(text.slice(reader.reach), spot, reader);
  Object.assign(reader, { source, isBroken, reach });
  return tree?.errors === undefined ? sure : NONE_SURE;
}

function readTree(text: string, spot: Spot, reader: LineReader): [ParsedScript | undefined, Sure] {
  const tree = treeOf(text);
  if (tree === undefined || tree.errors !== undefined) stop(reader, "syntax");
  Object.assign(reader, { source: text, isBroken: tree?.errors !== undefined, reach: 0 });
  return [tree, tree === undefined ? NONE_SURE : readChildren(tree, spot, reader)];
}

/** Of a list of statements, the last one decides. */
function readChildren(node: SyntaxNode, spot: Spot, reader: LineReader): Sure {
  let last = NONE_SURE;
  forEachChild(node, (child) => {
    last = readNode(child, spot, reader);
  });
  return last;
}

const MOST_ROUNDS = 16;
const MOST_REMAINDER_CHARS = 4096;

/** The grammar of another shell stops the parser half-way: the rest is parsed again from the next command on. */
function readRemainder(text: string, spot: Spot, reader: LineReader): void {
  let rest = fromNextCommand(text.slice(0, MOST_REMAINDER_CHARS));
  for (let round = 0; rest !== "" && round < MOST_ROUNDS; round += 1) {
    const before = spot.written.length;
    const [tree] = readTree(rest, spot, reader);
    const isRead = spot.written.length > before;
    if (isRead && tree !== undefined && tree.errors === undefined) break;
    rest = fromNextCommand(isRead ? rest.slice(reader.reach) : rest.replace(/^[^;\n]*/, ""));
  }
}

/** A `cd` inside has no effect outside. */
const ENCLOSED: Readonly<Record<string, Enclosing>> = {
  Subshell: { kind: "subshell" },
  Coproc: { kind: "subshell" },
  Function: { kind: "function" },
};
const SUBSTITUTION: Enclosing = { kind: "substitution" };
const ARGUMENT: Enclosing = { kind: "argument" };

/** A word without these characters contains no command and nothing uncertain. */
const MAY_RUN = /[$`()[<>]/;

function readNode(node: SyntaxNode, spot: Spot, reader: LineReader): Sure {
  if (node.type === "Word" && !MAY_RUN.test(node.text)) return NONE_SURE;
  if (node.type === "Command") return readCommand(node, spot, reader);
  if (node.type === "Pipeline") return readPipeline(node, spot, reader);
  for (const doubt of doubtsOf(node)) reader.doubts.add(doubt);
  if (isBroken(node)) stop(reader, "syntax");
  const done = doneByShell(node);
  if (done !== undefined) reader.commands.push({ ...commandAt(spot), ...done });
  if ("script" in node) {
    const inside = { ...spot, fedBy: [], within: [...spot.within, SUBSTITUTION], written: [] };
    if (isTooLong(node.text, reader)) return NONE_SURE;
    if (node.script !== undefined) readChildren(node.script, inside, reader);
    return NONE_SURE;
  }
  const around = ENCLOSED[node.type];
  // The body of a function runs later, when it is called.
  const written = node.type === "Function" ? [] : spot.written;
  const isBehind = node.type === "Statement" && node.background === true;
  const inside = isBehind ? { ...spot, isBackground: true as const } : spot;
  const own = around === undefined ? inside : { ...inside, within: [...spot.within, around], written };
  if (node.type === "AndOr") return readAndOr(node, own, reader);
  const sure = readChildren(node, own, reader);
  const isSure = node.type === "Statement" ? node.background !== true : SEQUENCES.has(node.type);
  return isSure ? sure : NONE_SURE;
}

const SEQUENCES: ReadonlySet<string> = new Set(["CompoundList", "BraceGroup", "Subshell"]);

function readAndOr(node: AndOr, spot: Spot, reader: LineReader): Sure {
  const from = spot.cwd;
  const before = spot.after;
  let sure = NONE_SURE;
  for (const [at, child] of node.commands.entries()) {
    // After `||` nothing is known about what came before.
    if (at > 0) sure = node.operators[at - 1] === "&&" ? sure : NONE_SURE;
    spot.after = sure.length === 0 ? before : [...before, ...sure].slice(-LIMITS.before);
    const own = readNode(child, spot, reader);
    sure =
      node.operators[at] === "||" || node.operators[at - 1] === "||"
        ? NONE_SURE
        : [...sure, ...own].slice(-LIMITS.before);
  }
  spot.after = before;
  // The directory depends on which side runs.
  if (node.operators.includes("||") && spot.cwd !== from) spot.cwd = undefined;
  return sure;
}

function readPipeline(node: Pipeline, spot: Spot, reader: LineReader): Sure {
  const isNegated = node.prefixes.some(({ type }) => type === "Negation");
  let last = NONE_SURE;
  if (node.commands.length < 2) {
    for (const member of node.commands) last = readNode(member, spot, reader);
    return isNegated ? NONE_SURE : last;
  }
  const tokens: string[] = [];
  const pipeline: CommandText = { text: reader.source.slice(node.pos, node.end), tokens, words: [] };
  let fedBy = spot.fedBy;
  const members = node.commands.map((command, member) => {
    const before = reader.commands.length;
    const within: Enclosing[] = [...spot.within, { kind: "pipeline", member, pipeline }];
    const own: Spot = { ...spot, fedBy, within, written: [] };
    last = readNode(command, own, reader);
    // Some shells run the last member themselves, so that its `cd` stays.
    if (own.cwd !== spot.cwd) spot.cwd = undefined;
    fedBy = [...fedBy, ...reader.commands.slice(before).map(({ program }) => program)];
    return own.written;
  });
  const isFlat = members.every(({ length }) => length === 1);
  tokens.push(...(isFlat ? members.flatMap(([head = []], at) => (at === 0 ? head : ["|", ...head])) : [pipeline.text]));
  if (members.some(({ length }) => length > 0)) spot.written.push(tokens);
  return isNegated ? NONE_SURE : last;
}

const NO_NAME = literal("");

function commandAt({ cwd, fedBy, wrappers, within, after }: Spot): ParsedCommand {
  const nothing = { program: "", name: NO_NAME, args: [], assigns: [], redirects: [], isWrapper: false } as const;
  return { ...nothing, cwd, fedBy, wrappers, within, after };
}

function readCommand(node: Command, spot: Spot, reader: LineReader): Sure {
  if (reader.commands.length > LIMITS.commands) {
    stop(reader, "many");
    return NONE_SURE;
  }
  const all = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  const last = all.at(-1);
  // zsh and fish need no semicolon before a closing brace, so it looks like an argument.
  const isClosed = reader.isBroken && last?.type === "Word" && last.text === "}";
  const parts = isClosed ? all.slice(0, -1) : all;
  reader.reach = Math.max(reader.reach, node.end);
  const words: Word[] = [];
  const tokens: string[] = [];
  for (const part of parts) {
    const word = wordOf(part);
    if (word !== undefined) words.push(word);
    tokens.push(...tokensOf(part, reader.source));
  }
  const settings = node.prefix.filter((part) => part.type === "Assignment");
  const text = reader.source.slice(node.pos, parts.at(-1)?.end ?? node.end);
  const source: CommandText = { text, tokens, words: words.map(({ value }) => value) };
  if (words.length > 0) spot.written.push(source.tokens);
  const own = settings.length === 0 ? words : words.slice(settings.length);
  const input = node.redirects.map(inputOf).find((text) => text !== undefined);
  const around: Around = {
    redirects: redirectsOf(node.redirects),
    assigns: settings.map(({ name, value, text }) => ({ name, value: value.type === "Word" ? value.value : text })),
    input,
    source: words.length > 0 ? source : undefined,
  };
  const sure = readWords(own, around, spot, reader);
  for (const part of all) readNode(part, spot, reader);
  if (MOVING.has(own[0]?.value ?? "")) spot.cwd = movedTo(own.slice(1), { cwd: spot.cwd, home: reader.home });
  return sure;
}

const SETTING = new Set(["export", "declare", "typeset", "readonly", "local", "env"]);

type Around = Pick<ParsedCommand, "redirects" | "assigns" | "input" | "source">;

const NOTHING_AROUND: Around = { redirects: [], assigns: [], input: undefined, source: undefined };

/** The command itself, then the commands inside it. */
function readWords(words: readonly Word[], around: Around, spot: Spot, reader: LineReader): Sure {
  const settings = settingsIn(words);
  const command = settings === 0 ? words : words.slice(settings);
  const [name = NO_NAME] = command;
  const args = command.slice(1);
  const setting = [...words.slice(0, settings), ...(SETTING.has(name.value) ? args : [])];
  const set = setting.flatMap(({ value }) => settingIn(value) ?? []);
  const assigns = set.length === 0 ? around.assigns : [...around.assigns, ...set];
  const { redirects, input, source } = around;
  const { cwd, fedBy, within, after } = spot;
  const program = baseName(name.value);
  const inner = innerCommands(command);
  const isWrapper = inner.some(
    (one) => one.isNamed && (one.kind === "line" || settingsIn(one.words) < one.words.length),
  );
  const behind = spot.isBackground === true ? { isBackground: true as const } : {};
  const found = {
    program,
    name,
    args,
    assigns,
    redirects,
    fedBy,
    wrappers: spot.wrappers,
    isWrapper,
    within,
    cwd,
    ...behind,
  };
  const own: ParsedCommand = { ...found, after, input, source };
  let sure: Sure = [own];
  reader.commands.push(own);
  if (inner.length === 0 && input === undefined) return sure;
  if (spot.depth >= LIMITS.depth || reader.commands.length > LIMITS.commands) {
    stop(reader, spot.depth >= LIMITS.depth ? "deep" : "many");
    return sure;
  }
  const depth = spot.depth + 1;
  const wrappers = [...spot.wrappers, program];
  for (const one of inner) {
    const inside = { ...spot, wrappers, within: one.isNamed && isWrapper ? within : [...within, ARGUMENT], depth };
    let done: Sure;
    if (one.kind === "words") done = readWords(one.words, { ...NOTHING_AROUND, source }, inside, reader);
    else {
      if (!one.isCertain) reader.doubts.add("built-at-run-time");
      done = readNested(one.line, inside, reader);
    }
    if (one.isNamed && isWrapper) sure = [...sure, ...done];
  }
  if (input !== undefined && programOf(program).isShell === true)
    readNested(input, { ...spot, wrappers, within: [...within, ARGUMENT], depth }, reader);
  return sure;
}

function readNested(text: string, spot: Spot, reader: LineReader): Sure {
  if (isTooLong(text, reader)) return NONE_SURE;
  const readable = bounded(text, reader.most);
  if (readable !== text) stop(reader, "cut");
  return readText(readable, { ...spot, fedBy: [], written: [] }, reader);
}
