/** Parses the text of a line within limits, and finds where to go on in a text that the parser cannot get through. */
import { type ParsedScript, parse } from "unbash";

/** The parser's time grows with the square of braces and here-documents, which are the costly signs. */
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

/** Past signs and words that no command begins with. */
export function fromNextCommand(text: string): string {
  let rest = text.trimStart();
  // Brackets after a word hold a substitution (fish) or a list (zsh).
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
