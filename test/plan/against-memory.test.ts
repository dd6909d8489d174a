import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConflictOptions, conflictsWith, type Remembered } from "../../src/plan/against-memory.ts";
import { assess, type RiskOptions } from "../../src/plan/risk/assess.ts";
import {
  isHeldOut,
  PAIR_SETS,
  type Pair,
  type PairSet,
  statementCommandPairs,
} from "../fixtures/pairs/statement-command-pairs.ts";
import { OPTIONS } from "./risk/judged.ts";

const ID = "rec_01j0000000000000000000000a" as Remembered["id"];

function remembered(more: Partial<Remembered> = {}): Remembered {
  return {
    id: ID,
    type: "policy",
    text: "Never push to main.",
    key: "x",
    priority: "medium",
    trust: "person",
    ...more,
  };
}

function against(
  command: string,
  more: Partial<Remembered> = {},
  options: Partial<ConflictOptions & RiskOptions> = {},
) {
  const all = { ...OPTIONS, ...options };
  const { resolved } = assess(command, all);
  return conflictsWith(command, [remembered(more)], { ...all, resolved });
}

const isFound = ({ type, text, command }: Pair): boolean => against(command, { type, text }).length > 0;

function scored(pairs: readonly Pair[]) {
  const found = pairs.filter(isFound);
  const right = found.filter(({ conflicts }) => conflicts).length;
  const wanted = pairs.filter(({ conflicts }) => conflicts).length;
  const wrong = pairs.filter((pair) => isFound(pair) !== pair.conflicts);
  return {
    precision: right / found.length,
    recall: right / wanted,
    wrong: wrong.map(({ text, command, conflicts }) => `${conflicts ? "missed" : "named"}: ${text} ← ${command}`),
  };
}

test("of the first pairs nearly all conflicts are found, and hardly any is false", (t) => {
  const pairs = statementCommandPairs("tuning-1");
  assert.ok(pairs.length >= 150, `${pairs.length}`);
  const seen = scored(pairs.filter((_, at) => !isHeldOut(at)));
  const heldOut = scored(pairs.filter((_, at) => isHeldOut(at)));
  for (const [name, { precision, recall, wrong }] of Object.entries({ seen, heldOut }))
    t.diagnostic(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${wrong.join(" · ")}`);
  assert.ok(seen.precision >= 0.97 && heldOut.precision >= 0.95);
  assert.ok(seen.recall >= 0.95 && heldOut.recall >= 0.9);
});

const LEAST_RECALL: readonly (readonly [set: PairSet, least: number])[] = [
  ["unseen-1", 0.95],
  ["unseen-2", 0.93],
  ["tuning-4", 0.93],
  ["tuning-2", 0.92],
  ["tuning-3", 0.92],
];

for (const [set, least] of LEAST_RECALL) {
  test(`of the ${set} pairs most conflicts are found, and hardly any is false`, (t) => {
    const pairs = statementCommandPairs(set);
    assert.ok(pairs.length >= 120, `${pairs.length}`);
    const { precision, recall, wrong } = scored(pairs);
    t.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${wrong.join(" · ")}`);
    assert.ok(precision >= 0.97 && recall >= least);
  });
}

test("read-only commands conflict with none of these statements", () => {
  const commands = ["ls -la", "cat README.md", "git status", "git log --oneline", "echo never push to main", "pwd"];
  const texts = PAIR_SETS.flatMap(statementCommandPairs).map(({ text }) => text);
  const records = [...new Set(texts)].map((text) => remembered({ text }));
  const named = commands.flatMap((command) =>
    conflictsWith(command, records, { ...OPTIONS, resolved: [] }).map(({ text }) => `${text} ← ${command}`),
  );
  assert.deepEqual(named, []);
});

test("a superseding record names the conflict that the old one would have allowed", () => {
  assert.deepEqual(against("npm i", { type: "preference", text: "Use pnpm.", key: "package-manager", value: "pnpm" }), [
    {
      record: ID,
      type: "preference",
      text: "Use pnpm.",
      why: "says to use pnpm; this uses npm",
      forbids: false,
    },
  ]);
});

test("a policy that the command breaks forbids it", () => {
  assert.deepEqual(against("git push origin main"), [
    { record: ID, type: "policy", text: "Never push to main.", why: "forbids push to main", forbids: true },
  ]);
});

test("a conditional ban is a conflict but does not forbid", () => {
  const [found] = against("git push --force", { text: "Never force push unless the team agreed." });
  assert.equal(found?.forbids, false);
});

const EXCEPTED: readonly (readonly [text: string, against: string, excepted: string])[] = [
  ["Never push, except to feat/* branches.", "git push origin main", "git push origin feat/box"],
  ["Never push, except to feat/* branches.", "git push origin main", "git push origin HEAD:feat/box"],
  ["No force pushes other than on feature branches.", "git push -f origin main", "git push -f origin feature/x"],
  ["Don't use npm, except in packages/legacy.", "npm install", "cd packages/legacy && npm install"],
  ["Don't use npm, except in packages/legacy.", "npm install", "npm --prefix packages/legacy install"],
  ["Run Rust tests with cargo nextest, except doctests.", "cargo test", "cargo test --doc"],
  ["Use rg instead of grep, except for logs.", "grep -r x src", "grep -r x logs/app.log"],
  ["Never run terraform destroy unless with -target.", "terraform destroy", "terraform destroy -target=a.b"],
  ["Use --force-with-lease, never --force.", "git push --force", "git push --force-with-lease"],
];

test("an exception of the statement does not conflict", () => {
  for (const [text, command, excepted] of EXCEPTED)
    assert.deepEqual([against(command, { text }).length, against(excepted, { text }).length], [1, 0], text);
});

test("a command for another language, place or target is left alone", () => {
  for (const [text, command] of [
    ["Use vitest for tests.", "pytest"],
    ["Always run go test with -race.", "npm test"],
    ["Every commit needs a sign-off (git commit -s).", "git add src/a.ts"],
    ["Use eza instead of ls.", "aws s3 ls s3://acme"],
    ["The database user is app_rw, not postgres.", "psql postgres://db/app"],
    ["Never edit files in dist/.", "echo 'never edit dist/' >> NOTES.md"],
  ] as const)
    assert.deepEqual(against(command, { text }), [], `${text} ← ${command}`);
});

test("a stale record conflicts with nothing", () => {
  assert.deepEqual(against("git push origin main", { stale: true }), []);
});

test("a record from the repository is reported but forbids nothing until it is accepted", () => {
  assert.deepEqual(
    [
      against("git push origin main", { trust: "repo" }),
      against("git push origin main", { trust: "repo", accepted: true }),
    ]
      .flat()
      .map(({ why, forbids }) => ({ why, forbids })),
    [
      { why: "forbids push to main (not accepted by you)", forbids: false },
      { why: "forbids push to main", forbids: true },
    ],
  );
});

test("a push without a branch name counts as one of the checked-out branch", () => {
  assert.equal(against("git push").length, 0);
  assert.equal(against("git push", {}, { branch: "main" }).length, 1);
  assert.equal(against("git commit -m x", { text: "Do not commit to main." }, { branch: "main" }).length, 1);
});

test("commands in a script of the project count too", () => {
  const scripts = (name: string) => (name === "ship" ? "git push --force" : undefined);
  assert.equal(against("npm run ship", { text: "Never force push." }, { scripts }).length, 1);
});

test("habits and workflows forbid nothing", () => {
  assert.deepEqual(against("git push origin main", { type: "workflow" }), []);
});
