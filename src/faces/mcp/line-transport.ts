/** JSON-RPC with one message a line: bad lines get an error, too long ones are skipped, pending requests are answered before the end. */
import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

type LineTransport = Transport & {
  /** Resolves after the other side has closed and all requests are answered, or the grace period is over. */
  readonly ended: Promise<void>;
};

type LineTransportOptions = {
  readonly input: Readable;
  readonly output: Writable;
  readonly mostBytes: number;
  /** How long pending requests may take after the other side has closed. */
  readonly graceMs: number;
  /** Answers a request in the server's place; undefined leaves it to the server. */
  readonly answer?: (request: JSONRPCRequest) => Promise<object> | undefined;
};

const NEWLINE = 10;

export function lineTransport({ input, output, mostBytes, graceMs, answer }: LineTransportOptions): LineTransport {
  const lines = lineReader(mostBytes);
  const unanswered = new Set<string | number>();
  const whenEnded = Promise.withResolvers<void>();
  let isClosing = false;

  const answerIfDone = (): void => {
    if (isClosing && unanswered.size === 0) whenEnded.resolve();
  };
  const write = (message: object): void => {
    if (!output.writable || output.write(`${JSON.stringify(message)}\n`) || input.isPaused()) return;
    // If the client does not read its answers, stop reading requests: they would pile up here.
    input.pause();
    output.once("drain", () => input.resume());
  };
  const take = (line: Line): void => {
    const read =
      line === "too long" ? refusal(-32600, `The message is longer than ${mostBytes} bytes.`) : messageIn(line);
    if (read === undefined) return;
    if ("refused" in read) {
      write(read.refused);
      return;
    }
    if (isJSONRPCRequest(read)) {
      unanswered.add(read.id);
      const own = answer?.(read);
      if (own !== undefined) {
        void own.then((result) => wire.send({ jsonrpc: "2.0", id: read.id, result } as JSONRPCMessage));
        return;
      }
    }
    wire.onmessage?.(read);
  };
  /** The other side is gone: pending requests get the grace period. */
  const end = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(whenEnded.resolve, graceMs).unref();
    // A line that was just read starts its request in this turn.
    setImmediate(answerIfDone);
  };

  const wire: LineTransport = {
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
    return refusal(-32700, "The line is not valid JSON."); // the parser's message may quote what was sent
  }
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return refusal(-32600, "Not a JSON-RPC message. Send one message a line; batches are not supported.", idOf(value));
  }
}

function refusal(code: number, message: string, id?: string | number): Refused {
  return { refused: { jsonrpc: "2.0", id: id ?? null, error: { code, message } } };
}

function idOf(value: unknown): string | number | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Cuts bytes into lines; a too long line is reported at once, and the rest of it is skipped. */
function lineReader(mostBytes: number) {
  let parts: Buffer[] = [];
  let held = 0;
  let isPassing = false;
  const takeLine = (): Line => {
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
          if (at >= 0) found.push(takeLine());
        } else if (at >= 0) isPassing = false;
      }
      return found;
    },
  };
}
