import assert from "node:assert/strict";
import { test } from "node:test";
import { POINTER } from "../../../../src/core/artifact/address.ts";
import type { Artifacts, FoundArtifacts } from "../../../../src/core/artifact/artifacts.ts";
import { sha256 } from "../../../../src/core/base/hash.ts";
import { screen } from "../../../../src/core/screen/clean.ts";
import { estimateTokens } from "../../../../src/core/text/tokens.ts";
import { type MergeOptions, mergeArtifacts } from "../../../../src/learn/consolidate/artifacts/merge-artifacts.ts";
import { entry, generated, idOf, type Sections } from "./hand-edits.ts";

const limitTokens = 5000;
const SUMMARY: Sections = { Rules: ["amber is first"], Facts: ["birch is second", "cedar is third"] };

function summaryOf(sections: Sections): string {
  return `${generated(sections).replace("Edit it freely.\n\n", "")}\n${POINTER}\n`;
}

function artifacts({
  memory = generated(SUMMARY),
  summary = summaryOf(SUMMARY),
  skills = {} as Record<string, string>,
} = {}): Artifacts {
  return {
    memory: screen(memory).text,
    summary: screen(summary).text,
    skills: Object.entries(skills).map(([name, text]) => ({ name, text: screen(text).text, records: [] })),
  };
}

function merge(next: Artifacts, found: FoundArtifacts, parts: Partial<MergeOptions> = {}) {
  return mergeArtifacts(next, { base: artifacts(), found, limitTokens, ...parts });
}

test("a statement that was added to either file is reported once, and not again later", () => {
  const typed = (text: string): string => `${text}\nWe ship on Mondays.\n`;
  const found = { memory: typed(generated(SUMMARY)), summary: typed(summaryOf(SUMMARY)), skills: [] };
  const { added, memory, summary } = merge(artifacts(), found);
  assert.deepEqual(added, ["We ship on Mondays."]);
  assert.deepEqual([memory, summary], [found.memory, found.summary]);
  const again = merge(artifacts(), found, { addedBefore: new Set([sha256("We ship on Mondays.")]) });
  assert.deepEqual([again.added, again.memory], [[], found.memory]);
});

test("an entry deleted from MEMORY.md is reported; deleted from the summary it only stays out", () => {
  const cut = (text: string, words: string): string => text.replace(`${entry(words)}\n`, "");
  const found = {
    memory: cut(generated(SUMMARY), "cedar is third"),
    summary: cut(summaryOf(SUMMARY), "birch is second"),
    skills: [],
  };
  const { removed, vanished, summary, memory } = merge(artifacts(), found);
  assert.deepEqual([removed, vanished], [[idOf("cedar")], []]);
  assert.deepEqual([memory, summary], [found.memory, found.summary]);
});

test("many deleted entries at once have to be confirmed and archive nothing", () => {
  const words = Array.from({ length: 30 }, (_, n) => `item${n} is here`);
  const base = artifacts({ memory: generated({ Facts: words }) });
  const found = { memory: generated({ Facts: words.slice(12) }), summary: base.summary, skills: [] };
  const { removed, vanished, memory } = merge(base, found, { base });
  assert.deepEqual([removed, vanished.length, memory], [[], 12, found.memory]);
});

for (const memory of [undefined, "", " \n\n"]) {
  test(`a MEMORY.md that is ${memory === undefined ? "gone" : "empty"} is written again and archives nothing`, () => {
    const merged = merge(artifacts(), { ...(memory !== undefined && { memory }), skills: [] });
    assert.deepEqual([merged.memory, merged.removed], [generated(SUMMARY), []]);
  });
}

test("the summary makes room for added lines, and dropped entries return once there is room", () => {
  const words = Array.from({ length: 40 }, (_, n) => `item${n} is a fact of some length to be told`);
  const base = artifacts({ summary: summaryOf({ Facts: words }) });
  const limit = estimateTokens(base.summary) + 10;
  const mine = base.summary.replace("## Facts", `${"Typed by hand and long. ".repeat(10).trim()}\n\n## Facts`);
  const found = { memory: base.memory, summary: mine, skills: [] };
  const first = merge(base, found, { base, limitTokens: limit });
  assert.ok(estimateTokens(first.summary) <= limit);
  assert.ok(first.summary.includes("Typed by hand") && first.summary.includes(entry(words[0]!)));
  assert.ok(!first.summary.includes(entry(words[39]!)) && !first.generated.summary.includes(entry(words[39]!)));
  const roomy = merge(base, { ...found, summary: first.summary }, { base: first.generated });
  assert.deepEqual([...roomy.summary.matchAll(/item\d+ /g)].length, 40);
});

type SkillRow = readonly [
  name: string,
  base: string | undefined,
  found: string | undefined,
  next: string | undefined,
  does: "write" | "prune" | "leave" | "nothing",
];

const SKILLS: readonly SkillRow[] = [
  ["new", undefined, undefined, "v1", "write"],
  ["unchanged", "v1", "v1", "v1", "write"],
  ["changed by records", "v1", "v1", "v2", "write"],
  ["edited by hand", "v1", "mine", "v2", "leave"],
  ["edited by hand to what it becomes", "v1", "v2", "v2", "write"],
  ["deleted by hand", "v1", undefined, "v2", "leave"],
  ["made by hand under that name", undefined, "mine", "v1", "leave"],
  ["no longer supported", "v1", "v1", undefined, "prune"],
  ["no longer supported but edited", "v1", "mine", undefined, "leave"],
  ["no longer supported and gone", "v1", undefined, undefined, "nothing"],
  ["made by hand", undefined, "mine", undefined, "nothing"],
];

for (const [name, base, found, next, does] of SKILLS) {
  test(`a skill that is ${name}: ${does}`, () => {
    const of = (text: string | undefined): Record<string, string> => (text === undefined ? {} : { ship: text });
    const merged = merge(
      artifacts({ skills: of(next) }),
      {
        memory: generated(SUMMARY),
        summary: summaryOf(SUMMARY),
        skills: found === undefined ? [] : [{ name: "ship", text: found }],
      },
      { base: artifacts({ skills: of(base) }) },
    );
    assert.deepEqual(
      { write: merged.skills.map(({ text }) => text as string), prune: merged.prune, leave: merged.skillsByHand },
      {
        write: does === "write" ? [next] : [],
        prune: does === "prune" ? ["ship"] : [],
        leave: does === "leave" ? ["ship"] : [],
      },
    );
  });
}

test("a typed secret is not written again", () => {
  const memory = `${generated(SUMMARY)}\nDB: postgres://app:hunter2secret@db.internal/app\n`;
  assert.ok(!merge(artifacts(), { memory, summary: summaryOf(SUMMARY), skills: [] }).memory.includes("hunter2secret"));
});
