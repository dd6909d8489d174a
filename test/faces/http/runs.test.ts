import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createRuns, type RunWork } from "../../../src/faces/http/runs.ts";

function watchedRuns() {
  const sent: [event: string, data: Record<string, unknown>][] = [];
  const live = {
    broadcast: (event: string, data: object) => void sent.push([event, { ...data }]),
    checkNow: () => {},
  };
  return { runs: createRuns({ clock: () => 0, live }), sent };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const about = { id: "one", command: "talk", cwd: "/nowhere" };

async function outputOf(work: RunWork): Promise<string> {
  const { runs } = watchedRuns();
  runs.start(about, work);
  await sleep(0);
  return runs.list()[0]!.output;
}

const SECRET = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

test("output is screened by complete lines, so that a secret split across chunks is found", async () => {
  const output = await outputOf(async ({ onOutput }) => {
    onOutput(bytes(`begun\nkey ${SECRET.slice(0, 20)}`), "stdout");
    onOutput(bytes(`${SECRET.slice(20)} end\n\u001b[31mred\u001b[0m\nlast`), "stdout");
    return { status: "success", exitCode: 0 };
  });
  assert.match(output, /^begun\nkey \[secret:[^\]]+\] end\nred\nlast\n$/);
});

test("a character split across chunks is decoded as one", async () => {
  const [first, rest] = [bytes("ü\n").slice(0, 1), bytes("ü\n").slice(1)];
  const output = await outputOf(async ({ onOutput }) => {
    onOutput(first, "stdout");
    onOutput(rest, "stdout");
    return { status: "success" };
  });
  assert.equal(output, "ü\n");
});

test("a run reports its start and its end, and one that throws has failed", async () => {
  const { runs, sent } = watchedRuns();
  runs.start(about, async () => {
    throw new Error("no such shell");
  });
  await sleep(0);
  assert.deepEqual(
    sent.map(([event]) => event),
    ["run-started", "run-ended"],
  );
  assert.deepEqual(runs.list()[0]!.ended, { status: "failure", message: "no such shell", durationMs: 0 });
});

test("stop ends the named run only", async () => {
  const { runs } = watchedRuns();
  const { promise, resolve } = Promise.withResolvers<{ status: string }>();
  runs.start(about, ({ signal }) => {
    signal.addEventListener("abort", () => resolve({ status: "interrupted" }));
    return promise;
  });
  assert.equal(runs.stop("another"), false);
  assert.equal(runs.stop("one"), true);
  await sleep(0);
  assert.equal(runs.list()[0]!.ended?.status, "interrupted");
  assert.equal(runs.stop("one"), false);
});
