import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { lineTransport } from "../../../src/faces/mcp/line-transport.ts";

const ping = (id: number | string): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

async function wired({ mostBytes = 200 } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = lineTransport({ input, output, mostBytes, graceMs: 60_000 });
  const got: JSONRPCMessage[] = [];
  wire.onmessage = (message) => void got.push(message);
  await wire.start();
  const feed = async (...chunks: readonly (string | Buffer)[]): Promise<void> => {
    for (const chunk of chunks) {
      input.write(chunk);
      await turn();
    }
  };
  const written = (): ReturnType<typeof JSON.parse>[] =>
    String(output.read() ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { input, wire, got, feed, written };
}

test("messages arrive complete, however their bytes were split into chunks", async () => {
  const { got, feed, written } = await wired();
  const bytes = Buffer.from(`${ping("ü")}\n${ping(2)}\r\n\n${ping(3)}\n`);
  await feed(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
  await feed(`${ping(4)}\n${ping(5)}\n`);
  assert.deepEqual(
    got.map((message) => "id" in message && message.id),
    ["ü", 2, 3, 4, 5],
  );
  assert.deepEqual(written(), []);
});

const refused: [line: string, code: number, id: unknown][] = [
  ["nonsense", -32700, null],
  ['{"jsonrpc":"2.0",', -32700, null],
  ["[]", -32600, null],
  [`[${ping(1)}]`, -32600, null],
  ["7", -32600, null],
  ["null", -32600, null],
  ['{"id":9}', -32600, 9],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"],
  ["x".repeat(5000), -32600, null],
  ["\u0000\u0001", -32700, null],
];

for (const [line, code, id] of refused) {
  test(`${JSON.stringify(line.slice(0, 50))} is answered with ${code}, and the next message is served`, async () => {
    const { got, feed, written } = await wired();
    await feed(line.slice(0, 150), line.slice(150), `\n${ping(1)}\n`);
    assert.deepEqual(
      written().map((answer) => [answer.error.code, answer.id]),
      [[code, id]],
    );
    assert.equal(got.length, 1);
  });
}

test("a message that is too long is refused as soon as it exceeds the limit, without waiting for its end", async () => {
  const { feed, written } = await wired();
  await feed("y".repeat(150));
  assert.deepEqual(written(), []);
  await feed("y".repeat(150));
  assert.equal(written()[0].error.code, -32600);
  await feed("y".repeat(1000));
  assert.deepEqual(written(), []);
});

test("a client that does not read its answers is not read from until it does", async () => {
  const { input, feed, written } = await wired();
  await feed("nonsense\n".repeat(5000));
  assert.equal(input.isPaused(), true);
  while (input.isPaused()) {
    written();
    await turn();
  }
});

test("requests received before the client closed are answered before the connection ends", async () => {
  const { input, wire, feed, written } = await wired();
  await feed(`${ping(1)}\n${ping(2)}\n`);
  input.end();
  let isOver = false;
  void wire.ended.then(() => {
    isOver = true;
  });
  await wire.send({ jsonrpc: "2.0", id: 1, result: {} });
  for (let n = 0; n < 5; n++) await turn();
  assert.equal(isOver, false);
  await wire.send({ jsonrpc: "2.0", id: 2, error: { code: 1, message: "no" } });
  await wire.ended;
  assert.equal(written().length, 2);
});

test("a client that closes without an open request ends the connection at once, and nothing is written", async () => {
  const { input, wire, got, written } = await wired();
  let isOver = false;
  void wire.ended.then(() => {
    isOver = true;
  });
  input.end();
  for (let n = 0; n < 5; n++) await turn();
  // Long before the grace time, which is a minute here.
  assert.equal(isOver, true);
  assert.deepEqual([got, written()], [[], []]);
});
