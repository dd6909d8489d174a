/** Cuts a shell line into the commands it runs, on unbash's tree; a broken line gives what can be read of it. */
import {
  type Assignment,
  type Command,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
  type Word as SyntaxWord,
  type WordPart,
} from "unbash";

export type Word = {
  readonly value: string;
  /** With its quotes, letter for letter. */
  readonly written: string;
  /** `open` words say only when they run what they stand for: expansions, globs. */
  readonly look: "plain" | "quoted" | "open";
};

export type Run =
  | {
      readonly kind: "command";
      readonly words: readonly Word[];
      readonly tokens: readonly string[];
      readonly text: string;
    }
  | {
      readonly kind: "pipeline";
      readonly members: readonly (readonly Run[])[];
      readonly tokens: readonly string[];
      readonly text: string;
    };

export function runsOf(line: string): Run[] {
  const source = bounded(line);
  const tree = treeOf(source);
  const reader: Reader = { source, isBroken: tree?.errors !== undefined, reach: 0 };
  const runs = tree === undefined ? [] : listRuns(tree, reader);
  return reader.isBroken ? [...runs, ...remainder(source.slice(reader.reach))] : runs;
}

/** `reach` is where the last command that was read ends. */
type Reader = { readonly source: string; readonly isBroken: boolean; reach: number };

const MOST_CHARS = 65_536;
const COSTLY = /\{|<</g;
const MOST_COSTLY = 400;

/** The parser's time grows with the square of braces and here-documents: a line is read up to so many of them. */
function bounded(line: string): string {
  const source = line.slice(0, MOST_CHARS);
  COSTLY.lastIndex = 0;
  for (let count = 0; count < MOST_COSTLY; count += 1) if (!COSTLY.test(source)) return source;
  return source.slice(0, COSTLY.lastIndex);
}

function treeOf(source: string): ParsedScript | undefined {
  try {
    return parse(source);
  } catch (error) {
    // Thousands of nested functions exhaust the parser's stack; such a line is nobody's habit.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const MOST_ROUNDS = 16;
const MOST_REMAINDER_CHARS = 4096;

/** Other shells' grammar stops the parser half-way: what follows is read again, from the next command on. */
function remainder(text: string): Run[] {
  const runs: Run[] = [];
  let rest = fromNextCommand(text.slice(0, MOST_REMAINDER_CHARS));
  for (let round = 0; rest !== "" && round < MOST_ROUNDS; round += 1) {
    const reader: Reader = { source: rest, isBroken: true, reach: 0 };
    const tree = treeOf(rest);
    const found = tree === undefined ? [] : listRuns(tree, reader);
    runs.push(...found);
    if (found.length > 0 && tree?.errors === undefined) break;
    rest = fromNextCommand(found.length > 0 ? rest.slice(reader.reach) : rest.replace(/^[^;\n]*/, ""));
  }
  return runs;
}

const STRAY = /^(?:[\s&|;)}\]<>]+|(?:else|elif|then|do|fi|done|esac|end)(?![^\s;]))/;

function fromNextCommand(text: string): string {
  let rest = text.trimStart();
  // What stands in brackets after a word is a substitution (fish) or a list (zsh).
  if (rest.startsWith("(")) rest = rest.slice(endOfBrackets(rest));
  for (let stray = STRAY.exec(rest); stray !== null; stray = STRAY.exec(rest)) rest = rest.slice(stray[0].length);
  return rest;
}

function endOfBrackets(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") open += 1;
    if (text[at] === ")") open -= 1;
    if (open === 0) return at + 1;
  }
  return text.length;
}

function listRuns({ commands }: { readonly commands: readonly Statement[] }, reader: Reader): Run[] {
  return commands.flatMap(({ command }) =>
    command.type === "AndOr"
      ? command.commands.flatMap((member) => nodeRuns(member, reader))
      : nodeRuns(command, reader),
  );
}

/** A function is defined here, not run; tests and arithmetic are nobody's command. */
function nodeRuns(node: PipelineNode | CompoundList, reader: Reader): Run[] {
  const bodies = (...lists: readonly (CompoundList | undefined)[]) =>
    lists.flatMap((list) => (list === undefined ? [] : listRuns(list, reader)));
  switch (node.type) {
    case "Command":
      return commandRuns(node, reader);
    case "Pipeline":
      return pipelineRuns(node, reader);
    case "CompoundList":
      return listRuns(node, reader);
    case "Subshell":
    case "BraceGroup":
    case "For":
    case "ArithmeticFor":
    case "Select":
      return bodies(node.body);
    case "While":
      return bodies(node.clause, node.body);
    case "If":
      return bodies(node.clause, node.then, ...node.elif.flatMap((elif) => [elif.clause, elif.then]), node.else);
    case "Case":
      return bodies(...node.items.map((item) => item.body));
    case "Redirected":
      return nodeRuns(node.command, reader);
    case "Coproc":
      return nodeRuns(node.body, reader);
    case "Function":
    case "TestCommand":
    case "ArithmeticCommand":
      return [];
  }
}

function pipelineRuns(node: Pipeline, reader: Reader): Run[] {
  const members = node.commands.map((member) => nodeRuns(member, reader));
  if (members.length < 2) return members.flat();
  const text = reader.source.slice(node.pos, node.end);
  const heads = members.map((runs) => (runs.length === 1 ? runs[0]?.tokens : undefined));
  const isFlat = heads.every((tokens) => tokens !== undefined);
  const tokens = isFlat ? heads.flatMap((head, at) => (at === 0 ? head : ["|", ...head])) : [text];
  return [{ kind: "pipeline", members, tokens, text }];
}

function commandRuns(node: Command, reader: Reader): Run[] {
  const name = node.name === undefined ? [] : [node.name];
  const parts = [...node.prefix, ...name, ...node.suffix];
  const last = parts.at(-1);
  // zsh and fish close a group without a semicolon, so that the brace looks like an argument.
  const isClosed = reader.isBroken && last?.type === "Word" && last.text === "}";
  const own = isClosed ? parts.slice(0, -1) : parts;
  const end = own.at(-1)?.end ?? node.end;
  reader.reach = Math.max(reader.reach, node.end);
  const words = own.flatMap((part) => wordOf(part) ?? []);
  if (words.length === 0) return [];
  const tokens = own.flatMap((part) => tokensOf(part, reader.source));
  return [{ kind: "command", words, tokens, text: reader.source.slice(node.pos, end) }];
}

function tokensOf(part: SyntaxWord | Assignment | Redirection, source: string): string[] {
  if (part.type === "HereDoc") return [];
  if (part.type === "Word" || part.type === "Assignment") return [part.text];
  const written = source.slice(part.pos, part.end);
  // `2>&1` is one thing; a file after `>` may vary.
  if (part.target === undefined || part.operator.endsWith("&")) return [written];
  return [source.slice(part.pos, part.target.pos).trimEnd(), part.target.text];
}

export function wordOf(part: SyntaxWord | Assignment | Redirection): Word | undefined {
  if (part.type === "Word") return { value: part.value, written: part.text, look: lookOf(part) };
  if (part.type !== "Assignment") return undefined;
  const value = part.value.type === "Word" ? part.text.replace(part.value.text, () => unquoted(part)) : part.text;
  return { value, written: part.text, look: "plain" };
}

const unquoted = ({ value }: Assignment): string => (value.type === "Word" ? value.value : "");

const SIMPLE = /^[\w./:=@%+,-]+$/;

function lookOf(word: SyntaxWord): Word["look"] {
  if (SIMPLE.test(word.text)) return "plain";
  const looks = (word.parts ?? []).map(partLook);
  if (looks.includes("open")) return "open";
  return looks.includes("quoted") ? "quoted" : "plain";
}

function partLook(part: WordPart): Word["look"] {
  switch (part.type) {
    case "Literal":
      return "plain";
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
