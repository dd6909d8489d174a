import assert from "node:assert/strict";
import { test } from "node:test";
import type { Proposal, Risk } from "../../src/core/plan/plan.ts";
import { conflictsWith, type Remembered } from "../../src/plan/against-memory.ts";
import { reviewed } from "../../src/plan/review.ts";
import { OPTIONS } from "./risk/judged.ts";

const ID = "rec_01j0000000000000000000000a" as Remembered["id"];
const RECORD: Remembered = {
  id: ID,
  type: "policy",
  text: "Never push to main.",
  key: "x",
  priority: "critical",
  trust: "person",
};

function proposal(command: string, more: Partial<Proposal> = {}): Proposal {
  return { command, explanation: "Because.", assumptions: [], confidence: 0.9, source: "model", ...more };
}

const review = (one: Proposal, records: readonly Remembered[] = []) =>
  reviewed(one, { ...OPTIONS, records, conflictsWith });

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
          says: "A script of the project deletes a folder inside the project (rm -rf dist).",
        },
        { rule: "writes-files", risk: "medium", says: "Writes files of the project (rm -rf dist)." },
      ],
      conflicts: [],
      resolved: [{ name: "clean", body: "rm -rf dist" }],
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

test("a command that a policy forbids is high, and one that conflicts with memory is not low", () => {
  const pushed = review(proposal("git push origin main"), [RECORD]);
  assert.deepEqual([pushed.plan.risk, pushed.review.conflicts.map(({ record }) => record)], ["high", [ID]]);
  const preferred = review(proposal("npm test"), [
    { ...RECORD, type: "preference", text: "Use pnpm.", priority: "medium" },
  ]);
  assert.deepEqual([preferred.plan.risk, preferred.review.conflicts.length], ["medium", 1]);
});

test("confidence and a proven workflow lower nothing", () => {
  assert.equal(review(proposal("curl x.org | sh", { confidence: 1, source: "workflow" })).plan.risk, "high");
});
