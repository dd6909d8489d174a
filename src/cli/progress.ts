/** Says how far long work is: one line that is written over at a terminal, nothing in a pipe. */
import type { Io } from "./io.ts";
import { shown } from "./page.ts";
import { widthOf } from "./text-width.ts";

type Progress = { say(text: string): void; end(): void };

export function progressOn({ err, env }: Pick<Io, "err" | "env">): Progress {
  const { columns } = err;
  if (columns === undefined || env.variables.TERM === "dumb") return { say() {}, end() {} };
  let isShown = false;
  return {
    say(text) {
      isShown = true;
      err.write(`\r\x1b[K${cut(shown(text).replaceAll("\n", " "), columns - 1)}`);
    },
    end() {
      if (isShown) err.write("\r\x1b[K");
      isShown = false;
    },
  };
}

/** A line that wraps could not be written over. */
function cut(text: string, columns: number): string {
  let line = "";
  for (const char of text) {
    if (widthOf(line + char) > columns) break;
    line += char;
  }
  return line;
}
