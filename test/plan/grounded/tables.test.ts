import assert from "node:assert/strict";
import { test } from "node:test";
import { groundedPlan } from "../../../src/plan/grounded/grounded-plan.ts";
import { readRequest } from "../../../src/plan/grounded/read-request.ts";
import { IMPLIED } from "../../../src/plan/grounded/tables/implied.ts";
import { MEANINGS } from "../../../src/plan/grounded/tables/meanings.ts";
import { DECISIVE, FOLLOWS, OPPOSITES, PHRASES, UNASKED } from "../../../src/plan/grounded/tables/phrases.ts";
import { material, ran, script } from "../../fixtures/requests/material.ts";

test("every meaning has a unique name and plain words", () => {
  const names = MEANINGS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, words, programs = "" } of MEANINGS) {
    for (const word of `${words} ${programs}`.split(" ").filter(Boolean)) assert.match(word, /^[a-z0-9-]+$/, name);
  }
});

test("tables that relate meanings name existing ones", () => {
  const names = new Set(MEANINGS.map(({ name }) => name));
  const named = [...OPPOSITES.flat(), ...FOLLOWS.flat(), ...UNASKED, ...DECISIVE];
  assert.deepEqual(
    named.filter((name) => !names.has(name)),
    [],
  );
});

for (const [phrase, meant] of PHRASES) {
  test(`"${phrase}" is read as ${meant}`, () => {
    const { units } = readRequest(phrase.replace("_", "the box"), new Set());
    assert.ok(
      units.some(({ word }) => word === meant),
      JSON.stringify(units),
    );
  });
}

for (const { command, words } of IMPLIED) {
  test(`${command} is found by what it is about`, () => {
    const plan = groundedPlan(words, material({ commands: [ran(command)] }));
    assert.ok(plan.outcome === "planned" || plan.nearest.length === 1, words);
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
