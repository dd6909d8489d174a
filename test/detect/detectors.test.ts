import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedSubstitutions,
  countChanges,
  preferredDirectories,
  recurringCommands,
} from "../../src/detect/detectors.ts";
import { type Detector, occurrences, sequences } from "../../src/detect/sequences.ts";
import { FIRST_MS, MINUTE_MS, type Ran, stepsOf } from "../fixtures/command-events.ts";

const failed = (command: string, parts: Partial<Ran> = {}): Ran => ({ command, status: "failure", ...parts });
const unsure = (command: string, parts: Partial<Ran> = {}): Ran => ({ command, status: "unknown", ...parts });

/** How often each key was seen, by the project it belongs to. */
function seenBy(detect: Detector, ran: readonly (string | Ran)[], parts: Partial<Ran> = {}): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { key, value, project, n } of detect(stepsOf(ran, parts))) {
    const name = [key, value, project].filter((part) => part !== "").join(" @ ");
    counts[name] = (counts[name] ?? 0) + n;
  }
  return counts;
}

type Case = readonly [name: string, ran: readonly (string | Ran)[], seen: Record<string, number>];

const COMMANDS: readonly Case[] = [
  ["a command counts by its family", ["npm test", "npm test -- -t x", "FOO=1 sudo npm test"], { "npm test": 3 }],
  ["a failed run does not count", ["npm test", failed("npm test"), failed("npm test")], { "npm test": 1 }],
  ["an interrupted run does not count", [{ command: "npm test", status: "interrupted" }], {}],
  ["a rejected command was never run", [{ command: "npm test", status: "rejected" }], {}],
  ["an unknown status counts", [unsure("npm test"), "npm test"], { "npm test": 2 }],
  ["an unknown status belongs to no project", [unsure("npm test", { project: "prj_a" })], { "npm test": 1 }],
  ["a success belongs to its project", [{ command: "npm test", project: "prj_a" }], { "npm test @ prj_a": 1 }],
  ["trivial families never count", ["ls -la", "cd ..", "clear", "pwd", "exit"], {}],
  ["each command of a line is a step", ["cd app && npm test; git push"], { "npm test": 1, "git push": 1 }],
  ["members of a pipeline are not", ["npm test | tee log"], { "npm test": 1 }],
  ["nothing is learned from a line with a secret", ["curl -H [secret:github-token] x", "[withheld]"], {}],
];

for (const [name, ran, seen] of COMMANDS) {
  test(`recurring commands: ${name}`, () => assert.deepEqual(seenBy(recurringCommands, ran), seen));
}

const DIRECTORIES: readonly Case[] = [
  ["each success counts where it was run", ["npm test", "ls"], { "/code/shop": 2 }],
  ["a line of two commands counts once", ["npm test && git push"], { "/code/shop": 1 }],
  ["a change of directory counts for neither", ["cd shop", "cd ../api && cd src", "pushd web", "popd"], {}],
  ["a command after a change of directory counts", ["cd app && npm test"], { "/code/shop": 1 }],
  ["a failure does not count", [failed("npm test")], {}],
  ["an unknown status does not count", [unsure("npm test")], {}],
  ["a line that was withheld counts: it ran there", ["[withheld]"], { "/code/shop": 1 }],
  ["a source without directories gives none", [{ command: "npm test", cwd: "" }], {}],
];

for (const [name, ran, seen] of DIRECTORIES) {
  test(`preferred directories: ${name}`, () => assert.deepEqual(seenBy(preferredDirectories, ran), seen));
}

const later = (command: string, minutes: number): Ran => ({ command, startMs: FIRST_MS + minutes * MINUTE_MS });
const SHIP = "git add → git commit → git push";
const PAIRS = { "git add → git commit": 1, "git commit → git push": 1 };

const SEQUENCES: readonly Case[] = [
  ["three in a row are a triple and two pairs", ["git add .", "git commit -m x", "git push"], { [SHIP]: 1, ...PAIRS }],
  ["one line of three is the same", ["git add . && git commit -m x && git push"], { [SHIP]: 1, ...PAIRS }],
  [
    "looking around between them breaks nothing",
    ["git add .", "ls", "cd x", "git commit"],
    { "git add → git commit": 1 },
  ],
  [
    "an unknown status is part of a sequence",
    [unsure("git add ."), unsure("git commit")],
    { "git add → git commit": 1 },
  ],
  ["a failed command breaks it", ["git add .", failed("git commit"), "git push"], {}],
  [
    "a failed command that succeeds next breaks nothing",
    ["git add .", failed("git commit"), "git commit", "git push"],
    { [SHIP]: 1, ...PAIRS },
  ],
  [
    "a second try without a recorded end is not a success",
    ["git add .", failed("git commit"), unsure("git commit")],
    {},
  ],
  ["two failures in a row break it", ["git add .", failed("git commit"), failed("git commit"), "git commit"], {}],
  [
    "only the very next command makes up for a failure",
    ["git add .", failed("git commit"), "git status", "git commit"],
    { "git status → git commit": 1 },
  ],
  ["a repeated command is not a sequence", ["npm test", "npm test"], {}],
  [
    "a family occurs in a sequence once",
    ["git add .", "git commit", "git add ."],
    { "git add → git commit": 1, "git commit → git add": 1 },
  ],
  ["30 minutes apart is together", [later("git add .", 0), later("git commit", 30)], { "git add → git commit": 1 }],
  ["more is apart", [later("git add .", 0), later("git commit", 31)], {}],
  [
    "the pause is counted from the end of the command before",
    [{ ...later("git add .", 0), durationMs: 10 * MINUTE_MS }, later("git commit", 40)],
    { "git add → git commit": 1 },
  ],
  [
    "a pause between a failure and its second try breaks it",
    [later("git add .", 0), { ...later("git commit", 1), status: "failure" }, later("git commit", 40)],
    {},
  ],
  [
    "twice in a row are two, and the round between them",
    ["git add .", "git commit", "git push", "git add .", "git commit", "git push"],
    {
      [SHIP]: 2,
      "git add → git commit": 2,
      "git commit → git push": 2,
      "git push → git add": 1,
      "git commit → git push → git add": 1,
      "git push → git add → git commit": 1,
    },
  ],
  [
    "all steps of one project speak for it",
    [
      { command: "git add .", project: "prj_a" },
      { command: "git commit", project: "prj_a" },
    ],
    { "git add → git commit @ prj_a": 1 },
  ],
  [
    "steps in two projects speak for none",
    [
      { command: "git add .", project: "prj_a" },
      { command: "git commit", project: "prj_b" },
    ],
    { "git add → git commit": 1 },
  ],
];

for (const [name, ran, seen] of SEQUENCES) {
  test(`sequences: ${name}`, () => assert.deepEqual(seenBy(sequences, ran), seen));
}

test("sequences: without times the order is enough", () => {
  const steps = stepsOf(["git add .", "git commit"]).map(({ endMs: _, ...step }, at) => ({ ...step, at: at + 1 }));
  assert.deepEqual(
    sequences(steps).map(({ key }) => key),
    ["git add → git commit"],
  );
});

test("sequences: the occurrences are found in order", () => {
  const steps = stepsOf(["git add a", "git commit", "npm test", "git add b", "git commit"]);
  const places = occurrences(steps, "git add → git commit").map((window) => window.map(({ seq }) => seq));
  assert.deepEqual(places, [
    [1, 2],
    [4, 5],
  ]);
});

const SUBSTITUTIONS: readonly Case[] = [
  ["another command than the proposed one", [{ command: "pnpm i", proposed: "npm i" } as Ran], { "npm i @ pnpm i": 1 }],
  ["the proposed one as it was", [{ command: "npm i", proposed: "npm i" } as Ran], {}],
  ["another one that failed", [failed("pnpm i", { proposed: "npm i" } as Partial<Ran>)], {}],
  ["nothing was proposed", ["pnpm i"], {}],
];

for (const [name, ran, seen] of SUBSTITUTIONS) {
  test(`accepted substitutions: ${name}`, () => assert.deepEqual(seenBy(acceptedSubstitutions, ran), seen));
}

test("a change is what is found after it, minus what was found before", () => {
  const before = stepsOf(["git add .", "git push"]);
  const after = stepsOf(["git add .", { command: "git commit", startMs: FIRST_MS + 30_000 }, "git push"]);
  const changed = countChanges(before, after).map(({ habit, key, n }) => [habit, key, n]);
  assert.deepEqual(changed.sort(), [
    ["preferred_cwd", "/code/shop", 1],
    ["recurring_command", "git commit", 1],
    ["workflow_pattern", "git add → git commit → git push", 1],
    ["workflow_pattern", "git add → git commit", 1],
    ["workflow_pattern", "git add → git push", -1],
    ["workflow_pattern", "git commit → git push", 1],
  ]);
  assert.deepEqual(countChanges(after, after), []);
});
