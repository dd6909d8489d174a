/** Shows the progress of long work at a terminal, and nothing in a pipe. */
import type { Call } from "../command.ts";
import type { Io } from "../io.ts";
import { printable } from "./style.ts";
import { widthOf } from "./text-width.ts";

export type Progress = { say(text: string): void; end(): void };

/** One line that is overwritten. */
export function progressLine({ err, env }: Pick<Io, "err" | "env">): Progress {
  const { columns } = err;
  if (columns === undefined || env.variables.TERM === "dumb") return { say() {}, end() {} };
  let isShown = false;
  return {
    say(text) {
      isShown = true;
      err.write(`\r\x1b[K${cut(printable(text).replaceAll("\n", " "), columns - 1)}`);
    },
    end() {
      if (isShown) err.write("\r\x1b[K");
      isShown = false;
    },
  };
}

/** One note for each step. */
export function progressNotes({ io, note }: Pick<Call, "io" | "note">): (text: string) => void {
  return io.err.columns === undefined ? () => {} : note;
}

/** A line that wraps could not be overwritten. */
function cut(text: string, columns: number): string {
  let line = "";
  for (const char of text) {
    if (widthOf(line + char) > columns) break;
    line += char;
  }
  return line;
}
