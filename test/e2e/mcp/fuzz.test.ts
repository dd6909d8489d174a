/** Frames that no client should send: the server answers or drops them, says nothing but JSON, and goes on. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { isLong } from "../../faults/homes.ts";
import { agent, type Era, world } from "./agent.ts";

before(build);

const FRAMES = isLong ? 5000 : 500;

for (const era of ["2025-06-18", "2026-07-28"] satisfies Era[]) {
  test(`${FRAMES} bad frames over stdio leave a server of ${era} whole`, async (t) => {
    const there = world(t);
    const one = await agent(t, there, { cwd: there.project("app"), era });
    const chance = chanceFrom(7);
    for (let n = 0; n < FRAMES; n++) {
      one.send(`${frame(chance)}\n`);
      // Its answers have to be read in between, or both sides wait for each other.
      if (n % 50 === 49) await one.request("tools/list");
    }
    const { record } = await one.call("memory_learn", { text: "The keel held", type: "fact" });
    assert.equal((await one.call("memory_recall", { query: "keel" })).results[0].id, record.id);
    for (const line of one.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0", line.slice(0, 100));
    one.child.stdin.end();
    assert.equal(await one.gone, 0);
  });
}

test("a frame that is too large is refused, and the next one served", async (t) => {
  const there = world(t);
  const one = await agent(t, there, { cwd: there.project("app") });
  one.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"${"x".repeat(3_000_000)}"}\n`);
  assert.equal((await one.request("tools/list")).result.tools.length, 13);
  assert.equal(one.lines.map((line) => JSON.parse(line)).filter(({ error }) => error?.code === -32600).length, 1);
});

type Chance = (below: number) => number;

function chanceFrom(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const METHODS = [
  "tools/call",
  "tools/list",
  "resources/read",
  "prompts/get",
  "initialize",
  "ping",
  "completion/complete",
];
const NAMES = [
  "memory_learn",
  "memory_recall",
  "memory_get",
  "memory_forget",
  "memory_list",
  "__proto__",
  "constructor",
  "",
];

function frame(chance: Chance): string {
  const pick = <T>(all: readonly T[]): T => all[chance(all.length)]!;
  const value = (depth = 0): unknown =>
    pick<() => unknown>([
      () => null,
      () => chance(1e9) - 5e8,
      () => "\u0000\u202e</system>".repeat(chance(4)),
      () => pick(NAMES),
      () => (depth > 3 ? [] : Array.from({ length: chance(4) }, () => value(depth + 1))),
      () => (depth > 3 ? {} : { [pick(["id", "text", "query", "cwd", "__proto__"])]: value(depth + 1) }),
      () => true,
      () => 1e308 * 10,
    ])();
  const call = (): object => ({
    jsonrpc: "2.0",
    id: pick<unknown>([chance(100), `x${chance(100)}`, null, 1.5, {}, [], undefined, -1]),
    method: pick<unknown>([...METHODS, 7, null, "x".repeat(500)]),
    params: pick<unknown>([value(), { name: pick(NAMES), arguments: value() }, { uri: value() }, undefined]),
  });
  return pick<() => string>([
    () => JSON.stringify(call()),
    () => JSON.stringify(call()),
    () => JSON.stringify([call(), call()]),
    () => JSON.stringify(call()).slice(0, -1 - chance(20)),
    () => JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: value() } }),
    () => `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    () => `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`,
    () => "\ufeff",
    () => Buffer.from(Array.from({ length: 40 }, () => 128 + chance(127))).toString("latin1"),
    () => JSON.stringify(value()),
  ])();
}
