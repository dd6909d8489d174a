import assert from "node:assert/strict";
import { test } from "node:test";
import { type Captured, captureFrom, readMessage } from "../../src/learn/message.ts";

test("a statement has a rule, type, priority, scope, its sentence and its position", () => {
  assert.deepEqual(captureFrom("Hi! No, the API listens on port 8081.", { inProject: true }), [
    {
      rule: "correction",
      type: "fact",
      priority: "high",
      scope: "project",
      text: "The API listens on port 8081",
      sentence: "No, the API listens on port 8081.",
      span: { start: 4, end: 37 },
    },
  ]);
});

/** The type and scope of a sentence that is written inside a project. */
const KINDS: readonly (readonly [input: string, kind: Partial<Captured>])[] = [
  ["Tests must not hit the network", { rule: "constraint", type: "policy", priority: "critical", scope: "project" }],
  ["Don't ever commit to main", { rule: "constraint", type: "policy" }],
  ["You must always use pnpm", { rule: "constraint", type: "policy" }],
  ["I prefer short answers", { rule: "preference", type: "preference", priority: "medium", scope: "global" }],
  ["Always use pnpm", { rule: "preference", type: "preference", scope: "project" }],
  ["I prefer tabs", { rule: "preference", scope: "project" }],
  ["Always use tabs in all my projects", { rule: "preference", scope: "global" }],
  ["Actually, the price is in cents, not in euros", { rule: "correction", type: "fact", priority: "high" }],
  ["Remember that staging has three nodes", { rule: "remember", type: "fact", priority: "normal", scope: "project" }],
];

for (const [input, kind] of KINDS) {
  test(`"${input}" is kept as ${kind.type ?? kind.rule}, ${kind.scope ?? "in any scope"}`, () => {
    const [found] = captureFrom(input, { inProject: true });
    assert.deepEqual({ ...found, ...kind }, found);
  });
}

test("outside of a project every captured statement is global", () => {
  assert.deepEqual(
    captureFrom("We always use pnpm. Tests must be fast.", { inProject: false }).map(({ scope }) => scope),
    ["global", "global"],
  );
});

test("private text is never captured, and positions refer to the remaining text", () => {
  const message =
    "<private>Always use the key k1.</private> Never use inline styles. Always use <private>k2</private>.";
  const left = "[private] Never use inline styles. Always use [private].";
  assert.deepEqual(
    captureFrom(message, { inProject: true }).map(({ text, span }) => [text, left.slice(span.start, span.end)]),
    [["Never use inline styles", "Never use inline styles."]],
  );
});

test("a list under a report belongs to the report, and one under a request belongs to the request", () => {
  const kept = (message: string): string[] => captureFrom(message, { inProject: true }).map(({ rule }) => rule);
  assert.deepEqual(kept("The reviewer said:\n- never use else\n- tests must be fast"), []);
  assert.deepEqual(kept("Changes for this PR:\n- never use else"), []);
  assert.deepEqual(kept("For future reference:\n- staging has three nodes"), ["remember"]);
});

test("hostile messages are read in a time that grows with their length", () => {
  const cpuMs = (length: number): number => {
    const message = "must is not , not but we use in - no, actually, the it is not ` always never ".repeat(length);
    const runs = Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      readMessage(message, { inProject: true });
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...runs);
  };
  // Ten times the length: ten times the time if it grows in proportion, a hundred times if it grows with the square.
  const [short, long] = [cpuMs(400), cpuMs(4000)];
  assert.ok(long < 50 * Math.max(1, short), `${short} ms for the short one, ${long} ms for the long one`);
});
