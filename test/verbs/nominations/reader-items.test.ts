import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionTurn } from "../../../src/learn/session/turn.ts";
import { readerItems } from "../../../src/verbs/nominations/reader-items.ts";

const shown = (...turns: readonly Omit<SessionTurn, "ordinal">[]): string[] =>
  readerItems(turns.map((turn, ordinal) => ({ ordinal, ...turn }))).map(({ actor, text }) => `${actor}: ${text}`);

test("a reader gets the exchange: what the agent did and said, the person's words, and the agent's reply", () => {
  assert.deepEqual(
    shown(
      { role: "person", text: "Fix the parser." },
      {
        role: "agent",
        text: "",
        command: { line: "npm test", status: "failed", output: "Error: no such file x.json" },
      },
      { role: "tool", text: "a very long output" },
      { role: "agent", text: "I mocked the file.\n```ts\nmock()\n```" },
      { role: "person", text: "no, never mock files here" },
      { role: "agent", text: "I will use a temporary directory instead." },
      { role: "person", text: "ok" },
    ),
    [
      "person: Fix the parser.",
      "command: npm test (failed: Error: no such file x.json)",
      "agent: I mocked the file. [code]",
      "person: no, never mock files here",
      "agent: I will use a temporary directory instead.",
    ],
  );
});

test("pastes are cut to a line, and what hosts send is left out", () => {
  const log = Array.from({ length: 40 }, (_, at) => `2026-03-01T10:00:${at} ERROR the queue is full`).join("\n");
  assert.deepEqual(
    shown(
      { role: "person", text: `The queue is too small.\n\n${log}` },
      { role: "person", text: "@agent Try Again" },
      { role: "person", text: "/compact" },
    ),
    ["person: The queue is too small.\n[40 pasted lines]"],
  );
});
