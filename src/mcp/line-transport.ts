/** JSON-RPC, one message a line: bad lines are answered, too long ones skipped, and what was asked is answered before the end. */
import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

export type LineWire = Transport & {
  /** Resolves once the other side has closed and, as far as there was time, everything is answered. */
  readonly ended: Promise<void>;
};

export type LineWireOptions = {
  readonly input: Readable;
  readonly output: Writable;
  readonly mostBytes: number;
  /** How long what is still being worked on may take once the other side has closed. */
  readonly graceMs: number;
};

const NEWLINE = 10;

export function lineWire({ input, output, mostBytes, graceMs }: LineWireOptions): LineWire {
  const lines = lineReader(mostBytes);
  const unanswered = new Set<string | number>();
  const whenEnded = Promise.withResolvers<void>();
  let isClosing = false;

  const answerIfDone = (): void => {
    if (isClosing && unanswered.size === 0) whenEnded.resolve();
  };
  const write = (message: object): void => {
    if (!output.writable || output.write(`${JSON.stringify(message)}\n`) || input.isPaused()) return;
    // Who does not read its answers is not asked for more questions: they would pile up here.
    input.pause();
    output.once("drain", () => input.resume());
  };
  const take = (line: Line): void => {
    const read = line === "too long" ? refusal(-32600, `A message may have ${mostBytes} bytes.`) : messageIn(line);
    if (read === undefined) return;
    if ("refused" in read) {
      write(read.refused);
      return;
    }
    if (isJSONRPCRequest(read)) unanswered.add(read.id);
    wire.onmessage?.(read);
  };
  /** The other side is gone: what is being worked on gets a moment, and then it is over. */
  const end = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(whenEnded.resolve, graceMs).unref();
    // A line that was just read starts its work in this turn.
    setImmediate(answerIfDone);
  };

  const wire: LineWire = {
    ended: whenEnded.promise,
    async start() {
      input.on("data", (chunk: Buffer) => lines.push(chunk).forEach(take));
      input.on("end", end);
      input.on("close", end);
      input.on("error", end);
      output.on("error", whenEnded.resolve);
    },
    async send(message: JSONRPCMessage) {
      write(message);
      if (!("method" in message) && message.id !== undefined) unanswered.delete(message.id);
      answerIfDone();
    },
    async close() {
      whenEnded.resolve();
      wire.onclose?.();
    },
  };
  return wire;
}

type Line = string | "too long";
type Refused = { readonly refused: object };

function messageIn(line: string): JSONRPCMessage | Refused | undefined {
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refusal(-32700, "This is not JSON."); // the parser's own words may quote what was sent
  }
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return refusal(-32600, "This is no JSON-RPC message, or a batch of them: send one a line.", idOf(value));
  }
}

function refusal(code: number, message: string, id?: string | number): Refused {
  return { refused: { jsonrpc: "2.0", id: id ?? null, error: { code, message } } };
}

function idOf(value: unknown): string | number | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Cuts bytes into lines; of a line that is too long it holds nothing, says so at once, and passes over the rest. */
function lineReader(mostBytes: number) {
  let parts: Buffer[] = [];
  let held = 0;
  let isPassing = false;
  const whole = (): Line => {
    const line = Buffer.concat(parts).toString("utf8");
    [parts, held] = [[], 0];
    return line;
  };
  return {
    push(chunk: Buffer): Line[] {
      const found: Line[] = [];
      for (let from = 0; from < chunk.length; ) {
        const at = chunk.indexOf(NEWLINE, from);
        const part = chunk.subarray(from, at < 0 ? chunk.length : at);
        from = at < 0 ? chunk.length : at + 1;
        if (!isPassing && held + part.length > mostBytes) {
          [parts, held, isPassing] = [[], 0, true];
          found.push("too long");
        }
        if (!isPassing) {
          parts.push(part);
          held += part.length;
          if (at >= 0) found.push(whole());
        } else if (at >= 0) isPassing = false;
      }
      return found;
    },
  };
}
