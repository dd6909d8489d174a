import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { agentNamed, agentsWith } from "../../src/agents/all.ts";
import type { Usage } from "../../src/core/job/job.ts";
import { screen } from "../../src/core/screen/clean.ts";
import { agentModel, type HeadlessResult, type HeadlessRun } from "../../src/models/agent-model.ts";

const schema = z.object({ ok: z.boolean() });
const prompt = { system: screen("Say whether it is well.").text, input: screen("The gate is green.").text };

/** Answers as each program prints them, with 120 and 30 tokens. */
const PRINTED: Readonly<Record<string, (text: string) => string>> = {
  "claude-code": (result) =>
    JSON.stringify({ result, usage: { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: 30 } }),
  codex: (text) =>
    lines(
      { type: "item.completed", item: { type: "agent_message", text } },
      { type: "turn.completed", usage: { input_tokens: 120, output_tokens: 30 } },
    ),
  opencode: (text) =>
    lines(
      { type: "text", part: { type: "text", text } },
      { type: "step_finish", part: { type: "step-finish", tokens: { input: 120, output: 30, cache: { read: 0 } } } },
    ),
  pi: (text) =>
    lines({
      type: "message_end",
      message: { role: "assistant", content: [{ type: "text", text }], usage: { input: 120, output: 30 } },
    }),
};

function lines(...events: readonly object[]): string {
  return events.map((event) => JSON.stringify(event)).join("\n");
}

async function asked(name: string, results: readonly (string | HeadlessResult)[], cap = true) {
  const runs: HeadlessRun[] = [];
  const settled: Usage[] = [];
  const model = agentModel(
    { name, headless: agentNamed(name)!.headless! },
    {
      run: async (ask) => {
        runs.push(ask);
        const result = results[runs.length - 1]!;
        return typeof result === "string" ? { outcome: "ended", exitCode: 0, output: result, errors: "" } : result;
      },
      tokenBudget: {
        take: (by, tokens) => (cap ? { day: "2026-10-24", model: by, tokens } : undefined),
        settle: (_, used) => void settled.push(used),
      },
    },
  );
  return { answer: await model.structured(prompt, schema, { maxOutputTokens: 500 }), runs, settled };
}

for (const { name } of agentsWith("headless")) {
  test(`${name}: the answer and its reported usage are read, and the question is on its standard input`, async () => {
    const { answer, runs, settled } = await asked(name, [PRINTED[name]!('{"ok":true}')]);
    const usage = { inputTokens: 120, outputTokens: 30 };
    assert.deepEqual([answer, settled], [{ outcome: "answer", value: { ok: true }, usage }, [usage]]);
    assert.ok(runs[0]?.input.endsWith("The gate is green."));
    const all = JSON.stringify([runs[0]?.args, runs[0]?.variables, runs[0]?.input]);
    assert.ok(all.includes("Say whether it is well."));
  });

  test(`${name}: an unusable answer is asked for once more`, async () => {
    const { answer, runs } = await asked(name, [PRINTED[name]!("no"), PRINTED[name]!('{"ok":false}')]);
    assert.deepEqual([answer.outcome, runs.length], ["answer", 2]);
    assert.match(runs[1]?.input ?? "", /cannot be used: it is not JSON/);
  });
}

test("usage that is not reported counts as the most that it can have been", async () => {
  const { settled } = await asked("claude-code", [JSON.stringify({ result: '{"ok":true}' })]);
  const [used] = settled;
  assert.ok((used?.inputTokens ?? 0) >= agentNamed("claude-code")!.headless!.overheadTokens);
  assert.equal(used?.outputTokens, 500);
});

test("a program that is missing costs nothing; one that hangs costs its reservation", async () => {
  const missing = await asked("codex", [{ outcome: "not started" }]);
  assert.deepEqual(missing.settled, [{ inputTokens: 0, outputTokens: 0 }]);
  assert.match(JSON.stringify(missing.answer), /unreachable.*codex is not installed/);
  const late = await asked("codex", [{ outcome: "too late" }]);
  assert.equal(late.settled[0]?.outputTokens, 500);
});

test("over the day's cap no program is started", async () => {
  const { answer, runs } = await asked("pi", [], false);
  assert.deepEqual([answer.outcome, runs.length], ["over cap", 0]);
});
