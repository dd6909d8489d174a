import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screen } from "../../../src/core/screen/clean.ts";
import { plannerPrompt } from "../../../src/verbs/asking/plan-by-model.ts";
import { known } from "../../fixtures/planner/known.ts";

test("the planner prompt matches the two fixtures", async () => {
  const shown = (name: string) => readFileSync(new URL(`../../fixtures/planner/${name}`, import.meta.url), "utf8");
  const { system, input } = await plannerPrompt(screen("ship it to production").text, known, {
    budgetTokens: 2000,
    nonce: "0123456789abcdef".repeat(2),
    targets: [
      {
        ...{ name: "release", run: "make release", file: "Makefile", kind: "defined" },
        ...{ body: "twine upload dist/*", description: "Build and upload" },
      },
      { name: "test", run: "npm test", file: "package.json", kind: "usual" },
    ],
  });
  assert.deepEqual(known, JSON.parse(shown("context.json")));
  assert.equal(`${system}\n----\n\n${input}`, shown("prompt.md"));
});
