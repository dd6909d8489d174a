import assert from "node:assert/strict";
import { test } from "node:test";
import { groundedPlan } from "../../../src/plan/grounded/grounded-plan.ts";
import { readRequest } from "../../../src/plan/grounded/read-request.ts";
import { lexicon } from "../../../src/plan/grounded/words/lexicon.ts";
import { material, ran, script } from "../../fixtures/requests/material.ts";

const { senses, words } = lexicon();

test("every sense has a unique name and plain words", () => {
  assert.equal(new Set(senses.map(({ key }) => key)).size, senses.length);
  for (const { key, words: own, programs, weight, always } of senses) {
    for (const word of [...own, ...programs]) assert.match(word, /^[a-z0-9-]+$/, key);
    assert.ok(own.length > 0 && weight > 0 && weight <= 1 && always >= 0 && always < 1, key);
  }
});

test("a sense follows from senses that exist", () => {
  const keys = new Set(senses.map(({ key }) => key));
  const named = senses.flatMap(({ follows }) => follows);
  assert.deepEqual(
    named.filter((key) => !keys.has(key)),
    [],
  );
});

for (const { key, phrases } of senses)
  for (const phrase of phrases) {
    test(`"${phrase}" means ${key.slice(1)}`, () => {
      const reading = { vocabulary: words, weightOf: undefined };
      const { units } = readRequest(phrase.replace("_", "the box"), reading);
      assert.ok(
        units.some(({ keys }) => keys.includes(key)),
        JSON.stringify(units),
      );
    });
  }

for (const { key, words: own, commands } of senses)
  for (const command of commands) {
    test(`${command.join(" ")} is found by ${key.slice(1)}`, () => {
      const plan = groundedPlan(own.join(" "), material({ commands: [ran(command.join(" "))] }));
      assert.ok(plan.outcome === "planned" || plan.nearest.length === 1, own.join(" "));
    });
  }

/** Other words than the script's own. */
const SCRIPTS: readonly (readonly [request: string, name: string])[] = [
  ["run the specs", "test"],
  ["is the code formatted, prettify it", "format"],
  ["compile", "build"],
  ["launch the dev server", "dev"],
  ["verify the types", "typecheck"],
  ["run the linter", "lint"],
  ["end to end tests", "test:e2e"],
  ["upgrade the schema of the database", "db:migrate"],
  ["fill the database", "db:seed"],
  ["roll it out", "deploy"],
  ["benchmarks", "bench"],
  ["remove build artefacts", "clean"],
  ["api documentation", "docs"],
  ["tests with coverage", "coverage"],
  ["regenerate the code", "codegen"],
];

for (const [request, name] of SCRIPTS) {
  test(`${JSON.stringify(request)} comes nearest to the script ${name}`, () => {
    const targets = SCRIPTS.map(([, one]) => script(one));
    const plan = groundedPlan(request, material({ targets }));
    const first = plan.outcome === "planned" ? plan.proposal.command : plan.nearest[0]?.command;
    assert.equal(first, `npm run ${name}`);
  });
}
