import assert from "node:assert/strict";
import { test } from "node:test";
import { idMaker } from "../../src/core/base/id.ts";
import type { Kept } from "../../src/core/ports.ts";
import type { ProjectId } from "../../src/core/record/record.ts";
import { type Captured, captureFrom } from "../../src/extract/message.ts";
import { candidate } from "../../src/remember/candidate.ts";
import { type Decision, decide } from "../../src/remember/decide.ts";

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
  ["I prefer short answers", { rule: "preference", type: "preference", priority: "medium", scope: "global" }],
  ["Always use pnpm", { rule: "preference", type: "preference", scope: "project" }],
  ["We prefer tabs", { rule: "preference", scope: "project" }],
  ["I prefer tabs in this repo", { rule: "preference", scope: "project" }],
  ["Stop adding emojis to your answers", { rule: "preference", scope: "global" }],
  ["Always answer in English", { rule: "preference", scope: "global" }],
  ["Actually, prices are in cents", { rule: "correction", type: "fact", priority: "high", scope: "project" }],
  ["Remember that staging has three nodes", { rule: "remember", type: "fact", priority: "normal", scope: "project" }],
  ["Remember that I work in UTC+2", { rule: "remember", type: "fact", scope: "global" }],
  ["From now on, always use pnpm", { rule: "remember", type: "preference", priority: "medium" }],
  ["Remember that all dates must be in UTC", { rule: "remember", type: "policy", priority: "critical" }],
  // The strictest reading wins.
  ["No, tests must never hit the network", { rule: "constraint", type: "policy" }],
  ["You must always use pnpm", { rule: "constraint", type: "policy" }],
  ["No, we always use pnpm", { rule: "correction", type: "fact" }],
];

for (const [input, kind] of KINDS) {
  test(`"${input}" is kept as ${kind.type ?? kind.rule}, ${kind.scope ?? "wherever"}`, () => {
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

/** The part of a sentence that is kept. */
const TIDIED: readonly (readonly [input: string, text: string])[] = [
  ["Actually, the queue is SQS, not RabbitMQ.", "The queue is SQS, not RabbitMQ"],
  ["no no, the frontend is Svelte, not React", "The frontend is Svelte, not React"],
  ["please always use tabs!!", "Always use tabs"],
  ["From now on, please use pnpm, ok?", "Use pnpm"],
  ["Sorry, but that's wrong: our linter is ruff.", "Our linter is ruff"],
  ["Use `pnpm`.", "Use pnpm"],
  ["always use the `--dry-run` flag", "Always use the `--dry-run` flag"],
  ["remember: src/gen is made by a tool", "src/gen is made by a tool"],
  ["Always use tabs, please.", "Always use tabs"],
];

for (const [input, text] of TIDIED) {
  test(`"${text}" is kept of "${input}"`, () => {
    assert.deepEqual(
      captureFrom(input, { inProject: true }).map((one) => one.text),
      [text],
    );
  });
}

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
  assert.deepEqual(kept("For this PR:\n- never use else"), []);
  assert.deepEqual(kept("For future reference:\n- staging has three nodes"), ["remember"]);
});

test("a new statement replaces the older one on the same topic", () => {
  const first = enter("Use npm", []);
  assert.equal(first.outcome, "remembered");
  const second = enter("No, use pnpm.", keptBy(first));
  assert.equal(second.outcome, "superseded");
  assert.deepEqual(
    keptBy(second).map(({ record }) => [record.text, record.status]),
    [
      ["Use pnpm", "active"],
      ["Use npm", "superseded"],
    ],
  );
});

test("a repeated statement is merged with the existing record", () => {
  const first = enter("Always use the shared logger.", []);
  assert.equal(enter("please always use the shared logger", keptBy(first)).outcome, "merged");
});

const newId = idMaker(() => 0);

function enter(message: string, known: readonly Kept[]): Decision {
  const [{ text, type, priority, scope }] = captureFrom(message, { inProject: true }) as [Captured];
  const speaker = { origin: "captured", trust: "person", source: "message" } as const;
  const now = { project: "prj_1" as ProjectId, nowMs: 0, newId, incidentDays: 7 };
  const input = candidate({ text, type, priority, scope }, speaker, now);
  const sameKey = known.filter(({ record }) => record.key === input.record.key);
  return decide(input, { similar: known, sameKey, buried: { id: false, text: false }, review: "off" }, { by: "test" });
}

function keptBy(decision: Decision): Kept[] {
  assert.ok("changes" in decision);
  return decision.changes.flatMap((change) =>
    change.op === "put" ? [{ record: change.record, version: "v1" } as Kept] : [],
  );
}
