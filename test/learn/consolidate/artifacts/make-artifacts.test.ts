import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { isSkillName, POINTER } from "../../../../src/core/artifact/address.ts";
import { idsIn } from "../../../../src/core/artifact/blocks.ts";
import { editedRecord } from "../../../../src/core/artifact/entry.ts";
import type { Kept } from "../../../../src/core/ports.ts";
import type { MemoryRecord } from "../../../../src/core/record/record.ts";
import { estimateTokens } from "../../../../src/core/text/tokens.ts";
import { type ArtifactOptions, makeArtifacts } from "../../../../src/learn/consolidate/artifacts/make-artifacts.ts";
import { countTokensExactly } from "../../../fixtures/exact-tokens.ts";
import { BORN, keptRecord, recordId, recordOf } from "../../../fixtures/records.ts";

const AT = { nowMs: Date.parse(BORN), halfLifeDays: 90 };

function make(all: readonly Kept[], parts: Partial<ArtifactOptions> = {}) {
  return makeArtifacts(all, { limitTokens: 5000, at: AT, successes: () => 0, ...parts });
}

/** Ids in the order of the names, so that a table can say which comes first. */
function kept(order: number, parts: Partial<MemoryRecord>): Kept {
  return keptRecord({ id: `rec_${String(order).padStart(18, "0")}`, ...parts });
}

const idOf = (order: number): string => `rec_${String(order).padStart(18, "0")}`;

const SOME = [
  kept(1, { type: "fact", text: "The API allows 100 calls a minute." }),
  kept(2, { type: "policy", text: "Never push to main.", scope: "project" }),
  kept(3, { type: "decision", text: "We chose SQLite\nbecause it is one file.", trust: "agent", scope: "project" }),
  kept(4, { type: "workflow", key: "release", text: "Ship it", steps: ["npm test", "npm publish"], scope: "project" }),
  kept(5, { type: "preference", text: "Prefer tabs.", paths: ["src/[a-c]*.ts"] }),
];

test("MEMORY.md has all records in force by category, each with type, source and date", () => {
  const { memory } = make(SOME).artifacts;
  const [, sections = ""] = /\n\n(## [\s\S]*)$/.exec(memory)!;
  assert.equal(
    sections,
    `## Principles

- Never push to main. [policy, project; 2026-03-01; ${idOf(2)}]

## Decisions

- We chose SQLite
  because it is one file. [decision, project, from an agent; 2026-03-01; ${idOf(3)}]

## Procedures

- release: npm test → npm publish
  Ship it [workflow, project; 2026-03-01; ${idOf(4)}]

## Preferences

- Prefer tabs. [preference, global, for src/(a-c)*.ts; 2026-03-01; ${idOf(5)}]

## Facts

- The API allows 100 calls a minute. [fact, global; 2026-03-01; ${idOf(1)}]
`,
  );
});

test("the summary has the most useful records first and points to the rest", () => {
  assert.equal(
    make(SOME).artifacts.summary,
    `# Memory summary

## Rules

- Never push to main. [2026-03-01; ${idOf(2)}]

## Preferences

- Prefer tabs. [for src/(a-c)*.ts; 2026-03-01; ${idOf(5)}]

## Decisions

- We chose SQLite
  because it is one file. [from an agent; 2026-03-01; ${idOf(3)}]

## Workflows

- release: npm test → npm publish
  Ship it [2026-03-01; ${idOf(4)}]

## Facts

- The API allows 100 calls a minute. [2026-03-01; ${idOf(1)}]

## Playbooks

- memory://root/skills/release/SKILL.md

${POINTER}
`,
  );
});

test("the order of records changes no byte", () => {
  assert.deepEqual(make(SOME.toReversed()).artifacts, make(SOME).artifacts);
});

const LEFT_OUT: readonly (readonly [name: string, parts: Partial<MemoryRecord>])[] = [
  ["archived", { status: "archived" }],
  ["superseded", { status: "superseded" }],
  ["a tool's words that nobody accepted", { trust: "tool" }],
  ["a repository's words that nobody accepted", { trust: "repo", accepted: false }],
];

for (const [name, parts] of LEFT_OUT) {
  test(`a record that is ${name} is left out`, () => {
    const one = kept(9, { text: "The vault is open", ...parts });
    assert.deepEqual(make([...SOME, one]).artifacts, make(SOME).artifacts);
  });
}

test("accepted records of a repository are included with their label", () => {
  const { memory } = make([kept(9, { text: "The vault is open", trust: "repo", accepted: true })]).artifacts;
  assert.ok(memory.includes(`- The vault is open [fact, global, from the repository; 2026-03-01; ${idOf(9)}]`));
});

test("a project's record shadows the person's own of the same key", () => {
  const all = [
    kept(1, { type: "preference", text: "Use npm", key: "package-manager" }),
    kept(2, { type: "preference", text: "Use pnpm", key: "package-manager", scope: "project" }),
  ];
  assert.deepEqual(idsIn(make(all).artifacts.memory), [idOf(2)]);
});

test("a stale record is marked in MEMORY.md and left out of summary and skills", () => {
  const { memory, summary, skills } = make(SOME, {
    stale: new Map([[idOf(4), "there is no script [publish]"]]),
  }).artifacts;
  assert.ok(memory.includes(`no longer true: there is no script (publish); ${idOf(4)}]`));
  assert.ok(!summary.includes(idOf(4)));
  assert.deepEqual(skills, []);
});

test("in the summary stronger records come first, weaker ones are cut, and the limit is kept", async () => {
  const exactly = await countTokensExactly();
  const many = Array.from({ length: 400 }, (_, n) => ({
    ...kept(n, { text: `Service ${n} listens on port ${n + 1000}` }),
    reinforcement: n + 1,
  }));
  for (const limitTokens of [5000, 800, 120]) {
    const { summary } = make(many, { limitTokens }).artifacts;
    assert.ok(estimateTokens(summary) <= limitTokens && exactly(summary) <= limitTokens);
    const entries = summary.split("\n").filter((line) => line.startsWith("- "));
    assert.deepEqual(entries[0], `- Service 399 listens on port 1399 [2026-03-01; ${idOf(399)}]`);
    assert.deepEqual(idsIn(summary), idsIn(summary).toSorted().reverse());
    assert.equal(summary.trimEnd().split("\n").at(-1), POINTER);
  }
});

test("without records the files are short", () => {
  const { artifacts } = make([]);
  assert.equal(artifacts.summary, `# Memory summary\n\n${POINTER}\n`);
  assert.deepEqual([idsIn(artifacts.memory), artifacts.skills], [[], []]);
});

const STEPS = ["npm test", "npm publish --tag <tag>"];

const PROVEN: readonly (readonly [name: string, parts: Partial<MemoryRecord>, successes: number, isSkill: boolean])[] =
  [
    ["a person added", {}, 0, true],
    ["an agent added and that never succeeded", { trust: "agent" }, 0, false],
    ["an agent added and that succeeded once", { trust: "agent" }, 1, true],
    ["was observed and accepted", { origin: "observed", accepted: true, habit: "workflow_pattern" }, 0, true],
    ["was observed and never succeeded", { origin: "observed" }, 0, false],
    ["came from outside and ran well, but nobody accepted", { trust: "external" }, 3, false],
    ["has no steps", { steps: [] }, 3, false],
  ];

for (const [name, parts, successes, isSkill] of PROVEN) {
  test(`a workflow that ${name} becomes ${isSkill ? "a" : "no"} skill`, () => {
    const one = kept(1, { type: "workflow", key: "release", steps: STEPS, text: STEPS.join(" → "), ...parts });
    assert.equal(make([one], { successes: () => successes }).artifacts.skills.length, isSkill ? 1 : 0);
  });
}

const LONG = "a".repeat(80);
const NAMED: readonly (readonly [keys: readonly string[], names: readonly string[]])[] = [
  [["release"], ["release"]],
  [
    ["release", "Release!", "re lease"],
    ["re-lease", "release", "release-2"],
  ],
  [
    ["release", "release 2", "Release"],
    ["release", "release-2", "release-3"],
  ],
  [
    [LONG, `${LONG}b`],
    [LONG.slice(0, 56).concat("-2"), LONG.slice(0, 64)],
  ],
  [
    ["true", "ship → it", "日本"],
    ["ship-it", "true-workflow", "workflow"],
  ],
  [["../../etc/passwd"], ["etc-passwd"]],
];

for (const [keys, names] of NAMED) {
  test(`${keys.map((key) => key.slice(0, 20)).join(", ")}: each skill has its own valid name`, () => {
    const all = keys.map((key, n) => kept(n, { type: "workflow", key, steps: STEPS, text: 'Say "hi": <b> & go' }));
    const { skills } = make(all).artifacts;
    assert.deepEqual(
      skills.map(({ name }) => name),
      names,
    );
    for (const { name, text, records } of skills) {
      const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
      const { name: named, description, ...more } = parse(head) as Record<string, string>;
      assert.ok(isSkillName(name) && named === name);
      assert.ok(typeof description === "string" && description.length > 0 && description.length <= 1024);
      assert.deepEqual(more, {});
      for (const step of STEPS) assert.ok(body.includes(`\n${step}\n`));
      assert.deepEqual(idsIn(body), records);
    }
  });
}

const WORKFLOW = recordOf({ id: recordId("w"), type: "workflow", key: "release", steps: ["a", "b"], text: "a → b" });

const EDITS = [
  [recordOf({ text: "Old words" }), "New words", { text: "New words" }],
  [WORKFLOW, "release: a → c → d", { text: "a → c → d", steps: ["a", "c", "d"] }],
  [WORKFLOW, "release: a → c\nShip it", { text: "Ship it", steps: ["a", "c"] }],
  [WORKFLOW, "a→c", { text: "a → c", steps: ["a", "c"] }],
] as const;

for (const [record, statement, words] of EDITS) {
  test(`${JSON.stringify(statement)} as an edit updates the ${record.type}`, () => {
    assert.deepEqual(editedRecord(record, statement), words);
  });
}
