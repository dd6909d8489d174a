/** An approval covers exactly the action that was shown, once, for a minute. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { idMaker } from "../../../src/core/base/id.ts";
import { type Action, actionHash } from "../../../src/core/plan/plan.ts";
import type { Clean } from "../../../src/core/screen/clean.ts";
import type { Database } from "../../../src/store/databases/database.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { openTombstones } from "../../../src/store/files/tombstones.ts";
import { scrubRows } from "../../../src/store/forget/forget-rows.ts";
import { type Approvals, approvalsOf } from "../../../src/store/rows/approvals.ts";
import { sessionsOf } from "../../../src/store/rows/sessions.ts";

const PLAN: Action["plan"] = {
  command: "npm test",
  cwd: "/code/shop",
  explanation: "You ran it.",
  assumptions: [],
  confidence: 0.9,
  source: "history",
  risk: "low",
  touches: [],
};

function actionOf(parts: Partial<Action> = {}): Omit<Action, "id"> {
  return {
    request: "run the tests",
    proposed: "npm test",
    plan: PLAN,
    fingerprint: {
      directory: "d",
      environment: "e",
      root: "/code/shop",
      scripts: [{ path: "/code/shop/package.json", hash: "h" }],
      project: [{ path: "/code/shop/src", hash: "s" }],
      notCovered: ["what the git hook pre-commit starts"],
      loaders: ["npm"],
      missing: [],
    },
    ...parts,
  };
}

type Bench = { approvals: Approvals; state: Database; wait(ms: number): void };

function bench(t: TestContext): Bench {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-test-"));
  const state = openState(homeFrom({ oldhandHome: directory }), { at: () => {}, note: () => {} });
  t.after(() => {
    state.close();
    rmSync(directory, { recursive: true, force: true });
  });
  let nowMs = 1_000_000;
  const clock = () => nowMs;
  return {
    state,
    approvals: approvalsOf(state, clock, idMaker(clock)),
    wait(ms) {
      nowMs += ms;
    },
  };
}

function approved({ approvals }: Pick<Bench, "approvals">, action: Action): string {
  const given = approvals.approve(action.id);
  assert.ok(given.outcome === "approved");
  return given.approval;
}

for (const keep of ["written", "in memory"] as const) {
  test(`an action kept ${keep} is returned as it was stored, once`, (t) => {
    const it = bench(t);
    const action = it.approvals.propose(actionOf(), keep);
    assert.deepEqual(action, { id: action.id, ...actionOf() });
    const approval = approved(it, action);
    assert.deepEqual(it.approvals.approved(approval), action);
    assert.deepEqual(it.approvals.take(approval, actionHash(action)), { outcome: "taken", action });
    assert.deepEqual(it.approvals.take(approval, actionHash(action)), { outcome: "refused", reason: "used" });
    assert.deepEqual(it.approvals.approve(action.id), { outcome: "refused", reason: "used" });
  });

  const AGES: readonly [ms: number, outcome: string][] = [
    [0, "taken"],
    [60_000, "taken"],
    [60_001, "refused"],
    [-1, "refused"],
  ];
  for (const [ms, outcome] of AGES) {
    test(`${ms} ms after approval, an action kept ${keep} is ${outcome}`, (t) => {
      const it = bench(t);
      const action = it.approvals.propose(actionOf(), keep);
      // The minute starts with the approval, however long the person read before.
      it.wait(3_600_000);
      const approval = approved(it, action);
      it.wait(ms);
      const taken = it.approvals.take(approval, actionHash(action));
      assert.equal(taken.outcome, outcome);
      if (taken.outcome === "refused") assert.equal(taken.reason, "expired");
    });
  }

  test(`a different hash uses up the approval of an action kept ${keep}`, (t) => {
    const it = bench(t);
    const action = it.approvals.propose(actionOf(), keep);
    const approval = approved(it, action);
    const other = actionHash({ ...action, fingerprint: { ...action.fingerprint, environment: "other" } });
    assert.deepEqual(it.approvals.take(approval, other), { outcome: "refused", reason: "changed" });
    assert.deepEqual(it.approvals.take(approval, actionHash(action)), { outcome: "refused", reason: "used" });
  });

  test(`a second approval replaces the first, and a withdrawn action has none, kept ${keep}`, (t) => {
    const it = bench(t);
    const action = it.approvals.propose(actionOf(), keep);
    const [first, second] = [approved(it, action), approved(it, action)];
    assert.deepEqual(it.approvals.take(first, actionHash(action)), { outcome: "refused", reason: "unknown" });
    it.approvals.withdraw(action.id);
    assert.deepEqual(it.approvals.take(second, actionHash(action)), { outcome: "refused", reason: "unknown" });
    assert.deepEqual(it.approvals.approve(action.id), { outcome: "refused", reason: "unknown" });
  });
}

const PARTS: readonly (readonly [what: string, change: (action: Action) => Action])[] = [
  ["the command", (action) => ({ ...action, plan: { ...action.plan, command: "npm test; true" } })],
  ["the directory", (action) => ({ ...action, plan: { ...action.plan, cwd: "/code" } })],
  ["the risk", (action) => ({ ...action, plan: { ...action.plan, risk: "high" } })],
  ["the request", (action) => ({ ...action, request: "other" })],
  ["the steps", (action) => ({ ...action, steps: ["npm test"] })],
  ["a script", (action) => ({ ...action, fingerprint: { ...action.fingerprint, scripts: [] } })],
  ["the project's files", (action) => ({ ...action, fingerprint: { ...action.fingerprint, project: [] } })],
  ["what is not covered", (action) => ({ ...action, fingerprint: { ...action.fingerprint, notCovered: [] } })],
];

for (const [what, change] of PARTS) {
  test(`an action in which ${what} was changed in the database does not run`, (t) => {
    const it = bench(t);
    const action = it.approvals.propose(actionOf(), "written");
    const approval = approved(it, action);
    const changed = change(action);
    it.state.sql("UPDATE approvals SET body = ? WHERE action = ?").run(JSON.stringify(changed), action.id);
    for (const one of [action, changed]) assert.notEqual(it.approvals.take(approval, actionHash(one)).outcome, "taken");
  });
}

test("an action that must not be stored is not in the database, and no other process finds it", (t) => {
  const it = bench(t);
  const action = it.approvals.propose(actionOf(), "in memory");
  assert.deepEqual(it.state.sql("SELECT * FROM approvals").all(), []);
  const elsewhere = approvalsOf(
    it.state,
    () => 1_000_000,
    idMaker(() => 1_000_000),
  );
  assert.deepEqual(elsewhere.approve(action.id), { outcome: "refused", reason: "unknown" });
});

test("a proposal from a day ago is deleted with the next one", (t) => {
  const it = bench(t);
  const old = [it.approvals.propose(actionOf(), "written"), it.approvals.propose(actionOf(), "in memory")];
  it.wait(86_400_001);
  it.approvals.propose(actionOf(), "written");
  assert.deepEqual(
    old.map(({ id }) => it.approvals.get(id)),
    [undefined, undefined],
  );
});

const FORGOTTEN: readonly (readonly [what: string, wanted: { ids: string[]; texts: string[] }, left: number])[] = [
  ["words of its request", { ids: [], texts: ["the tests"] }, 0],
  ["words of its command", { ids: [], texts: ["npm test"] }, 0],
  ["its workflow", { ids: ["rec_0123456789abcdefgh"], texts: [] }, 0],
  ["something else", { ids: ["rec_000000000000000000"], texts: ["cargo"] }, 1],
];

for (const [what, wanted, left] of FORGOTTEN) {
  test(`forgetting ${what} leaves ${left} of one action`, (t) => {
    const it = bench(t);
    it.approvals.propose(actionOf({ plan: { ...PLAN, workflow: "rec_0123456789abcdefgh" } }), "written");
    const { state } = it;
    const parts = { sessions: sessionsOf(state), tombstones: openTombstones(`${state.path}.tombstones`, state) };
    const gone = scrubRows({ state, ...parts, clock: () => 0 }, { ...wanted, texts: wanted.texts as Clean[] });
    assert.equal(gone, 1 - left);
    assert.equal(it.state.sql("SELECT * FROM approvals").all().length, left);
  });
}

test("an action that an earlier version proposed is unknown: what it would run was fingerprinted otherwise", (t) => {
  const it = bench(t);
  const action = it.approvals.propose(actionOf(), "written");
  const { fingerprint, ...older } = action;
  it.state.sql("UPDATE approvals SET body = ?").run(JSON.stringify({ ...older, footing: fingerprint }));
  assert.equal(it.approvals.get(action.id), undefined);
  assert.deepEqual(it.approvals.approve(action.id), { outcome: "refused", reason: "unknown" });
});
