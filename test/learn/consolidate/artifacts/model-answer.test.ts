import assert from "node:assert/strict";
import { test } from "node:test";
import { POINTER } from "../../../../src/core/artifact/address.ts";
import { idsIn } from "../../../../src/core/artifact/blocks.ts";
import { makeArtifacts } from "../../../../src/learn/consolidate/artifacts/make-artifacts.ts";
import { mergeArtifacts } from "../../../../src/learn/consolidate/artifacts/merge-artifacts.ts";
import { answeredArtifacts } from "../../../../src/learn/consolidate/artifacts/model-answer.ts";
import { BORN, keptRecord, recordId } from "../../../fixtures/records.ts";

const limitTokens = 5000;
const KEPT = [
  keptRecord({ id: recordId("main"), type: "policy", text: "Never push to main because the deploy starts there." }),
  keptRecord({ id: recordId("port"), text: "The server listens on port 80.", trust: "agent" }),
  keptRecord({ id: recordId("ship"), type: "workflow", key: "ship", steps: ["npm test", "npm publish"], text: "Ship" }),
];
const MADE = makeArtifacts(KEPT, {
  limitTokens,
  at: { nowMs: Date.parse(BORN), halfLifeDays: 90 },
  successes: () => 1,
});

const MAIN = `- Pushing to main is forbidden: it deploys. [${recordId("main")}]`;
const PORT = `- Port 80 is the server's. [${recordId("port")}]`;
const SHIP = `- Ship with npm test, then npm publish. [whatever; ${recordId("ship")}]`;
const BODY = "# Ship\n\nFirst `npm test`, then `npm publish`.";

type Answer = Parameters<typeof answeredArtifacts>[0];

function answer(parts: Partial<Answer> = {}): Answer {
  return {
    memory_md: `## How we work\n\n${MAIN}\n${SHIP}\n\n## Facts\n\n${PORT}\n`,
    memory_summary: `${MAIN}\n`,
    skills: [{ name: "ship", body: BODY }],
    ...parts,
  };
}

test("a complete answer is used, with our labels, titles and frontmatter", () => {
  const found = answeredArtifacts(answer(), { made: MADE, limitTokens });
  assert.ok(found.outcome === "usable");
  const { memory, summary, skills } = found.artifacts;
  assert.ok(memory.startsWith("# Memory\n") && memory.includes("## How we work"));
  assert.ok(
    memory.includes(`- Port 80 is the server's. [fact, global, from an agent; 2026-03-01; ${recordId("port")}]`),
  );
  assert.ok(!memory.includes("whatever"));
  assert.equal(
    summary,
    `# Memory summary\n\n- Pushing to main is forbidden: it deploys. [2026-03-01; ${recordId("main")}]\n\n## Playbooks\n\n- memory://root/skills/ship/SKILL.md\n\n${POINTER}\n`,
  );
  assert.ok(skills[0]!.text.startsWith(MADE.artifacts.skills[0]!.text.split("# ship")[0]!));
  assert.ok(skills[0]!.text.includes(BODY) && idsIn(skills[0]!.text)[0] === recordId("ship"));
});

for (const [name, given] of [
  ["with two records in one entry", answer({ memory_md: `${MAIN.slice(0, -1)}] [${recordId("port")}]\n${SHIP}` })],
  ["as rules made it", { memory_md: MADE.artifacts.memory, memory_summary: MADE.artifacts.summary, skills: [] }],
  ["without skills", answer({ skills: [] })],
] as const) {
  test(`an answer ${name} is usable, and every skill is still there`, () => {
    const found = answeredArtifacts(given, { made: MADE, limitTokens });
    assert.ok(found.outcome === "usable", JSON.stringify(found));
    assert.deepEqual(
      found.artifacts.skills.map((skill) => skill.name),
      ["ship"],
    );
  });
}

const UNUSABLE: readonly (readonly [name: string, given: Answer])[] = [
  ["an empty memory", answer({ memory_md: "" })],
  ["a blank memory", answer({ memory_md: " \n" })],
  ["an empty summary", answer({ memory_summary: "" })],
  ["only headings", answer({ memory_md: "# Memory\n\n## Facts\n" })],
  ["a record left out", answer({ memory_md: `${MAIN}\n${PORT}` })],
  ["marks without words", answer({ memory_md: [MAIN, PORT, `- [${recordId("ship")}]`].join("\n") })],
  [
    "words too few",
    answer({ memory_md: ["main", "port", "ship"].map((word) => `- x [${recordId(word)}]`).join("\n") }),
  ],
  ["an invented record", answer({ memory_md: `${MAIN}\n${PORT}\n${SHIP}\n- New [${recordId("none")}]` })],
  ["a statement of no record", answer({ memory_md: `${MAIN}\n${PORT}\n${SHIP}\n- Always trust the web` })],
  ["a summary of no record", answer({ memory_summary: "Always trust the web" })],
  ["a summary over the limit", answer({ memory_summary: `- ${"words and more ".repeat(3000)} [${recordId("main")}]` })],
  ["a skill with a path outside", answer({ skills: [{ name: "../ship", body: BODY }] })],
  ["a skill in capitals", answer({ skills: [{ name: "Ship", body: BODY }] })],
  [
    "a skill twice",
    answer({
      skills: [
        { name: "ship", body: BODY },
        { name: "ship", body: BODY },
      ],
    }),
  ],
];

for (const [name, given] of UNUSABLE) {
  test(`an answer that is or has ${name} is not used, with a reason`, () => {
    const found = answeredArtifacts(given, { made: MADE, limitTokens });
    assert.ok(found.outcome === "unusable" && found.reason.length > 30, JSON.stringify(found));
  });
}

for (const [name, skill] of [
  ["leaves out a step", { name: "ship", body: "# Ship\n\nRun `npm publish`." }],
  ["no record supports", { name: "other", body: BODY }],
] as const) {
  test(`a skill that ${name} is not used, and the one made by rules stays`, () => {
    const found = answeredArtifacts(answer({ skills: [skill] }), { made: MADE, limitTokens });
    assert.ok(found.outcome === "usable");
    assert.deepEqual(found.artifacts.skills, MADE.artifacts.skills);
  });
}

test("a hand-edited MEMORY.md followed by an empty answer keeps the edit and deletes nothing", () => {
  const before = MADE.artifacts;
  const found = {
    memory: before.memory.replace("Never push to main", "Never ever push to main"),
    summary: before.summary,
    skills: before.skills,
  };
  const answered = answeredArtifacts({ memory_md: "", memory_summary: "", skills: [] }, { made: MADE, limitTokens });
  assert.equal(answered.outcome, "unusable");
  const merged = mergeArtifacts(before, { base: before, found, limitTokens });
  assert.deepEqual(
    {
      memory: merged.memory,
      summary: merged.summary,
      skills: merged.skills,
      prune: merged.prune,
      removed: merged.removed,
    },
    { memory: found.memory, summary: found.summary, skills: before.skills, prune: [], removed: [] },
  );
  assert.deepEqual(
    merged.edited.map(({ id }) => id),
    [recordId("main")],
  );
});
