/** The page that an answer is written on: a terminal with a width and perhaps colour, or a pipe that programs read. */
import { cleanInvisible } from "../core/screen/invisible.ts";
import { wrap } from "./text-width.ts";

export type Page = {
  /** Undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Wrapped to the width, further lines indented. */
  wrapped(text: string, indent?: string): string;
};

type Wanting = {
  readonly columns: number | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly noColor: boolean;
};

export function pageFor({ columns, variables, noColor }: Wanting): Page {
  const paint = hasColor({ columns, variables, noColor }) ? painted : plain;
  return {
    columns,
    bold: paint("1", "22"),
    dim: paint("2", "22"),
    good: paint("32", "39"),
    bad: paint("31", "39"),
    wrapped: (text, indent = "") => (columns === undefined ? text : wrap(text, columns, indent)),
  };
}

/** A record's words as they may stand on a terminal: nothing hidden, no escapes. */
export function shown(text: string): string {
  return cleanInvisible(text).replaceAll("\t", " ");
}

/** The same on one line, so that a line stays a record. */
export function oneLine(text: string): string {
  return shown(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
}

/** FORCE_COLOR is asked for, NO_COLOR is asked against; the option is the nearest word and wins. */
function hasColor({ columns, variables, noColor }: Wanting): boolean {
  if (noColor) return false;
  const forced = variables.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (variables.NO_COLOR) return false;
  return columns !== undefined && variables.TERM !== "dumb";
}

type Paint = (on: string, off: string) => (text: string) => string;

const painted: Paint = (on, off) => (text) => (text === "" ? "" : `\x1b[${on}m${text}\x1b[${off}m`);
const plain: Paint = () => (text) => text;
