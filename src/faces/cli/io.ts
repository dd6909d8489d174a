/** What the command line is connected to: its environment, stdout, stderr, stdin, and a person who may answer. */
import { fstatSync, readSync, writeSync } from "node:fs";
import { pause } from "../../core/base/clock.ts";
import { errnoOf } from "../../core/base/error.ts";
import { type Env, environment } from "../../verbs/call/environment.ts";
import { withSeenCaller } from "../../verbs/call/see-caller.ts";

type Output = {
  write(text: string): void;
  /** The width of the terminal; undefined if this is not a terminal. */
  readonly columns: number | undefined;
};

export type Io = {
  readonly env: Env;
  readonly out: Output;
  readonly err: Output;
  readonly input: {
    readonly isTerminal: boolean;
    /** Reads to the end, or one byte more than asked for, so that the caller can see that there is too much. */
    read(mostBytes: number): Uint8Array;
  };
  /** What a person typed, or undefined if they pressed Ctrl-C or Ctrl-D; `prefill` can be edited. */
  ask(question: string, prefill?: string): Promise<string | undefined>;
  /** The one key that a person pressed, "" for Enter, or undefined for Ctrl-C and Ctrl-D. */
  askKey(question: string): Promise<string | undefined>;
  /** Changes the working directory and returns its real path. */
  chdir(dir: string): string;
};

export function processIo(): Io {
  return {
    env: withSeenCaller(environment()),
    out: output(1, () => process.stdout.columns),
    err: output(2, () => process.stderr.columns),
    input: {
      get isTerminal() {
        return isTerminal(0);
      },
      read: readInput,
    },
    ask,
    askKey,
    chdir(dir) {
      process.chdir(dir);
      return process.cwd();
    },
  };
}

const DEFAULT_COLUMNS = 80;
const CHUNK_BYTES = 65_536;
const READ_WAIT_MS = 10;
const WRITE_WAIT_MS = 5;

function output(fd: 1 | 2, widthOf: () => number | undefined): Output {
  let isOpen = true;
  return {
    write(text) {
      if (!isOpen) return;
      isOpen = false; // stays closed if writing throws: no second attempt
      isOpen = writeAll(fd, text) === "written";
    },
    // Only a terminal has a width; in a pipe Node's stream object is never created.
    columns: isTerminal(fd) ? widthOf() || DEFAULT_COLUMNS : undefined,
  };
}

/** Writes everything; `closed` if the reader has gone (`| head -1`), which is not an error. */
function writeAll(fd: number, text: string): "written" | "closed" {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (errnoOf(error) === "EPIPE") return "closed";
      if (errnoOf(error) !== "EAGAIN") throw error;
      pause(WRITE_WAIT_MS); // the pipe is full; its reader is slower
    }
  }
  return "written";
}

/** Loading node:tty loads Node's network code, so the common case, a pipe, is recognised without it. */
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
      pause(READ_WAIT_MS); // stdin is non-blocking, and there is nothing to read yet
    }
  }
}

async function ask(question: string, prefill = ""): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  let isAnswered = false;
  return new Promise((resolve) => {
    lines.on("SIGINT", () => lines.close());
    lines.on("close", () => {
      if (!isAnswered) process.stderr.write("\n");
      resolve(undefined);
    });
    lines.question(question, (answer) => {
      isAnswered = true;
      resolve(answer);
      lines.close();
    });
    if (prefill !== "") lines.write(prefill);
  });
}

async function askKey(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  const [bytes] = (await new Promise((resolve) => stdin.once("data", (...given) => resolve(given)))) as [Buffer];
  stdin.setRawMode(false);
  stdin.pause();
  const [key = ""] = bytes.toString();
  stderr.write(/\w/.test(key) ? `${key}\n` : "\n");
  if (key === CTRL_C || key === CTRL_D) return undefined;
  return key === "\r" || key === "\n" ? "" : key;
}

const CTRL_C = "\x03";
const CTRL_D = "\x04";
