import assert from "node:assert/strict";
import { test } from "node:test";
import { saysToRun } from "../../../src/core/record/says-to-run.ts";
import { adviceOutcomes } from "../../../src/learn/session/advice-outcomes.ts";
import type { SessionTurn } from "../../../src/learn/session/turn.ts";

type Act = string | { readonly run: string; readonly printed?: string };

/** A text is the person's; a command that printed something failed. */
function outcomeOf(text: string, ...acts: readonly Act[]) {
  const turns = acts.map((act, ordinal): SessionTurn => {
    const of = { ordinal, atMs: ordinal + 1 };
    if (typeof act === "string") return { ...of, role: "person", text: act };
    const { run: line, printed: output } = act;
    return {
      ...of,
      role: "agent",
      text: "",
      command: { line, status: output ? "failed" : "ok", output: output ?? "" },
    };
  });
  const [found] = adviceOutcomes(turns, [{ id: "rec_1", givenMs: 0, says: saysToRun({ type: "policy", text }) }]);
  return found === undefined ? undefined : [found.outcome, found.isGone, found.instead];
}

const RULE = "Always deploy with make nuke.";
const NUKE = { run: "make nuke" };
const SHIP = { run: "make ship" };
const GONE = { run: "make nuke", printed: "make: *** No rule to make target 'nuke'.  Stop." };

test("a command that is gone speaks against the record that names it", () => {
  assert.deepEqual(outcomeOf(RULE, "Deploy it.", GONE), ["failed", true, undefined]);
  assert.deepEqual(outcomeOf(RULE, "Deploy it.", GONE, SHIP), ["failed", true, "make ship"]);
  const missing = { run: "npm run publish", printed: 'npm error Missing script: "publish"' };
  assert.deepEqual(outcomeOf("Publish with `npm run publish`.", missing), ["failed", true, undefined]);
});

test("a person who corrects what was followed, and names what is run instead, speaks against it", () => {
  assert.deepEqual(outcomeOf(RULE, "Deploy it.", NUKE, "No. Always deploy with make ship.", SHIP), [
    ...["corrected", false, "make ship"],
  ]);
  assert.deepEqual(outcomeOf(RULE, "Deploy it.", NUKE, "No, the title of the page is wrong.", SHIP), [
    ...["worked", false, undefined],
  ]);
});

test("ordinary work says nothing against a record: failed tests, a login, a failure that was overcome", () => {
  const tests = { run: "npm test", printed: "AssertionError: expected 1 to equal 2" };
  assert.equal(outcomeOf("Run `npm test` before a commit.", tests, { run: "npm run lint" }), undefined);
  const login = { run: "make nuke", printed: "error: unauthorized, login required" };
  assert.equal(outcomeOf(RULE, login, SHIP), undefined);
  assert.deepEqual(outcomeOf(RULE, GONE, { run: "git pull" }, NUKE), ["worked", false, undefined]);
});

test("only a command that the record chooses counts, with its options", () => {
  assert.equal(outcomeOf("Never deploy with make nuke.", GONE), undefined);
  assert.equal(outcomeOf("Use `make ship` instead of `make nuke`.", GONE), undefined);
  assert.equal(saysToRun({ type: "policy", text: "Commit with git commit -s." })("git commit -n -m x"), false);
  assert.equal(saysToRun({ type: "policy", text: "Commit with git commit -s." })("git commit -s -m x"), true);
  assert.equal(saysToRun({ type: "fact", text: "Tests are started with npm run test." })("npm run build"), false);
});
