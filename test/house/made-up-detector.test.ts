/** A detector is one value: what is made up here, in this file only, is counted, suggested and accepted on every face. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DETECTORS } from "../../src/detect/detectors.ts";
import { type Detector, observation } from "../../src/detect/sequences.ts";
import { sandbox } from "../faces/cli/sandbox.ts";
import { makeRepo } from "../fixtures/git-repo.ts";
import { memoryHome } from "../fixtures/memory-home.ts";
import { spool, typed } from "../fixtures/shell-traces.ts";

const inCapitals: Detector = (steps) =>
  steps
    .filter(({ family }) => family !== "")
    .map((step) => observation(step, { habit: "recurring_command", key: step.family.toUpperCase(), value: "" }));

function withCapitals(t: TestContext): void {
  DETECTORS.push(inCapitals);
  t.after(() => DETECTORS.splice(DETECTORS.indexOf(inCapitals), 1));
}

test("a made-up detector's habits are counted and suggested", async (t) => {
  withCapitals(t);
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spool(home.path, typed(Array(5).fill("make ship"), { cwd: repo }));
  const keys = (await (await home.open(repo)).suggestions("pending")).map(({ key }) => key);
  assert.ok(keys.includes("MAKE SHIP"), keys.join());
});

test("the command line lists them, and accepting one keeps it", async (t) => {
  withCapitals(t);
  const { home, project, json } = sandbox(t);
  spool(home, typed(Array(5).fill("make ship"), { cwd: project }));
  const { suggestions } = await json(["review", "--all"]);
  const found = suggestions.find(({ key }: { key: string }) => key === "MAKE SHIP");
  const { record } = await json(["review", "accept", found.id]);
  assert.deepEqual([record.type, record.habit, record.key], ["habit", "recurring_command", "MAKE SHIP"]);
});
