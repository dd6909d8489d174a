/** Seed 004: use, history, suggestion, record, workflow, request, plan, run, and again, with rising confidence. */
import assert from "node:assert/strict";
import { platform } from "node:os";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import type { PlannerContext } from "../../../src/plan/context.ts";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

const DAY_MS = 24 * 3_600_000;
const LOOK = ["git status", "git diff", "git log -1"];

type Begun = { readonly home: MemoryHome; readonly repo: string };

/** Three times in two sessions, typed at a terminal. */
function used(t: TestContext): Begun {
  const [home, repo] = [memoryHome(t), makeRepo(t)];
  spool(home.path, typed([...LOOK, "clear", ...LOOK], { cwd: repo }), { name: "monday" });
  spool(home.path, typed(LOOK, { cwd: repo, fromMs: FIRST_MS + DAY_MS }), { name: "tuesday" });
  return { home, repo };
}

function session({ home, repo }: Begun, name: string): Promise<Memory> {
  home.wait(DAY_MS);
  return home.open(repo, { session: name, variables: { PATH: process.env.PATH, SHELL: "/bin/sh" } });
}

async function acceptedIn(memory: Memory): Promise<string> {
  const found = (await memory.suggestions("pending")).find(({ kind }) => kind === "workflow_pattern");
  assert.deepEqual([found?.confidence, found?.evidence.count, found?.steps], [0.65, 3, LOOK]);
  return (await memory.accept(found?.id ?? "", { name: "review" })).record!.id;
}

async function askedAndRun(memory: Memory): Promise<void> {
  const { plan, action } = await memory.plan({ request: "review" });
  assert.deepEqual([plan?.command, plan?.source], [LOOK.join(" && "), "workflow"]);
  const approved = await memory.approve(action ?? "");
  assert.ok(approved.outcome === "approved");
  const ran = await memory.runApproved(approved.approval, { output: { to: "caller", onOutput: () => {} } });
  assert.deepEqual([ran.outcome, ran.outcome === "ran" && ran.exitCode], ["ran", 0]);
}

test("an empty home learns to plan from memory, and each approved run raises the confidence", async (t) => {
  const begun = used(t);
  const first = await session(begun, "wednesday");
  assert.equal(first.commandCounts().events, 10);
  const id = await acceptedIn(first);
  assert.equal((await first.workflow("review")).lastRun, null);
  const sure: number[] = [(await first.get(id)).confidence];
  for (const name of ["one", "two", "three", "four", "five", "six"]) {
    const memory = await session(begun, name);
    await askedAndRun(memory);
    sure.push((await memory.get(id)).confidence);
  }
  assert.deepEqual(sure, [0.65, 0.68, 0.72, 0.75, 0.78, 0.82, 0.85]);
  const last = await session(begun, "the end");
  assert.equal(last.commandCounts().events, 10 + 6 * LOOK.length);
  const { success, failure } = await last.workflow("review");
  assert.deepEqual([success, failure], [6, 0]);
  const { confidence } = (await last.context()).memoryItems.find(({ key }) => key === "review") ?? {};
  // A workflow is listed as a workflow, not among the memory items.
  assert.equal(confidence, undefined);
});

type PlanInputs = { readonly context: PlannerContext; readonly retrieved: readonly string[]; readonly repo: string };

/** What seed 004 states about the context, line by line. */
const SEED: readonly (readonly [
  line: string,
  seen: (inputs: PlanInputs) => unknown,
  expected: (inputs: PlanInputs) => unknown,
])[] = [
  ["sessionId links the plan to the session", ({ context }) => context.sessionId, () => "friday"],
  ["cwd is the current working directory", ({ context }) => context.cwd, ({ repo }) => repo],
  ["projectRoot is the project's", ({ context }) => context.projectRoot, ({ repo }) => repo],
  ["shell is the shell's type", ({ context }) => context.shell, () => "sh"],
  ["os is the operating system", ({ context }) => context.os, () => platform()],
  [
    "recentCommands are the last five that were executed",
    ({ context }) => context.recentCommands,
    () => ["git log -1", "git diff", "git status", "git log -1", "git diff"],
  ],
  [
    "memoryItems have kind, key, value and confidence, the project's in the place of the general one",
    ({ context }) => context.memoryItems.filter(({ kind }) => kind === "preference"),
    () => [{ kind: "preference", key: "package-manager", value: "Use pnpm here", confidence: 1 }],
  ],
  [
    "projectFacts are workflows by name, their steps joined by arrows, with how the last run ended",
    ({ context }) => context.projectFacts,
    () => [{ kind: "workflow", label: "review", value: `${LOOK.join(" → ")} (last run: success)` }],
  ],
  [
    "retrievedContext lists what was assembled",
    ({ retrieved }) => retrieved,
    ({ repo }) => [`cwd: ${repo}`, `projectRoot: ${repo}`, "workflow:review"],
  ],
];

test("every line of seed 004 about the context holds after a round of use", async (t) => {
  const begun = used(t);
  const first = await session(begun, "wednesday");
  await acceptedIn(first);
  await first.add({ text: "Use npm", type: "preference", key: "package-manager", scope: "global" });
  await first.add({ text: "Use pnpm here", type: "preference", key: "package-manager", scope: "project" });
  await askedAndRun(first);
  const memory = await session(begun, "friday");
  const { review } = await memory.plan({ request: "review" });
  const inputs = { context: await memory.context(), retrieved: review.retrievedContext, repo: begun.repo };
  for (const [line, seen, expected] of SEED) assert.deepEqual(seen(inputs), expected(inputs), line);
});
