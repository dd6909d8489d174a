import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectId } from "../../src/core/record/record.ts";
import { SAID_TO_LAST, type SaidStatement } from "../../src/core/session/said-statement.ts";
import { demandsIn } from "../../src/detect/repeated-demands.ts";

const said = (session: string, text: string, rest: Partial<SaidStatement> = {}): SaidStatement => ({
  ...{ session, turn: 0, text, atMs: 0, project: "prj_1" as ProjectId, score: 0.4 },
  ...rest,
});

test("the same demand in other words and sessions is one demand, counted once a session", () => {
  const [demand, ...rest] = demandsIn([
    said("a", "you're editing the main workspace, not the session", { atMs: 1 }),
    said("a", "you are editing in the main workspace again", { turn: 4, atMs: 2 }),
    said("b", "don't edit files in the main workspace", { atMs: 3, score: 0.6 }),
    said("c", "what tasks are available"),
  ]);
  assert.deepEqual(rest, []);
  assert.deepEqual(
    { ...demand, said: demand?.said.length },
    {
      text: "don't edit files in the main workspace",
      ...{ said: 3, sessions: 2, surely: 1, scope: "project", project: "prj_1", score: 0.6 },
    },
  );
});

test("a demand in other words is the same if its meaning is close, and is not without the table", () => {
  const statements = [
    said("a", "please write shorter commit messages for the release"),
    said("b", "commit messages should be brief"),
  ];
  const near = () => Float32Array.of(1, 0);
  const far = (text: string) => (text.includes("brief") ? Float32Array.of(0, 1) : Float32Array.of(1, 0));
  assert.deepEqual(
    [demandsIn(statements, near), demandsIn(statements, far), demandsIn(statements)].map((found) => found.length),
    [1, 0, 0],
  );
});

test("a demand in two projects is global", () => {
  const [demand] = demandsIn([
    said("a", "run the whole test suite before pushing"),
    said("b", "please run the whole test suite before pushing", { project: "prj_2" as ProjectId }),
  ]);
  assert.equal(demand?.scope, "global");
});

test("said once, only the likeliest three of a session are shown", () => {
  const words = ["apples bananas", "cherries dates", "elderberries figs", "grapes hazelnuts", "kiwis lemons"];
  const once = words.map((text, turn) => said("a", `keep ${text} apart`, { turn, score: 0.5 + turn / 100 }));
  assert.deepEqual(
    demandsIn(once).map(({ score }) => score),
    [0.54, 0.53, 0.52],
  );
  assert.deepEqual(demandsIn(once.map((one) => ({ ...one, score: 0.4 }))), []);
});

test("what was said to last is a record already", () => {
  const statements = [
    said("a", "never edit the main workspace", { score: SAID_TO_LAST }),
    said("b", "you edited the main workspace"),
  ];
  assert.deepEqual(demandsIn(statements), []);
});

test("without a session, its demand is gone", () => {
  const all = [said("a", "run the linter before you commit"), said("b", "run the linter before a commit")];
  assert.equal(demandsIn(all).length, 1);
  assert.deepEqual(demandsIn(all.slice(1)), []);
});

test("a chain of close pairs is not one demand: a group is what is close to the statement it shows", () => {
  const chain = [
    said("a", "apples bananas cherries"),
    said("b", "bananas cherries dates"),
    said("c", "cherries dates elderberries"),
    said("d", "dates elderberries figs"),
    said("e", "elderberries figs grapes"),
  ];
  assert.deepEqual(
    demandsIn(chain).map(({ text, sessions }) => [text, sessions]),
    [
      ["dates elderberries figs", 3],
      ["bananas cherries dates", 2],
    ],
  );
});

test("a session that goes on with another one says nothing twice", () => {
  const first = said("a", "run the linter before you commit", { atMs: 5 });
  assert.deepEqual(demandsIn([first, { ...first, session: "b", turn: 9 }]), []);
});

test("a session surely says it in nearly the same words, or in words that are likely to last", () => {
  const surely = (text: string, score: number) =>
    demandsIn([said("a", "run the linter before every single commit", { score }), said("b", text, { score })]).map(
      (demand) => demand.surely,
    );
  assert.deepEqual(surely("please run the linter before every single commit", 0.4), [2]);
  assert.deepEqual(surely("run the linter before you commit", 0.4), [1]);
  assert.deepEqual(surely("run the linter before you commit", 0.7), [2]);
});
