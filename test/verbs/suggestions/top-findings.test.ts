import assert from "node:assert/strict";
import { test } from "node:test";
import { mostUseful, type Useful, type UsefulKind } from "../../../src/verbs/suggestions/top-findings.ts";

type Weighed = Useful & { readonly worth: number };

function useful(id: string, kind: UsefulKind, confidence: number, parts: Partial<Weighed> = {}): Weighed {
  return { id, kind, confidence, worth: 0, text: id, why: "seen", count: 1, about: [], isSuggestion: true, ...parts };
}

const cases: readonly (readonly [says: string, all: readonly Weighed[], chosen: readonly string[]])[] = [
  ["nothing learned is nothing shown", [], []],
  [
    "one of each kind comes first, however sure the others are, in the order of the kinds",
    [
      ...[
        useful("h1", "habit", 0.95),
        useful("h2", "habit", 0.94),
        useful("s", "stale", 0.3),
        useful("r", "rule", 0.4),
      ],
      ...[useful("w", "workflow", 0.6), useful("f", "fix", 0.5), useful("k", "known", 1)],
    ],
    ["f", "w", "r", "s", "h1"],
  ],
  [
    "where kinds are missing, the surest of the rest fill up",
    [useful("h1", "habit", 0.9), useful("h2", "habit", 0.8), useful("h3", "habit", 0.7), useful("k", "known", 0.75)],
    ["h1", "h2", "k", "h3"],
  ],
  [
    "of those that are as sure, the one that was seen more often is shown, then the one by name",
    [useful("b", "habit", 0.9), useful("a", "habit", 0.9), useful("c", "habit", 0.9, { count: 3 })],
    ["c", "a", "b"],
  ],
  [
    "a habit that is part of a workflow comes last",
    [
      ...[useful("w1", "workflow", 0.8, { about: ["git add", "git push"] }), useful("w2", "workflow", 0.7)],
      ...[useful("push", "habit", 0.9, { about: ["git push"] }), useful("top", "habit", 0.6, { about: ["htop"] })],
    ],
    ["w1", "top", "w2", "push"],
  ],
  [
    "of one kind, the most useful is shown, however sure the others are",
    [useful("a", "workflow", 0.85), useful("b", "workflow", 0.65, { worth: 9 })],
    ["b", "a"],
  ],
  [
    "five are enough",
    Array.from({ length: 9 }, (_, at) => useful(`h${at}`, "habit", 0.9 - at / 100)),
    ["h0", "h1", "h2", "h3", "h4"],
  ],
];

for (const [says, all, chosen] of cases)
  test(says, () =>
    assert.deepEqual(
      mostUseful(all).map(({ id }) => id),
      chosen,
    ),
  );
