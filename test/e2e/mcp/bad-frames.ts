/** Frames that no client should send, always the same ones. */
import { isLong } from "../../faults/tools/homes.ts";

/** For each transport of the server. */
export const FRAMES = isLong ? 5000 : 500;

export function badFrames(count: number): string[] {
  const chance = chanceFrom(7);
  return Array.from({ length: count }, () => frame(chance));
}

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
