/** What the command line is connected to: its environment, two outlets, standard input, and somebody who may answer. */
import { fstatSync, readSync } from "node:fs";
import { pause } from "../core/base/clock.ts";
import { errnoOf } from "../core/base/error.ts";
import { type Env, environment } from "../env.ts";
import { writeAll } from "./print.ts";

export type Outlet = {
  write(text: string): void;
  /** The width of the terminal; undefined where it is none. */
  readonly columns: number | undefined;
};

export type Io = {
  readonly env: Env;
  readonly out: Outlet;
  readonly err: Outlet;
  readonly input: {
    readonly isTerminal: boolean;
    /** Reads to the end, or one byte more than asked for, so that the caller sees that it is too much. */
    read(mostBytes: number): Uint8Array;
  };
  /** What a person typed, or undefined where it was cut off; what is given with it can be changed. */
  ask(question: string, given?: string): Promise<string | undefined>;
  /** Goes into a directory and returns its real path. */
  enter(dir: string): string;
};

export function processIo(): Io {
  return {
    env: environment(),
    out: outlet(1, () => process.stdout.columns),
    err: outlet(2, () => process.stderr.columns),
    input: {
      get isTerminal() {
        return isTerminal(0);
      },
      read: readInput,
    },
    ask,
    enter(dir) {
      process.chdir(dir);
      return process.cwd();
    },
  };
}

const USUAL_COLUMNS = 80;
const CHUNK_BYTES = 65_536;
const WAIT_MS = 10;

function outlet(fd: 1 | 2, widthOf: () => number | undefined): Outlet {
  let isOpen = true;
  return {
    write(text) {
      if (!isOpen) return;
      isOpen = false; // also where writing throws: what failed once is not tried again
      isOpen = writeAll(fd, text) === "written";
    },
    // The streams of Node are made only for a terminal, which is the only one that has a width.
    columns: isTerminal(fd) ? widthOf() || USUAL_COLUMNS : undefined,
  };
}

/** Node's own test loads its network code; most calls are in a pipe, and what is no device is no terminal. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(fd);
  } catch {
    return false; // the descriptor is closed
  }
}

function readInput(mostBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let left = mostBytes + 1; left > 0; ) {
    const chunk = readChunk(Math.min(left, CHUNK_BYTES));
    if (chunk.length === 0) break;
    chunks.push(chunk);
    left -= chunk.length;
  }
  return Buffer.concat(chunks);
}

function readChunk(bytes: number): Uint8Array {
  const buffer = Buffer.alloc(bytes);
  for (;;) {
    try {
      return buffer.subarray(0, readSync(0, buffer));
    } catch (error) {
      if (errnoOf(error) === "EOF") return buffer.subarray(0, 0);
      if (errnoOf(error) !== "EAGAIN") throw error;
      pause(WAIT_MS); // somebody made it non-blocking, and nothing is there yet
    }
  }
}

async function ask(question: string, given = ""): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.on("SIGINT", () => lines.close());
    lines.on("close", () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
    if (given !== "") lines.write(given);
  });
}
