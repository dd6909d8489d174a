/** A prompt is recorded, however late its host sends it and however little time the hook gets. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "../../../scripts/build.ts";
import { patience } from "../../fixtures/patience.ts";
import { newHome } from "../tools/homes.ts";
import { hostCall, runHook } from "../tools/run-hook.ts";

before(build);

const PROMPT = "Always turn the windmill by hand.";
const INPUT = JSON.stringify(hostCall("UserPromptSubmit", { prompt: PROMPT }));
/** The hook has started by then. */
const STARTED_MS = 400;
/** Longer than the time that a hook allows for its answer, shorter than the time that it waits for input. */
const LATE_MS = 900;
/** Longer than any time that a hook allows. */
const STOPPED_MS = 2500;

const HOSTS: Readonly<Record<string, (child: ChildProcess) => Promise<void>>> = {
  "a host that is late": async ({ stdin }) => {
    await pause(patience(LATE_MS));
    stdin!.end(INPUT);
  },
  "a host that sends its input in parts": async ({ stdin }) => {
    for (const at of [0, 1, 2]) {
      const part = Math.ceil(INPUT.length / 3);
      stdin!.write(INPUT.slice(at * part, (at + 1) * part));
      await pause(patience(LATE_MS));
    }
    stdin!.end();
  },
  // As on a machine that is too busy to run it: its timer has expired by the time that it can read.
  "a hook that gets no time while its input arrives": async (child) => {
    await pause(patience(STARTED_MS));
    child.kill("SIGSTOP");
    child.stdin!.end(INPUT);
    await pause(patience(STOPPED_MS));
    child.kill("SIGCONT");
  },
};

for (const [name, send] of Object.entries(HOSTS)) {
  test(`${name}: the prompt is recorded`, async (t) => {
    const home = newHome(t);
    const { code, stderr } = await runHook({ home, send });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    assert.deepEqual(recorded(home), [PROMPT]);
  });
}

test("input of several chunks is read to its end", async (t: TestContext) => {
  const home = newHome(t);
  const prompt = `${PROMPT} ${"And so on. ".repeat(100_000)}`;
  assert.equal((await runHook({ home, input: hostCall("UserPromptSubmit", { prompt }) })).code, 0);
  assert.equal(recorded(home)[0]?.startsWith(PROMPT), true);
});

function recorded(home: string): string[] {
  const lines = readFileSync(join(home, "spool", "notes.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line).text);
}
