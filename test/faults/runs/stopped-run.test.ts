/** A stopped run leaves no process behind, and one that prints without end does not use up memory. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runInShell, runSteps } from "../../../src/system/run/shell.ts";
import { place, program } from "../../e2e/cli/program.ts";
import { AS_WATCHING_PERSON } from "../../fixtures/as-person.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const CLOCK = () => Date.now();

async function there(path: string): Promise<string> {
  while (!existsSync(path) || !readFileSync(path, "utf8").endsWith("\n")) await sleep(5);
  return readFileSync(path, "utf8").trim();
}

function isAlive(pid: string): boolean {
  try {
    const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return state !== "Z";
  } catch {
    return false;
  }
}

/** Each prints its process id, and handles signals in its own way. */
const STUBBORN: readonly (readonly [what: string, script: string])[] = [
  ["waits in front", "echo $$ > pid; exec sleep 100"],
  ["left one in the background", "sleep 100 & echo $! > pid; wait"],
  ["ignores an interrupt", "trap '' INT; echo $$ > pid; while :; do sleep 0.05; done"],
  ["ignores all that can be ignored", "trap '' INT TERM HUP; echo $$ > pid; while :; do sleep 0.05; done"],
  ["left a child that ignores an interrupt", "sh -c 'trap \"\" INT; echo $$ > pid; exec sleep 100' & wait"],
];

for (const [what, script] of STUBBORN) {
  test(`a command that ${what} is gone once it is stopped`, async (t) => {
    const cwd = tempDir(t, "work");
    const stop = new AbortController();
    const output = { to: "caller", onOutput: () => {} } as const;
    const running = runInShell(script, { cwd, env: process.env, clock: CLOCK, output, signal: stop.signal });
    const pid = await there(join(cwd, "pid"));
    stop.abort();
    const { status, exitCode } = await running;
    assert.equal(status, "interrupted");
    assert.notEqual(exitCode, 0);
    assert.equal(isAlive(pid), false);
  });
}

test("a stopped workflow ends with the step that was running", async (t) => {
  const cwd = tempDir(t, "work");
  const stop = new AbortController();
  const output = { to: "caller", onOutput: () => {} } as const;
  const steps = ["true", "echo $$ > pid; sleep 100", "touch never"];
  const means = { cwd, env: process.env, clock: CLOCK, output, signal: stop.signal, onStep: () => {} };
  const running = runSteps(steps, means);
  await there(join(cwd, "pid"));
  stop.abort();
  const { ended, status } = await running;
  assert.deepEqual([ended.length, ended[0]?.exitCode, status], [2, 0, "interrupted"]);
  assert.equal(existsSync(join(cwd, "never")), false);
});

test("of thirty megabytes of output the last one is kept, and all of it is streamed", async (t) => {
  let streamed = 0;
  const onOutput = (chunk: Uint8Array): void => {
    streamed += chunk.length;
  };
  const script = "yes 0123456789abcde | head -c 31457280; echo the end; echo from elsewhere >&2";
  const { tail, status } = await runInShell(script, {
    cwd: tempDir(t, "work"),
    env: process.env,
    clock: CLOCK,
    output: { to: "caller", onOutput },
  });
  assert.deepEqual([status, streamed], ["success", 31_457_280 + "the end\nfrom elsewhere\n".length]);
  assert.ok(tail.length <= 1024 * 1024 && tail.includes("the end\n"));
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} to the program ends the command's entire process group, and the history says that it was stopped`, async (t) => {
    const it = place(t);
    const steps = ["--step", "sleep 100 & echo $! > pid; wait"];
    assert.equal(it.oldhand(["workflow", "save", "nap", ...steps]).status, 0);
    const child = spawn(process.execPath, [...AS_WATCHING_PERSON, program, "workflow", "run", "nap", "--yes"], {
      cwd: it.project,
      env: it.env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const pid = await there(join(it.project, "pid"));
    child.kill(signal);
    const code = await new Promise((resolve) => child.once("exit", resolve));
    assert.equal(code, 1);
    assert.equal(isAlive(pid), false);
    const { events } = JSON.parse(it.oldhand(["history", "list", "--json"]).out);
    assert.deepEqual(
      events.map(({ status }: { status: string }) => status),
      ["interrupted"],
    );
    const { lastRun } = JSON.parse(it.oldhand(["workflow", "show", "nap", "--json"]).out);
    assert.equal(lastRun.status, "interrupted");
  });
}
