/** Every SKILL.md that oldhand writes, wherever it writes it, keeps the rules of Agent Skills. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { InstallMachine, OldhandPaths } from "../../../src/agents/desired-change.ts";
import { exportWorkflow } from "../../../src/core/workflow/export/export-workflow.ts";
import { skillsOf } from "../../../src/learn/consolidate/artifacts/make-artifacts.ts";
import { targets } from "../../../src/system/install/installation.ts";
import { skillFaults } from "../../fixtures/agent-skill.ts";
import { countTokensExactly } from "../../fixtures/exact-tokens.ts";
import { recordOf } from "../../fixtures/records.ts";

const countTokens = await countTokensExactly();

const MACHINE: InstallMachine = { home: "/home/dev", variables: {}, platform: "linux" };
const OLDHAND: OldhandPaths = {
  node: "/usr/bin/node",
  program: "/opt/o/oldhand.cjs",
  version: "1.0.0",
  plugin: "/data/plugin",
};

test("the skills that an installation writes keep the rules", () => {
  const skills = targets()
    .flatMap((target) => target.desiredChanges(OLDHAND, target.folder(MACHINE), MACHINE))
    .flatMap((change) => (change.kind === "own" && change.file.endsWith("/SKILL.md") ? [change] : []));
  assert.ok(skills.length >= 4);
  for (const { file, text } of skills) assert.deepEqual(skillFaults(file, text, countTokens), [], file);
});

const WORKFLOWS: readonly {
  readonly name: string;
  readonly steps: readonly string[];
  readonly description?: string;
}[] = [
  { name: "release", steps: ["npm test", "npm version <kind>", "git push --follow-tags"] },
  { name: "Ship: it, now!", steps: ["make ship"], description: "Ships: the <b>whole</b> thing, 'quoted' \"twice\"." },
  { name: "true", steps: ["true"] },
  { name: "123", steps: ["echo 123"] },
  { name: "日本", steps: ["echo こんにちは"] },
  { name: "--- name: x", steps: ["echo '---'"], description: "---\nname: other\n---" },
  { name: "a very ".repeat(40), steps: ["echo long"], description: "word ".repeat(900) },
  { name: "many", steps: Array.from({ length: 40 }, (_, n) => `echo step ${n}`) },
];

for (const workflow of WORKFLOWS) {
  test(`the workflow ${JSON.stringify(workflow.name.slice(0, 20))}, exported and consolidated, keeps the rules`, () => {
    const exported = exportWorkflow("skill", workflow);
    assert.equal(exported.outcome, "written");
    if (exported.outcome === "written")
      assert.deepEqual(skillFaults(`/skills/${exported.file}`, exported.text, countTokens), []);
    const { name, steps, description = steps.join(" → ") } = workflow;
    const skills = skillsOf([recordOf({ type: "workflow", key: name, steps, text: description })], {
      successes: () => 1,
    });
    assert.equal(skills.length, 1);
    for (const skill of skills)
      assert.deepEqual(skillFaults(`/skills/${skill.name}/SKILL.md`, skill.text, countTokens), []);
  });
}

test("a broken skill is noticed", () => {
  const broken = "---\nname: Not A Name\ndescription: what: when\n---\n\nBody\n";
  assert.deepEqual(skillFaults("/skills/x/SKILL.md", broken, countTokens), ["its frontmatter is not YAML"]);
  const named = "---\nname: Not A Name\ndescription: x\nkind: y\n---\n\nBody\n";
  assert.deepEqual(skillFaults("/skills/x/SKILL.md", named, countTokens), [
    "unknown key kind",
    '"Not A Name" is not a name',
    "Not A Name is in /skills/x",
  ]);
});
