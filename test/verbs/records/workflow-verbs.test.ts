import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { approvedRun as run } from "../../fixtures/approved-run.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const SHELL = { variables: { PATH: process.env.PATH } };

test("steps are kept under a name, with their slots", async (t) => {
  const memory = await memoryHome(t).open();
  const steps = ["npm test", "git commit -am <message>", "git push <remote>"];
  const { outcome, record } = await memory.saveWorkflow({ name: "ship", steps, description: "To the world" });
  assert.deepEqual([outcome, record!.type, record!.key, record!.steps], ["remembered", "workflow", "ship", steps]);
  const { record: shown, ...workflow } = await memory.workflow("ship");
  assert.equal(shown.id, record!.id);
  assert.deepEqual(workflow, {
    name: "ship",
    steps,
    slots: ["message", "remote"],
    description: "To the world",
    success: 0,
    failure: 0,
    runs: [],
    lastRun: null,
  });
});

test("saving under an existing name replaces the steps and keeps the runs", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  const first = await memory.saveWorkflow({ name: "go", steps: ["true"] });
  await run(memory, "go");
  const second = await memory.saveWorkflow({ name: "Go", steps: ["false"] });
  assert.equal(second.record!.id, first.record!.id);
  const { steps, success, failure } = await memory.workflow("go");
  assert.deepEqual([steps, success, failure], [["false"], 1, 0]);
});

test("a project's workflow shadows the global one of the same name", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.saveWorkflow({ name: "go", steps: ["echo person"], scope: "global" });
  await memory.saveWorkflow({ name: "go", steps: ["echo project"] });
  const stepsAt = async (dir?: string) => (await (await home.open(dir)).workflows()).map(({ steps }) => steps);
  assert.deepEqual(await stepsAt(repo), [["echo project"]]);
  assert.deepEqual(await stepsAt(), [["echo person"]]);
});

test("each step is recorded with its exit status, in its run and in the history", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  await memory.saveWorkflow({ name: "go", steps: ["mkdir sub && cd sub", "pwd > where.txt", "test -f where.txt"] });
  const { id, startedAt, finishedAt, begun, ...done } = await run(memory, "go");
  assert.match(id, /^run_/);
  assert.deepEqual([begun, startedAt, finishedAt], [[0, 1, 2], "2026-03-01T10:00:00.000Z", "2026-03-01T10:00:00.000Z"]);
  const steps = ["mkdir sub && cd sub", "pwd > where.txt", "test -f where.txt"];
  assert.deepEqual(done, {
    status: "success",
    steps: steps.map((command) => ({ command, status: "success", exitCode: 0 })),
  });
  // A `cd` applies to the steps after it.
  assert.equal(readFileSync(join(home.outside, "sub", "where.txt"), "utf8").trim(), join(home.outside, "sub"));
  const events = await memory.commands({ limit: 9 });
  assert.deepEqual(
    events
      .toReversed()
      .map(({ command, source, status, exitCode, session }) => [command, source, status, exitCode, session]),
    steps.map((command) => [command, "workflow", "success", 0, "one"]),
  );
});

test("a run stops at the first failure and says where", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  await memory.saveWorkflow({ name: "go", steps: ["true", "exit 7", "touch never"] });
  const { status, steps, begun } = await run(memory, "go");
  assert.deepEqual([status, begun], ["failure", [0, 1]]);
  assert.deepEqual(steps, [
    { command: "true", status: "success", exitCode: 0 },
    { command: "exit 7", status: "failure", exitCode: 7 },
    { command: "touch never", status: "skipped" },
  ]);
  assert.equal(existsSync(join(home.outside, "never")), false);
  await run(memory, "go");
  const { success, failure, runs, lastRun } = await (await home.open()).workflow("go");
  assert.deepEqual([success, failure, runs.length, lastRun], [0, 2, 2, runs[0]]);
});

const ENDS: readonly [name: string, step: string, status: string, exitCode: number][] = [
  ["a program that is not there", "nosuchprogram-at-all", "failure", 127],
  ["a step that cannot be parsed", "echo 'open", "failure", 2],
  ["a step that kills its shell", "kill -9 $$", "failure", 137],
  ["an interrupted step", "sh -c 'exit 130'", "interrupted", 130],
  ["a failure within a pipeline's end", "true | false", "failure", 1],
  ["a program left running", "sleep 5 >/dev/null 2>&1 & true", "success", 0],
];

for (const [name, step, status, exitCode] of ENDS) {
  test(`${name} ends as ${status}`, async (t) => {
    const home = memoryHome(t);
    const memory = await home.open(undefined, { variables: { ...SHELL.variables, SHELL: "/bin/bash" } });
    await memory.saveWorkflow({ name: "go", steps: [step] });
    const done = await run(memory, "go");
    assert.deepEqual([done.status, done.steps], [status, [{ command: step, status, exitCode }]]);
  });
}

const VALUES = [
  "$(touch x)",
  "`touch x`",
  "'; touch x; '",
  '"; touch x; "',
  "a\ntouch x",
  "\\$(touch x)",
  "&& touch x",
  "-n $(touch x)",
];
const STEPS = ["true <message>", 'true "<message>"', "true '<message>'", "true pre<message>post"];

for (const step of STEPS) {
  test(`no value in \`${step}\` is ever run`, async (t) => {
    const home = memoryHome(t);
    const memory = await home.open(undefined, SHELL);
    await memory.saveWorkflow({ name: "go", steps: [step] });
    for (const message of VALUES) {
      await run(memory, "go", { message });
      assert.equal(existsSync(join(home.outside, "x")), false, message);
    }
  });
}

test("a value is passed on unchanged", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  await memory.saveWorkflow({ name: "go", steps: ["printf %s <message> > said"] });
  const value = `it's "$(touch x)" \`y\` \\ \n ✓`;
  await run(memory, "go", { message: value });
  assert.equal(readFileSync(join(home.outside, "said"), "utf8"), value);
});

test("a slot without a value, or a value without a slot, runs nothing", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.saveWorkflow({ name: "go", steps: ["echo <message>"] });
  await assert.rejects(memory.resolveWorkflow("go", {}), { code: "usage", message: /--set message=VALUE/ });
  await assert.rejects(memory.resolveWorkflow("go", { massage: "x" }), { code: "usage", message: /no slot massage/ });
  await assert.rejects(memory.resolveWorkflow("gone", {}), { code: "not-found", message: /Saved: go\./ });
});

test("a secret given as a value is in no file of the home", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
  await memory.saveWorkflow({ name: "go", steps: ["test -n <token>"] });
  assert.equal((await run(memory, "go", { token: secret })).status, "success");
  home.close();
  assert.deepEqual(
    filesUnder(home.path)
      .filter(({ bytes }) => bytes.includes(secret.slice(4)))
      .map(({ path }) => path),
    [],
  );
});

test("a workflow without steps, without a name or with a secret is refused", async (t) => {
  const memory = await memoryHome(t).open();
  for (const ask of [
    { name: " ", steps: ["true"] },
    { name: "go", steps: [] },
    { name: "go", steps: ["true", " "] },
  ]) {
    await assert.rejects(memory.saveWorkflow(ask), { code: "usage" });
  }
  const secret = `echo ghp_${"a1B2".repeat(9)}`;
  assert.equal((await memory.saveWorkflow({ name: "go", steps: [secret] })).outcome, "refused");
  assert.deepEqual(await memory.workflows(), []);
});

test("runs of a workflow in a single session are not a pattern", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  await memory.saveWorkflow({ name: "go", steps: ["printf ''", "test -d ."] });
  for (let n = 0; n < 4; n++) await run(memory, "go");
  const kinds = (await memory.suggestions("pending")).map(({ kind }) => kind);
  assert.ok(!kinds.includes("workflow_pattern"));
});

test("a deleted workflow is gone, comes back by undo with its runs, and is found by recall once", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(undefined, SHELL);
  await memory.saveWorkflow({ name: "release", steps: ["true"] });
  await run(memory, "release");
  const { results } = await memory.recall({ query: "release", format: "json" });
  assert.deepEqual(
    results.map(({ kind }) => kind),
    ["workflow"],
  );
  await memory.deleteWorkflow("release");
  await assert.rejects(memory.workflow("release"), { code: "not-found" });
  await memory.undo();
  assert.equal((await memory.workflow("release")).success, 1);
});

for (const format of ["sh", "skill", "justfile", "npm", "make"] as const) {
  test(`a workflow is written as ${format}`, async (t) => {
    const memory = await memoryHome(t).open();
    await memory.saveWorkflow({ name: "ship", steps: ["npm test", "git push"], description: "Send it off" });
    const { text } = await memory.exportWorkflow("ship", format);
    for (const part of ["ship", "npm test", "git push"]) assert.ok(text.includes(part), `${part} in ${text}`);
  });
}
