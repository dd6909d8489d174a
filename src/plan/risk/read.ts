/** Reads a line into every command that it would run, wherever it hides, and into marks for what cannot be read. */
import {
  type Command,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "unbash";
import { type Act, type Arg, type Assignment, baseName, type Redirect } from "./act.ts";
import { insideOf } from "./inside.ts";
import { resolved } from "./place.ts";

/** What stands in the line beside its commands. */
type Mark = "cannot-be-parsed" | "cut" | "deep" | "other-shell" | "uncertain-line" | "defines" | "background";

export type Reading = { readonly text: string; readonly acts: readonly Act[]; readonly marks: ReadonlySet<Mark> };

type Start = { readonly cwd: string; readonly home?: string; readonly within: Act["within"] };

/** More is not read: the parser's time grows with the square of braces, and nobody approves so much at once. */
const MOST_CHARS = 4096;
const MOST_COSTLY = 200;
const MOST_NESTED_LINES = 6;
const MOST_ACTS = 1000;

export function readLine(text: string, start: Start): Reading {
  const reader: Reader = { acts: [], marks: new Set(), home: start.home, within: start.within };
  readNested(text, { cwd: start.cwd, fedBy: [], via: [], depth: 0 }, reader);
  return { text, acts: reader.acts, marks: reader.marks };
}

type Reader = {
  readonly acts: Act[];
  readonly marks: Set<Mark>;
  readonly home: string | undefined;
  readonly within: Act["within"];
};

/** Where a command stands; `cwd` moves on with every `cd`. */
type Spot = {
  cwd: string | undefined;
  readonly fedBy: readonly string[];
  readonly via: readonly string[];
  readonly depth: number;
};

function readNested(text: string, spot: Spot, reader: Reader): void {
  if (spot.depth > MOST_NESTED_LINES || reader.acts.length > MOST_ACTS) {
    reader.marks.add("deep");
    return;
  }
  if (text.length > MOST_CHARS || (text.match(/\{|<</g)?.length ?? 0) > MOST_COSTLY) reader.marks.add("cut");
  else readScript(treeOf(text, reader), spot, reader);
}

function treeOf(text: string, reader: Reader): ParsedScript | undefined {
  try {
    const tree = parse(text);
    if (tree.errors !== undefined) reader.marks.add("cannot-be-parsed");
    return tree;
  } catch (error) {
    // Deep nesting exhausts the parser's stack: what cannot be read is marked.
    if (!(error instanceof RangeError)) throw error;
    reader.marks.add("cannot-be-parsed");
    return undefined;
  }
}

function readScript(tree: ParsedScript | undefined, spot: Spot, reader: Reader): void {
  if (tree === undefined) return;
  if (tree.errors !== undefined) reader.marks.add("cannot-be-parsed");
  forEachChild(tree, (child) => readNode(child, spot, reader));
}

function readNode(node: SyntaxNode, spot: Spot, reader: Reader): void {
  note(node, spot, reader);
  if (node.type === "Command") readCommand(node, spot, reader);
  else if (node.type === "Pipeline") readPipeline(node, spot, reader);
  else if (SUBSTITUTES.has(node.type) && "script" in node) readScript(node.script, { ...spot, fedBy: [] }, reader);
  else readChildren(node, OWN_PLACE.has(node.type) ? { ...spot } : spot, reader);
}

const SUBSTITUTES = new Set(["CommandExpansion", "ProcessSubstitution", "ArithmeticCommandExpansion"]);
/** A `cd` in there moves nothing outside. */
const OWN_PLACE = new Set(["Script", "Subshell", "Function", "Coproc"]);

function readChildren(node: SyntaxNode, spot: Spot, reader: Reader): void {
  const from = spot.cwd;
  forEachChild(node, (child) => readNode(child, spot, reader));
  // Which of the directories it is, only shows when it runs.
  if (node.type === "AndOr" && node.operators.includes("||") && spot.cwd !== from) spot.cwd = undefined;
}

function readPipeline(node: Pipeline, spot: Spot, reader: Reader): void {
  let fedBy = spot.fedBy;
  for (const member of node.commands) {
    const before = reader.acts.length;
    const own = { ...spot, fedBy };
    readNode(member, own, reader);
    // Some shells run the last member themselves, so that its `cd` stays.
    if (own.cwd !== spot.cwd) spot.cwd = undefined;
    fedBy = [...fedBy, ...reader.acts.slice(before).map(({ program }) => program)];
  }
}

/** What a node is beside the commands in it. */
function note(node: SyntaxNode, spot: Spot, reader: Reader): void {
  const push = (act: Act): number => reader.acts.push(act);
  if (node.type === "Statement" && node.background) reader.marks.add("background");
  if (node.type === "Function" || node.type === "Coproc") reader.marks.add("defines");
  if (node.type === "HereDoc" && node.closing === undefined) reader.marks.add("cannot-be-parsed");
  if (node.type === "ExtendedGlob") reader.marks.add("other-shell");
  if (SUBSTITUTES.has(node.type) && "script" in node && node.script === undefined) reader.marks.add("cannot-be-parsed");
  if (node.type === "For" || node.type === "Select") push(setting(node.name.value, { spot, reader }));
  if (node.type === "TestCommand") push(named("[[", [quotedArg(wordsIn(node))], { spot, reader }));
  if (node.type === "ArithmeticCommand") push(named("((", [quotedArg(node.body)], { spot, reader }));
  if (node.type === "Redirected") push({ ...named(":", [], { spot, reader }), redirects: redirectsOf(node.redirects) });
  if (hidesInNumbers(node)) reader.marks.add("other-shell");
  if (node.type !== "ParameterExpansion") return;
  const { operation, parameter } = node;
  if (operation?.type === "Unknown" || operation?.type === "Transform" || parameter === "")
    reader.marks.add("other-shell");
  if (operation?.type === "Default" && operation.operator.endsWith("=")) push(setting(parameter, { spot, reader }));
}

/** What stands in square brackets is worked out as a number, and a shell runs commands that it finds in there. */
function hidesInNumbers(node: SyntaxNode): boolean {
  if (node.type === "Assignment") return node.index !== undefined && !/^\w+$/.test(node.index.text);
  if (node.type === "ParameterExpansion")
    return /\[(?!(?:\w+|[@*])\])/.test(node.text) && (node.index !== undefined || node.operation?.type === "Slice");
  return (
    (node.type === "ArithmeticExpansion" || node.type === "ArithmeticCommand") &&
    node.pos >= 0 &&
    textOf(node).includes("[")
  );
}

const textOf = (node: SyntaxNode): string =>
  "text" in node ? node.text : "body" in node && typeof node.body === "string" ? node.body : "";

const quotedArg = (value: string): Arg => ({ value, written: value, look: "quoted" });

function readCommand(node: Command, spot: Spot, reader: Reader): void {
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args].map(argOf);
  const redirects = redirectsOf(node.redirects);
  const told = node.redirects.map(toldBy).find((text) => text !== undefined);
  const assigns = node.prefix.flatMap((part) =>
    part.type === "Assignment"
      ? [{ name: part.name, value: part.value.type === "Word" ? part.value.value : part.text }]
      : [],
  );
  readWords(words, { ...spot, redirects, assigns, ...(told === undefined ? {} : { told }) }, reader);
  forEachChild(node, (child) => readNode(child, spot, reader));
  if (/^(?:cd|pushd|popd|chdir)$/.test(words[0]?.value ?? "")) spot.cwd = movedTo(words.slice(1), spot, reader.home);
}

type Around = Spot & {
  readonly redirects: readonly Redirect[];
  readonly assigns: readonly Assignment[];
  readonly told?: string;
};

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=(.*)$/s;

/** The command itself, then the command inside it. */
function readWords(words: readonly Arg[], around: Around, reader: Reader): void {
  const first = words.findIndex(({ value }) => !ASSIGNMENT.test(value));
  const own = first < 0 ? [] : words.slice(first);
  const set = words.slice(0, first < 0 ? words.length : first).flatMap(({ value }) => {
    const [, name, to] = ASSIGNMENT.exec(value) ?? [];
    return name === undefined ? [] : [{ name, value: to ?? "" }];
  });
  const [name, ...args] = own;
  const { depth, ...rest } = around;
  const exported = /^(?:export|declare|typeset|readonly|local|env)$/.test(name?.value ?? "") ? setBy(args) : [];
  reader.acts.push({
    ...rest,
    program: baseName(name?.value ?? ""),
    name: name ?? { value: "", written: "", look: "plain" },
    args,
    assigns: [...around.assigns, ...set, ...exported],
    within: reader.within,
  });
  if (name === undefined) return;
  for (const inside of insideOf(own)) {
    const via = [...around.via, baseName(name.value)];
    if (inside.is === "words") {
      const { told: _, ...spot } = around;
      if (depth < MOST_NESTED_LINES)
        readWords(inside.words, { ...spot, assigns: [], redirects: [], via, depth: depth + 1 }, reader);
      else reader.marks.add("deep");
      continue;
    }
    if (!inside.isCertain) reader.marks.add("uncertain-line");
    readNested(inside.line, { cwd: around.cwd, fedBy: [], via, depth: depth + 1 }, reader);
  }
  if (around.told !== undefined && SHELLS.test(baseName(name.value)))
    readNested(around.told, { cwd: around.cwd, fedBy: [], via: [...around.via, name.value], depth: depth + 1 }, reader);
}

export const SHELLS = /^(?:[abcdk]?sh|bash|zsh|fish|tcsh|mksh|rbash|pwsh|elvish|nu)$/;

function setBy(args: readonly Arg[]): Assignment[] {
  return args.flatMap(({ value }) => {
    const [, name, to] = ASSIGNMENT.exec(value) ?? [];
    return name === undefined ? [] : [{ name, value: to ?? "" }];
  });
}

function movedTo(args: readonly Arg[], spot: Spot, home: string | undefined): string | undefined {
  const [to] = args.filter(({ value }) => !/^-[LPe@]+$/.test(value) && value !== "--");
  if (to === undefined) return home;
  if (/^[-+]/.test(to.value) || to.look === "glob") return undefined;
  return resolved(to, { cwd: spot.cwd, home });
}

function named(program: string, args: readonly Arg[], { spot, reader }: { spot: Spot; reader: Reader }): Act {
  const { depth: _, ...rest } = spot;
  const name: Arg = { value: program, written: program, look: "plain" };
  return { ...rest, program, name, args, assigns: [], redirects: [], within: reader.within };
}

function setting(name: string, place: { spot: Spot; reader: Reader }): Act {
  return { ...named("", [], place), assigns: [{ name, value: "" }] };
}

function redirectsOf(redirects: readonly Redirection[]): Redirect[] {
  return redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.target !== undefined
      ? [{ operator: redirect.operator, target: argOf(redirect.target) }]
      : [],
  );
}

function toldBy(redirect: Redirection): string | undefined {
  if (redirect.type === "HereDoc") return redirect.body.text;
  return redirect.type === "HereString" ? (redirect.target?.value ?? "") : undefined;
}

function wordsIn(node: SyntaxNode): string {
  const words: string[] = [];
  const collect = (one: SyntaxNode): void => {
    if (one.type === "Word") words.push(one.text);
    else forEachChild(one, collect);
  };
  forEachChild(node, collect);
  return words.join(" ");
}

function argOf(word: Word | { readonly type: "Assignment"; readonly text: string; readonly value: unknown }): Arg {
  if (word.type === "Assignment") {
    const isOpen = /[$`*?[{(]/.test(word.text);
    return { value: word.text.replace(/["']/g, ""), written: word.text, look: isOpen ? "open" : "plain" };
  }
  const looks = (word.parts ?? []).map(lookOf);
  const look = (["open", "glob", "quoted"] as const).find((one) => looks.includes(one)) ?? "plain";
  return { value: word.value, written: word.text, look };
}

function lookOf(part: WordPart): Arg["look"] {
  switch (part.type) {
    case "Literal":
      return "plain";
    case "Glob":
      return "glob";
    case "SingleQuoted":
    case "AnsiCQuoted":
      return "quoted";
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every((child) => child.type === "Literal") ? "quoted" : "open";
    default:
      return "open";
  }
}
