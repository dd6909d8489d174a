/** What a person sees at a terminal besides the answer: messages, questions, and the progress of long work. */
import type { Terminal, VerbCall } from "../../verbs/declare/verb.ts";
import { printable, styleFor, widthOf } from "../../verbs/print/style.ts";
import type { Typed } from "./run-verb.ts";

type Screen = Pick<VerbCall, "note" | "progress" | "say"> & {
  /** If a person can be shown something and asked. */
  readonly terminal: Terminal | undefined;
  /** Takes the line of progress away. */
  clear(): void;
};

export function screenOf({ io, isJson, parsed }: Omit<Typed, "typed">): Screen {
  const { env, input, err, out } = io;
  const styleOn = ({ columns }: { readonly columns: number | undefined }) =>
    styleFor({ columns, variables: env.variables, noColor: parsed.given.has("no-color") });
  const restart = "\r\x1b[K";
  let isProgressShown = false;
  const clear = (): void => {
    if (isProgressShown) err.write(restart);
    isProgressShown = false;
  };
  const show = (text: string): void => {
    clear();
    err.write(text);
  };
  const noted = new Set<string>();
  return {
    // A command may find the same more than once; it is printed once.
    note(text) {
      if (!noted.has(text)) show(`oldhand: ${text}\n`);
      noted.add(text);
    },
    progress(text) {
      if (err.columns === undefined || env.variables.TERM === "dumb") return;
      show(`${restart}${cut(printable(text).replaceAll("\n", " "), err.columns - 1)}`);
      isProgressShown = true;
    },
    say(text) {
      clear();
      const part = isJson ? "" : text(styleOn(out));
      if (part !== "") out.write(`${part}\n`);
    },
    terminal:
      isJson || !input.isTerminal || err.columns === undefined
        ? undefined
        : {
            style: styleOn(err),
            show,
            ask(question, prefill) {
              clear();
              return io.ask(question, prefill);
            },
            askKey: io.askKey,
          },
    clear,
  };
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
