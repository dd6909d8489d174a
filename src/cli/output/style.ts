/** How output is styled: wrapped and perhaps coloured for a terminal, plain for a pipe. */
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { wrap } from "./text-width.ts";

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
