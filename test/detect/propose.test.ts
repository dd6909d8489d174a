import assert from "node:assert/strict";
import { test } from "node:test";
import type { HabitCounts } from "../../src/core/event/event.ts";
import { habitProposals } from "../../src/detect/propose.ts";

type Evidence = readonly [project: string, n: number, sessions?: number];

function counted(habit: HabitCounts["habit"], key: string, ...evidence: readonly Evidence[]): HabitCounts {
  const byProject = evidence.map(([project, n, sessions = 2]) => ({ project, n, sessions }));
  return { habit, key, value: "", byProject, sessions: byProject.reduce((sum, one) => sum + one.sessions, 0) };
}

const command = (...evidence: readonly Evidence[]) => counted("recurring_command", "npm test", ...evidence);
const pattern = (key: string, n: number, sessions = 2) => counted("workflow_pattern", key, ["prj_a", n, sessions]);

const POINTS: readonly [habit: HabitCounts["habit"], points: readonly (readonly [n: number, confidence: number])[]][] =
  [
    [
      "recurring_command",
      [
        [4, 0.6],
        [8, 0.75],
        [12, 0.9],
        [40, 0.9],
      ],
    ],
    [
      "preferred_cwd",
      [
        [5, 0.7],
        [10, 0.83],
        [15, 0.95],
        [50, 0.95],
      ],
    ],
    [
      "workflow_pattern",
      [
        [3, 0.65],
        [6, 0.75],
        [9, 0.85],
        [30, 0.85],
      ],
    ],
    [
      "accepted_substitution",
      [
        [1, 0.72],
        [9, 0.72],
      ],
    ],
  ];

for (const [habit, points] of POINTS) {
  for (const [n, confidence] of points) {
    test(`a ${habit} seen ${n} times has confidence ${confidence}`, () => {
      assert.deepEqual(
        habitProposals([counted(habit, "x", ["prj_a", n])]).map((one) => one.confidence),
        [confidence],
      );
    });
  }
  test(`${points[0]![0] - 1} times are not enough for a ${habit}`, () => {
    assert.deepEqual(habitProposals([counted(habit, "x", ["prj_a", points[0]![0] - 1])]), []);
  });
}

const SESSIONS: readonly [habit: HabitCounts["habit"], inOneSession: number][] = [
  ["preferred_cwd", 0],
  ["workflow_pattern", 0],
  ["recurring_command", 1],
  ["accepted_substitution", 1],
];

for (const [habit, found] of SESSIONS) {
  test(`one session alone is ${found === 0 ? "not enough" : "enough"} for a ${habit}`, () => {
    assert.equal(habitProposals([counted(habit, "x", ["prj_a", 20, 1])]).length, found);
    assert.equal(habitProposals([counted(habit, "x", ["prj_a", 20, 2])]).length, 1);
  });
}

type Where = { readonly scope: string; readonly project?: string; readonly count: number };

const SCOPES: readonly [name: string, habit: HabitCounts, where: Where | undefined][] = [
  ["one project: for that project", command(["prj_a", 4]), { scope: "project", project: "prj_a", count: 4 }],
  ["two projects: for the person", command(["prj_a", 2], ["prj_b", 2]), { scope: "global", count: 4 }],
  ["no project: for the person", command(["", 4]), { scope: "global", count: 4 }],
  [
    "one project and a little of none: for the project",
    command(["", 3], ["prj_a", 5]),
    { scope: "project", project: "prj_a", count: 5 },
  ],
  ["one project and enough of none: for the person", command(["", 4], ["prj_a", 5]), { scope: "global", count: 9 }],
  ["too little in one project, whatever the rest", command(["", 3], ["prj_a", 3]), undefined],
];

for (const [name, habit, where] of SCOPES) {
  test(`evidence from ${name}`, () => {
    const found = habitProposals([habit]).map(({ scope, project, count }) => ({
      scope,
      ...(project !== undefined && { project }),
      count,
    }));
    assert.deepEqual(found, where === undefined ? [] : [where]);
  });
}

const keys = (habits: readonly HabitCounts[]): string[] => habitProposals(habits).map(({ key }) => key);

test("a longer sequence covers its parts, and those from its end to its start", () => {
  const pairs = ["a → b", "b → c", "c → a"].map((key) => pattern(key, 5));
  assert.deepEqual(keys([...pairs, pattern("a → b → c", 3), pattern("x → y", 3)]), ["a → b → c", "x → y"]);
});

test("a part that is regular without the longer sequence is shown too", () => {
  assert.deepEqual(keys([pattern("a → b", 6), pattern("b → c", 5), pattern("a → b → c", 3)]), ["a → b", "a → b → c"]);
});

/** All sequences of a routine that was run so often. */
const routine = (letters: string, n: number): HabitCounts[] =>
  [...letters].flatMap((_, start) =>
    [...letters].flatMap((__, at) => {
      const part = [...letters].slice(start, at + 1);
      return part.length < 2 || part.length > 8 ? [] : [pattern(part.join(" → "), n)];
    }),
  );

test("a routine of seven steps is one proposal of seven steps", () => {
  assert.deepEqual(keys(routine("abcdefg", 3)), ["a → b → c → d → e → f → g"]);
});

test("a routine of more than eight steps is one proposal of eight", () => {
  assert.deepEqual(keys(routine("abcdefghij", 4)), ["a → b → c → d → e → f → g → h"]);
});

test("a triple that is not regular hides nothing", () => {
  assert.deepEqual(keys([pattern("a → b", 3), pattern("a → b → c", 2)]), ["a → b"]);
});

test("only the most frequent rotation of a cycle is proposed", () => {
  assert.deepEqual(keys(["c → a → b", "a → b → c", "b → c → a"].map((key, at) => pattern(key, [5, 9, 5][at]!))), [
    "a → b → c",
  ]);
  assert.deepEqual(keys([pattern("b → a", 4), pattern("a → b", 4)]), ["a → b"]);
});

test("commands and directories are not parts of a pattern", () => {
  assert.deepEqual(keys([counted("recurring_command", "a → b", ["prj_a", 4]), pattern("a → b → c", 3)]).sort(), [
    "a → b",
    "a → b → c",
  ]);
});

test("proposals are sorted by confidence, then count, then name", () => {
  const habits = [
    counted("recurring_command", "c", ["prj_a", 40]),
    counted("recurring_command", "d", ["prj_a", 12]),
    counted("recurring_command", "b", ["prj_a", 12]),
    counted("preferred_cwd", "/x", ["prj_a", 15]),
  ];
  assert.deepEqual(keys(habits), ["/x", "c", "b", "d"]);
});
