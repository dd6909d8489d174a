/** How output is styled: wrapped and perhaps coloured for a terminal, plain for a pipe. */
import { cleanInvisible } from "../../core/screen/invisible.ts";

export type Style = {
  /** Undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Wrapped to the width, further lines indented. */
  wrap(text: string, indent?: string): string;
};

type StyleOptions = {
  readonly columns: number | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly noColor: boolean;
};

export function styleFor({ columns, variables, noColor }: StyleOptions): Style {
  const paint = hasColor({ columns, variables, noColor }) ? painted : plain;
  return {
    columns,
    bold: paint("1", "22"),
    dim: paint("2", "22"),
    good: paint("32", "39"),
    bad: paint("31", "39"),
    wrap: (text, indent = "") => (columns === undefined ? text : wrap(text, columns, indent)),
  };
}

/** Text that is safe to print: no invisible characters, no terminal escapes. */
export function printable(text: string): string {
  return cleanInvisible(text).replaceAll("\t", " ");
}

/** The same on one line, so that each record stays one line in a pipe. */
export function oneLine(text: string): string {
  return printable(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
}

/** The option wins over FORCE_COLOR, which wins over NO_COLOR. */
function hasColor({ columns, variables, noColor }: StyleOptions): boolean {
  if (noColor) return false;
  const forced = variables.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (variables.NO_COLOR) return false;
  return columns !== undefined && variables.TERM !== "dumb";
}

type Paint = (on: string, off: string) => (text: string) => string;

const painted: Paint = (on, off) => (text) => (text === "" ? "" : `\x1b[${on}m${text}\x1b[${off}m`);
const plain: Paint = () => (text) => text;

/** Columns that text takes: none for combining marks, two for East Asian characters and emoji, one for the rest. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most `columns`, with a hanging indent after the first; longer words, such as paths, are not broken. */
export function wrap(text: string, columns: number, indent = ""): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    const start = (): string => (lines.length === 0 ? "" : indent);
    for (const word of piecesOf(paragraph, columns - widthOf(indent))) {
      const fits = widthOf(start()) + widthOf(line) + widthOf(word.trimEnd()) <= columns;
      if (!fits && line !== "") {
        lines.push(start() + line.trimEnd());
        line = "";
      }
      line += word;
    }
    lines.push(start() + line.trimEnd());
  }
  return lines.join("\n");
}

/** Words with the spaces after them. Text in scripts without spaces may be broken anywhere if it does not fit a line. */
function piecesOf(paragraph: string, columns: number): string[] {
  const leading = /^\s*/.exec(paragraph)![0];
  const words = paragraph.slice(leading.length).match(/\S+\s*/g) ?? [];
  const pieces = words.flatMap((word) => (widthOf(word) > columns && WIDE.test(word) ? [...word] : [word]));
  return pieces.length === 0 ? [] : [leading + pieces[0], ...pieces.slice(1)];
}

const ZERO = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function charWidth(char: string): number {
  if (ZERO.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
