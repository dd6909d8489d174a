/** Reads the shell parser's tree: what the shell does by itself, what makes a line uncertain, and parsing within limits. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import type { LineDoubt, ParsedCommand } from "../parsed-command.ts";
import { literal, redirectsOf, type Word } from "./word.ts";

export function doubtsOf(node: SyntaxNode): LineDoubt[] {
  if (hidesInNumbers(node)) return ["other-shell"];
  switch (node.type) {
    case "Statement":
      return node.background ? ["background"] : [];
    case "Function":
    case "Coproc":
      return ["defines"];
    case "ExtendedGlob":
      return ["other-shell"];
    case "ParameterExpansion": {
      const type = node.operation?.type;
      return type === "Unknown" || type === "Transform" || node.parameter === "" ? ["other-shell"] : [];
    }
    default:
      return [];
  }
}

type Done = Pick<ParsedCommand, "program" | "name"> & Partial<ParsedCommand>;

export function doneByShell(node: SyntaxNode): Done | undefined {
  const does = (program: string, what: Partial<ParsedCommand>): Done => ({ program, name: literal(program), ...what });
  const sets = (name: string): Done => does("", { assigns: [{ name, value: "" }] });
  switch (node.type) {
    case "For":
    case "Select":
      return sets(node.name.value);
    case "TestCommand":
      return does("[[", { args: [quoted(wordsIn(node))] });
    case "ArithmeticCommand":
      return does("((", { args: [quoted(node.body)] });
    case "Redirected":
      return does(":", { redirects: redirectsOf(node.redirects) });
    case "ParameterExpansion": {
      const { operation, parameter } = node;
      return operation?.type === "Default" && operation.operator.endsWith("=") ? sets(parameter) : undefined;
    }
    default:
      return undefined;
  }
}

const quoted = (value: string): Word => ({ value, written: value, form: "quoted" });

function wordsIn(node: SyntaxNode): string {
  const words: string[] = [];
  const collect = (one: SyntaxNode): void => {
    if (one.type === "Word") words.push(one.text);
    else forEachChild(one, collect);
  };
  forEachChild(node, collect);
  return words.join(" ");
}

/** A shell evaluates the text in square brackets as a number, and runs the commands in it. */
function hidesInNumbers(node: SyntaxNode): boolean {
  if (node.type === "Assignment") return node.index !== undefined && !/^\w+$/.test(node.index.text);
  if (node.type === "ParameterExpansion")
    return /\[(?!(?:\w+|[@*])\])/.test(node.text) && (node.index !== undefined || node.operation?.type === "Slice");
  if (node.type === "ArithmeticExpansion") return node.pos >= 0 && node.text.includes("[");
  return node.type === "ArithmeticCommand" && node.pos >= 0 && node.body.includes("[");
}

/** Whether the parser gave up inside: a here-document without its end, a substitution with an error. */
export function isBroken(node: SyntaxNode): boolean {
  if (node.type === "HereDoc") return node.closing === undefined;
  return "script" in node && (node.script === undefined || node.script.errors !== undefined);
}

/** Braces and here-documents are costly: the parser's time grows with the square of their number. */
export type Limits = { readonly chars: number; readonly costly: number };

export function treeOf(text: string): ParsedScript | undefined {
  try {
    return parse(text);
  } catch (error) {
    // Thousands of nested functions exhaust the parser's stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const COSTLY = /\{|<</g;

export function bounded(text: string, { chars, costly }: Limits): string {
  const source = text.slice(0, chars);
  COSTLY.lastIndex = 0;
  for (let count = 0; count < costly; count += 1) if (!COSTLY.test(source)) return source;
  return source.slice(0, COSTLY.lastIndex);
}

const STRAY = /^(?:[\s&|;)}\]<>]+|(?:else|elif|then|do|fi|done|esac|end)(?![^\s;]))/;

/** Skips characters and words that no command starts with. */
export function fromNextCommand(text: string): string {
  let rest = text.trimStart();
  // Brackets after a word contain a substitution (fish) or a list (zsh).
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
