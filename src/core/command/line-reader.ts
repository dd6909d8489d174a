/** How far a line is read, what was found so far, and why the reading stopped. */
import type { LineDoubt, ParsedCommand } from "./parsed-command.ts";
import type { Limits } from "./syntax/syntax-tree.ts";

export const LIMITS = {
  /** What Linux takes as one argument, so that no program can be given a longer line. */
  text: { chars: 131_072, costly: 1500 },
  /** All lines and substitutions inside the line together: each is parsed again. */
  nestedChars: 524_288,
  depth: 64,
  commands: 1500,
  /** How many of the commands before one in its `&&` list it remembers. */
  before: 64,
};

const UNREAD = {
  cut: "it is too long, or has too many braces or here-documents",
  syntax: "the shell parser does not understand all of it",
  many: `it has more than ${LIMITS.commands} commands`,
  deep: "too many commands are inside each other",
};

/** From here on, something of the line is not known; the first reason is kept. */
export function stop(reader: LineReader, why: keyof typeof UNREAD): void {
  reader.unread ??= UNREAD[why];
}

export type LineReader = {
  readonly commands: ParsedCommand[];
  readonly doubts: Set<LineDoubt>;
  unread: string | undefined;
  nestedChars: number;
  readonly most: Limits;
  readonly home: string | undefined;
  /** The text being read; broken if the parser failed on it; `reach` is the end of its last command. */
  source: string;
  isBroken: boolean;
  reach: number;
};

export function newReader(home: string | undefined, most: Limits): LineReader {
  const place = { source: "", isBroken: false, reach: 0, nestedChars: 0 };
  return { commands: [], doubts: new Set(), unread: undefined, home, most, ...place };
}

/** Of a line or a substitution inside the line: whether all of them together are too much to parse. */
export function isTooLong(nested: string, reader: LineReader): boolean {
  reader.nestedChars += nested.length;
  const isOver = reader.nestedChars > LIMITS.nestedChars;
  if (isOver) stop(reader, "deep");
  return isOver;
}
