import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectId } from "../../src/core/record/record.ts";
import type { SaidStatement } from "../../src/core/session/session.ts";
import { type Demand, repeatedIn, whyNotOffered } from "../../src/detect/repeated-demands.ts";

const said = (session: string, text: string, rest: Partial<SaidStatement> = {}): SaidStatement => ({
  ...{ session, turn: 0, text, atMs: 0, project: "prj_1" as ProjectId, isKept: false },
  ...rest,
});

const demandOf = (text: string, sessions: number, rest: Partial<SaidStatement> = {}): Demand =>
  repeatedIn(Array.from({ length: sessions }, (_, at) => said(`s${at}`, text, { atMs: at, ...rest })))[0]!;

test("the same demand in other words and sessions is one demand, counted once a session", () => {
  const [demand, ...rest] = repeatedIn([
    said("a", "you're editing the main workspace, not the session", { atMs: 1 }),
    said("a", "you are editing in the main workspace again", { turn: 4, atMs: 2 }),
    said("b", "don't edit files in the main workspace", { atMs: 3 }),
    said("c", "what tasks are available"),
  ]);
  assert.deepEqual(rest, []);
  assert.deepEqual(
    { ...demand, said: demand?.said.length },
    {
      text: "don't edit files in the main workspace",
      ...{ said: 3, sessions: 2, scope: "project", project: "prj_1", together: [] },
    },
  );
});

test("nothing is judged before it is counted: any sentence said word for word in two sessions is found", () => {
  for (const text of ["Please git commit after each successful sub-task implementation", "is it ready?", "的测试"])
    assert.equal(demandOf(text, 2).sessions, 2, text);
});

test("a demand in other words is the same if its meaning is close, and is not without the table", () => {
  const statements = [
    said("a", "please write shorter commit messages for the release"),
    said("b", "commit messages should be brief"),
  ];
  const near = () => Float32Array.of(1, 0);
  const far = (text: string) => (text.includes("brief") ? Float32Array.of(0, 1) : Float32Array.of(1, 0));
  assert.deepEqual(
    [repeatedIn(statements, near), repeatedIn(statements, far), repeatedIn(statements)].map((found) => found.length),
    [1, 0, 0],
  );
});

test("a demand in two projects is global", () => {
  const [demand] = repeatedIn([
    said("a", "run the whole test suite before pushing"),
    said("b", "please run the whole test suite before pushing", { project: "prj_2" as ProjectId }),
  ]);
  assert.equal(demand?.scope, "global");
});

test("without a session, its demand is gone", () => {
  const all = [said("a", "run the linter before you commit"), said("b", "run the linter before a commit")];
  assert.equal(repeatedIn(all).length, 1);
  assert.deepEqual(repeatedIn(all.slice(1)), []);
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
    repeatedIn(chain).map(({ text, sessions }) => [text, sessions]),
    [
      ["dates elderberries figs", 3],
      ["bananas cherries dates", 2],
    ],
  );
});

test("a session that goes on with another one says nothing twice", () => {
  const first = said("a", "run the linter before you commit", { atMs: 5 });
  assert.deepEqual(repeatedIn([first, { ...first, session: "b", turn: 9 }]), []);
});

test("a text that opens every session is one demand", () => {
  const opening = ["We use pnpm for the shop.", "Tests go to spec."];
  const found = repeatedIn(
    ["a", "b", "c"].flatMap((session, atMs) => opening.map((text) => said(session, text, { atMs }))),
  );
  assert.deepEqual(
    found.map(({ text, sessions, together }) => [text, sessions, together]),
    [["We use pnpm for the shop.", 3, ["Tests go to spec."]]],
  );
});

const OFFERED: readonly (readonly [text: string, sessions: number, why: RegExp | undefined])[] = [
  ["you should never edit files in the main workspace", 2, undefined],
  ["don't edit files in the main workspace", 2, undefined],
  ["run the whole test suite before pushing", 2, /no demand/],
  ["run the whole test suite before pushing", 3, undefined],
  ["commit and push", 9, /too little/],
  ["they should never be edited in the main workspace by agents", 9, /not named/],
];

for (const [text, sessions, why] of OFFERED)
  test(`"${text}" in ${sessions} sessions is ${why === undefined ? "" : "not "}offered`, () => {
    const reason = whyNotOffered(demandOf(text, sessions));
    if (why === undefined) assert.equal(reason, undefined);
    else assert.match(reason ?? "", why);
  });

test("what is a record already is counted, and is not offered", () => {
  const demand = demandOf("you should never edit files in the main workspace", 2, { isKept: true });
  assert.match(whyNotOffered(demand) ?? "", /kept already/);
});

test("praise, questions and the order for another task are counted and not offered; a mentioned file is", () => {
  const offered = (texts: readonly string[]): boolean =>
    repeatedIn(texts.map((text, at) => said(`s${at}`, text, { atMs: at }))).some(
      (demand) => whyNotOffered(demand) === undefined,
    );
  const tasks = [
    "continue working on task 003 now",
    "continue working on task 027 now",
    "continue working on task 022 now",
  ];
  const same = (text: string): string[] => [text, text, text];
  assert.deepEqual(
    [
      offered(tasks),
      offered(same("wow, that is pretty dope, nice work everyone")),
      offered(same("is all the work of the importer complete?")),
      offered(same("@dont-ignore-errors.mdc")),
      offered(same("commit and push all changes of the importer")),
    ],
    [false, false, false, true, true],
  );
});
