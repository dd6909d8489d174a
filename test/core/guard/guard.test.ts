import assert from "node:assert/strict";
import { test } from "node:test";
import { describeGuard } from "../../../src/core/guard/describe.ts";
import { type Guard, readGuards } from "../../../src/core/guard/guard.ts";
import { parseRecord, writeRecord } from "../../../src/core/record/file.ts";
import { readYamlHead } from "../../../src/store/files/yaml-head.ts";
import { recordOf } from "../../fixtures/records.ts";

const GUARDS: readonly Guard[] = [
  { deny: ["git push --force", "git push -f"], except: "--force-with-lease" },
  { instead: { npm: "pnpm", "npm test": "pnpm vitest" }, mode: "deny" },
  { require: { command: "terraform apply", flag: "-var-file" } },
  { first: { command: "git push", run: "npm test" } },
  { protect: "claude-dev-log-diary/**" },
];

const place = { scope: "global", fromRepo: false, directory: "", modifiedMs: 0, ownId: () => recordOf().id } as const;

test("guards are written into the frontmatter and read back", () => {
  const original = recordOf({ guards: GUARDS });
  const file = writeRecord(original);
  const read = parseRecord(file, place);
  assert.deepEqual(read.outcome === "record" && read.record.guards, GUARDS);
  assert.equal(read.outcome === "record" && writeRecord(read.record), file);
});

test("guards that a person writes as YAML are read the same", () => {
  const yaml = [
    "---",
    "guards:",
    '  - { deny: ["git push --force", "git push -f"], except: "--force-with-lease" }',
    "  - instead:",
    "      npm: pnpm",
    "      npm test: pnpm vitest",
    "    mode: deny",
    '  - { require: { command: "terraform apply", flag: "-var-file" } }',
    '  - { first: { command: "git push", run: "npm test" } }     # a success of it',
    '  - { protect: "claude-dev-log-diary/**" }',
    "owner: ann",
    "---",
    "Rules.",
    "",
  ].join("\n");
  const read = parseRecord(yaml, place, readYamlHead);
  assert.deepEqual(read.outcome === "record" && read.record.guards, GUARDS);
  assert.deepEqual(read.outcome === "record" && read.record.extra, ["owner: ann"]);
});

const DAMAGED: readonly [string, string][] = [
  ['[{"deny":"git push","require":{"command":"a","flag":"b"}}]', "a guard needs exactly one of"],
  ['[{"deny":"git push"},{"mode":"deny"}]', "a guard needs exactly one of"],
  ['[{"deny":"git push","mode":"stop"}]', "mode is not one of"],
  ['[{"deny":"git push","unless":"x"}]', "unknown key unless"],
  ['[{"deny":[]}]', "the value of deny is not"],
  ['[{"first":{"command":"git push"}}]', "the value of first is not"],
  ['[{"instead":{"npm":""}}]', "the value of instead is not"],
  ["git push", "a guard is not a table"],
];

for (const [line, problem] of DAMAGED)
  test(`a damaged guard is reported and none of the record's guards counts: ${line}`, () => {
    const read = parseRecord(`---\nguards: ${line}\n---\nA rule.\n`, place, readYamlHead);
    assert.equal(read.outcome, "record");
    if (read.outcome !== "record") return;
    assert.equal(read.record.guards, undefined);
    assert.match(read.record.guardProblem ?? "", new RegExp(problem));
    // The line is kept as it is, so that a person can fix it.
    assert.ok(writeRecord(read.record).includes(`guards: ${line}`));
  });

test("a guard is described in words", () => {
  assert.deepEqual(GUARDS.map(describeGuard), [
    "denies `git push --force …` and `git push -f …`, except with `--force-with-lease`",
    "denies `npm …`, suggests `pnpm …`; denies `npm test …`, suggests `pnpm vitest …` (deny)",
    "requires `-var-file` for `terraform apply …`",
    "requires a successful `npm test` before `git push …`",
    "protects the files `claude-dev-log-diary/**`",
  ]);
});

test("too many guards are not read at all", () => {
  assert.equal(readGuards(Array.from({ length: 33 }, () => ({ deny: "x" }))).outcome, "damaged");
});
