import assert from "node:assert/strict";
import { test } from "node:test";
import { guardsBroken, judgeAct } from "../../src/lift/guard-breaks.ts";
import { type JudgedRecord, judgeRecords } from "../../src/lift/judge-records.ts";
import { outcomesOf } from "../../src/lift/outcomes.ts";
import { isMet, type ReplayedSession, replayFigures } from "../../src/lift/replay.ts";
import type { Act, SessionFacts } from "../../src/lift/session-facts.ts";

const act = (line: string, parts: Partial<Act> = {}): Act => ({
  ...{ turn: 0, by: "agent", cwd: "/app", line, worked: true, isCheck: false },
  ...parts,
});
const failed = (line: string, error?: string): Act =>
  act(line, { worked: false, ...(error !== undefined && { error }) });
const session = (id: string, acts: readonly Act[], parts: Partial<SessionFacts> = {}): SessionFacts => ({
  ...{
    id,
    project: "p",
    startedMs: Number(id),
    endedMs: Number(id) + 9,
    acts,
    corrections: 0,
    repeated: [],
    given: [],
  },
  ...parts,
});
const outcomes = (...sessions: readonly SessionFacts[]) => outcomesOf(sessions, () => 0);

test("an error counts again if it happened before in the project, in this session or an earlier one", () => {
  const found = outcomes(
    session("2", [failed("npm test", "npm test e1"), failed("npm test", "npm test e2")]),
    session("1", [failed("npm test", "npm test e1"), failed("npm test", "npm test e1")]),
    session("3", [failed("npm test", "npm test e1")], { project: "q" }),
  );
  assert.deepEqual(
    ["1", "2", "3"].map((id) => found.get(id)?.["same-error-again"]),
    [1, 1, 0],
  );
});

test("a failed command counts again unless it worked in between; the person's commands do not count", () => {
  const found = outcomes(
    session("1", [failed("make a"), failed("make a"), act("make a"), failed("make a")]),
    session("2", [failed("make a"), { ...failed("make a"), by: "person" }]),
  );
  assert.deepEqual(
    [found.get("1")?.["same-command-failed-again"], found.get("2")?.["same-command-failed-again"]],
    [1, 1],
  );
});

test("commands until a check passes: all of them if none passed, absent if none was run", () => {
  const check = (worked: boolean): Act => act("npm test", { isCheck: true, worked });
  const found = outcomes(
    session("1", [act("ls"), check(false), check(true), act("ls")]),
    session("2", [check(false), act("ls")]),
    session("3", [act("ls")]),
  );
  assert.deepEqual(
    ["1", "2", "3"].map((id) => found.get(id)?.["commands-until-check-passes"]),
    [3, 2, undefined],
  );
});

test("what a held-out session would have been given costs no tokens", () => {
  const given = [{ record: "rec_1", atMs: 1, tokens: 50 }];
  const found = outcomes(
    session("1", [act("ls")], { given }),
    session("2", [act("ls")], { given, coin: { oneIn: 2, heldOut: true } }),
  );
  assert.deepEqual([found.get("1")?.["tokens-given"], found.get("2")?.["tokens-given"]], [50, 0]);
});

const JUDGED = [
  ["npm test", { instead: { npm: "pnpm" } }, "against"],
  ["sudo pnpm test", { instead: { npm: "pnpm" } }, "as asked"],
  ["git push --force", { deny: "git push --force" }, "against"],
  ["git push origin work", { deny: "git push --force" }, "as asked"],
  ["terraform apply", { require: { command: "terraform apply", flag: "-var-file" } }, "against"],
  ["terraform apply -var-file=x", { require: { command: "terraform apply", flag: "-var-file" } }, "as asked"],
  ["ls", { deny: "git push --force" }, "nothing to do with it"],
] as const;

for (const [line, guard, expected] of JUDGED)
  test(`${line} is ${expected} for ${JSON.stringify(guard)}`, () =>
    assert.equal(judgeAct(guard, act(line), []), expected));

test("a guard of kind first asks what worked since the last edit", () => {
  const guard = { first: { command: "git push", run: "npm test" } } as const;
  const edit = act("", { file: "/app/a.ts" });
  assert.deepEqual(
    [[act("npm test")], [act("npm test"), edit], [failed("npm test")]].map((earlier) =>
      judgeAct(guard, act("git push"), earlier),
    ),
    ["as asked", "against", "against"],
  );
  assert.equal(guardsBroken([{ protect: "/app/**" }], session("1", [edit])), 1);
});

const judge = (record: Partial<JudgedRecord>, acts: readonly Act[], parts: Partial<SessionFacts> = {}) => {
  const given = [{ record: "rec_1", atMs: 2, tokens: 9 }];
  const whole: JudgedRecord = { id: "rec_1", guards: [], commands: [], ...record };
  const [found] = judgeRecords(new Map([["rec_1", whole]]), [session("1", acts, { given, ...parts })]);
  return found && (found.moments[0]?.verdict ?? "unknown");
};

test("a record is judged by what was done after it was given; without a guard or a command it is unknown", () => {
  const guards = [{ instead: { npm: "pnpm" } }];
  assert.deepEqual(
    [
      judge({ guards }, [act("pnpm test", { atMs: 3 })]),
      judge({ guards }, [act("pnpm test", { atMs: 3 }), act("npm test", { atMs: 4 })]),
      judge({ guards }, [act("npm test", { atMs: 1 })]),
      judge({ guards, replacedMs: 5 }, [act("pnpm test", { atMs: 3 })]),
      judge({ commands: ["make ship"] }, [act("make ship", { atMs: 3 })]),
      judge({ commands: ["make ship"] }, [act("make deploy", { atMs: 3 })]),
      judge({}, [act("make ship", { atMs: 3 })]),
    ],
    ["followed", "ignored", "unknown", "contradicted", "followed", "unknown", "unknown"],
  );
});

test("a known fix is ignored if the same error comes again before it was tried", () => {
  const fix = { commands: ["make codegen"], error: "make e1" };
  const again = { ...failed("make check", "make e1"), atMs: 4 };
  assert.deepEqual(
    [judge(fix, [again]), judge(fix, [act("make codegen", { atMs: 3 }), again])],
    ["ignored", "followed"],
  );
});

test("what was withheld is not judged", () => {
  const coin = { oneIn: 2, heldOut: true };
  assert.equal(judge({ commands: ["make ship"] }, [act("make ship", { atMs: 3 })], { coin }), undefined);
});

const past = (parts: Partial<ReplayedSession> = {}): ReplayedSession => ({
  ...{ id: "1", moments: [{ at: "prompt", turn: 3, tokens: 20, given: ["rec_1", "rec_2"] }], needs: [] },
  ...parts,
});

test("a need is met only by what came before it; a fix also by the failure itself", () => {
  const need = { kind: "instruction said again", turn: 3, answers: ["rec_1"] } as const;
  assert.equal(isMet(need, past()), false);
  assert.equal(isMet({ ...need, turn: 4 }, past()), true);
  assert.equal(isMet({ ...need, turn: 4, answers: ["rec_9"] }, past()), false);
  const moments = [{ at: "failure", turn: 3, tokens: 5, given: ["rec_1"] }] as const;
  assert.equal(isMet({ ...need, kind: "error again" }, { moments }), true);
});

test("a replay counts what was given, needed, known and met, and says that it is not causal", () => {
  const needs = [
    { kind: "error again", turn: 9, answers: ["rec_1"] },
    { kind: "error again", turn: 1, answers: ["rec_2"] },
    { kind: "error again", turn: 9, answers: [] },
  ] as const;
  const { causal, lines, needed, tokens, prompts, needs: found } = replayFigures([past({ needs })]);
  assert.deepEqual(
    { causal, lines, needed, tokens, prompts },
    { causal: false, lines: 2, needed: 1, tokens: 20, prompts: 1 },
  );
  assert.deepEqual(found[1], { kind: "error again", total: 3, known: 2, met: 1 });
});

test("needs of one session against what another was given: no lift is counted", () => {
  const needs = [{ kind: "error again", turn: 9, answers: ["rec_7"] }] as const;
  assert.deepEqual(replayFigures([past({ needs })]).needs[1], { kind: "error again", total: 1, known: 1, met: 0 });
});
