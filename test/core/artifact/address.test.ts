import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, isSkillName, placeAt } from "../../../src/core/artifact/address.ts";

const PLACES = [
  ["memory://root", { at: "summary" }],
  ["memory://root/", { at: "summary" }],
  ["memory://root/MEMORY.md", { at: "memory" }],
  ["memory://root/skills/release-2/SKILL.md", { at: "skill", name: "release-2" }],
] as const;

for (const [address, place] of PLACES) {
  test(`${address} leads to the ${place.at}`, () => {
    assert.deepEqual(placeAt(address), { outcome: "place", place });
    assert.equal(addressOf(place), address.replace(/\/$/, ""));
  });
}

const REFUSED = [
  "",
  "memory:",
  "memory://",
  "memory://other",
  "memory://root?x",
  "memory://root//MEMORY.md",
  "memory://root/memory.md",
  "memory://ROOT/MEMORY.md",
  "MEMORY://root",
  " memory://root",
  "memory://root\n",
  "memory://root/MEMORY.md\n",
  "memory://root/MEMORY.md/",
  "memory://root/MEMORY.md\0",
  "memory://root/./MEMORY.md",
  "memory://root/../MEMORY.md",
  "memory://root/%2e%2e/MEMORY.md",
  "memory://root/memory_summary.md",
  "memory://root/.generation/last.json",
  "memory://root/records/facts/x.md",
  "memory://root/skills/../SKILL.md",
  "memory://root/skills/./SKILL.md",
  "memory://root/skills//SKILL.md",
  "memory://root/skills/a/b/SKILL.md",
  "memory://root/skills/a\\b/SKILL.md",
  "memory://root/skills/Release/SKILL.md",
  "memory://root/skills/release/skill.md",
  "memory://root/skills/release/../../MEMORY.md",
  "memory://root/skills/re%6cease/SKILL.md",
  "memory://root/skills/rele\u0430se/SKILL.md",
  "memory://root/skills/release\n/SKILL.md",
  "file:///etc/passwd",
];

for (const address of REFUSED) {
  test(`${JSON.stringify(address)} leads nowhere`, () => {
    assert.equal(placeAt(address).outcome, "refused");
  });
}

const NAMES: readonly (readonly [string, boolean])[] = [
  ["a", true],
  ["db-reset-2", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["-a", false],
  ["a-", false],
  ["a--b", false],
  ["a_b", false],
  ["A", false],
  ["a\n", false],
];

for (const [name, valid] of NAMES) {
  test(`${JSON.stringify(name)} is ${valid ? "a" : "no"} name of a skill`, () => {
    assert.equal(isSkillName(name), valid);
  });
}
