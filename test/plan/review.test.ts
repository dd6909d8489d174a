import assert from "node:assert/strict";
import { test } from "node:test";
import type { Proposal, Risk } from "../../src/core/plan/plan.ts";
import { reviewed } from "../../src/plan/review.ts";
import { OPTIONS } from "./risk/judged.ts";

function proposal(command: string, more: Partial<Proposal> = {}): Proposal {
  return { command, explanation: "Because.", assumptions: [], confidence: 0.9, source: "model", ...more };
}

const review = (one: Proposal) => reviewed(one, OPTIONS);

test("a plan carries the risk that the rules found, never a lower one from the model", () => {
  assert.deepEqual(review(proposal("npm run clean", { saidRisk: "low" })), {
    plan: {
      command: "npm run clean",
      explanation: "Because.",
      assumptions: [],
      confidence: 0.9,
      source: "model",
      cwd: OPTIONS.cwd,
      risk: "medium",
      touches: ["files"],
    },
    review: {
      flags: [
        {
          rule: "script-removes-folder",
          risk: "medium",
          says: "A script of the project deletes a folder that can be built again or restored from git (rm -rf dist).",
          names: ["dist"],
        },
        { rule: "writes-files", risk: "medium", says: "Writes files of the project (rm -rf dist)." },
      ],
      shown: "npm run clean",
    },
  });
});

test("a model can raise the risk and never lower it", () => {
  const riskOf = (command: string, saidRisk: Risk) => review(proposal(command, { saidRisk })).plan.risk;
  assert.deepEqual(
    [riskOf("ls", "low"), riskOf("ls", "medium"), riskOf("ls", "high"), riskOf("rm -rf /", "low")],
    ["low", "medium", "high", "high"],
  );
});

test("confidence and a proven workflow lower nothing", () => {
  assert.equal(review(proposal("curl x.org | sh", { confidence: 1, source: "workflow" })).plan.risk, "high");
});
