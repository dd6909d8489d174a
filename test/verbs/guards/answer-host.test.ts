import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import type { HostAnswers } from "../../../src/agents/agent.ts";
import { agentsWith } from "../../../src/agents/all.ts";
import { GUARD_MODES, type GuardMode } from "../../../src/core/guard/guard.ts";
import type { AgentName } from "../../../src/core/session/session.ts";
import { answerTool, toolEventIn } from "../../../src/main/answer-act.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const NAMES: Readonly<Record<AgentName, string>> = {
  ...{ "claude-code": "Claude Code", codex: "Codex", opencode: "opencode" },
  ...{ pi: "pi, oh-my-pi", omp: "pi, oh-my-pi", gemini: "Gemini CLI" },
};

type Words = { readonly [Mode in GuardMode]: Readonly<Record<HostAnswers[Mode], string>> };

const WORDS: Words = {
  warn: {
    context: "goes on; the reason is context for the model",
    "added by plugin": "goes on; the reason is added to the tool's result",
    after: "goes on; the reason is added to the result of a command",
  },
  ask: {
    prompt: "the program's own prompt; without a terminal it is denied",
    "question of plugin": "a question; without a terminal it is stopped",
    stop: "stopped; the model is told to ask you",
  },
  deny: { stop: "stopped; the model gets record and remedy" },
};

test("docs/agents.md says what every agent does in every mode, and nothing else", () => {
  const docs = readFileSync(new URL("../../../docs/agents.md", import.meta.url), "utf8");
  const [head = "", ...rows] = (/^## Guards\n[^|]*((?:\|.*\n)+)/m.exec(docs)?.[1] ?? "").trim().split("\n");
  const cellsOf = (row: string): string[] => row.split("|").map((cell) => cell.trim());
  assert.deepEqual(cellsOf(head), ["", "", "`warn`", "`ask`", "`deny`", ""]);
  const written = rows.slice(1).map((row) => cellsOf(row).slice(1, -1));
  const meant = agentsWith("hooks").map(({ name: agent, hooks }) => {
    const { warn, ask, deny } = hooks.answers;
    return [NAMES[agent], WORDS.warn[warn], WORDS.ask[ask], WORDS.deny[deny]];
  });
  assert.deepEqual(written, [...new Map(meant.map((row) => [row[0], row])).values()]);
});

for (const { name: agent, hooks } of agentsWith("hooks"))
  for (const mode of GUARD_MODES)
    test(`${agent} is answered in mode ${mode} as the table says`, async (t) => {
      const { before, after, id } = await answersTo(t, agent, mode);
      const does = hooks.answers[mode];
      const said = [before, after].find((answer) => Object.keys(answer).length > 0);
      const reason = reasonIn(said);
      for (const words of ["use `pnpm` instead of `npm`", id])
        assert.ok(reason.toLowerCase().includes(words), `${words} is not in: ${reason}`);
      assert.equal(decisionIn(before), mode === "warn" ? "none" : does === "stop" ? "deny" : "ask");
      assert.equal(said === after, does === "after", "the answer comes at another time");
      assert.equal(reason.includes("Ask the person"), mode === "ask" && does === "stop");
      if (mode !== "warn") assert.ok(reason.includes("pnpm test"), "the remedy is missing");
    });

type HostJson = {
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
};

async function answersTo(t: TestContext, agent: AgentName, mode: GuardMode) {
  const memory = await memoryHome(t, { on: "memory" }).open();
  const { record } = await memory.add({ text: "Use pnpm, not npm", guards: [{ instead: { npm: "pnpm" }, mode }] });
  const isGemini = agent === "gemini";
  const answer = async (name: string): Promise<HostJson> => {
    const use = { tool_name: isGemini ? "run_shell_command" : "Bash", tool_input: { command: "npm test" } };
    const event = toolEventIn(agent, { hook_event_name: name, session_id: "s1", ...use });
    assert.ok(event !== undefined);
    return answerTool(memory, event, () => false);
  };
  const before = await answer(isGemini ? "BeforeTool" : "PreToolUse");
  const after = await answer(isGemini ? "AfterTool" : "PostToolUse");
  return { before, after, id: record!.id };
}

function decisionIn({ decision, hookSpecificOutput }: HostJson): string {
  return decision ?? hookSpecificOutput?.permissionDecision ?? "none";
}

function reasonIn(answer: HostJson | undefined): string {
  const { permissionDecisionReason, additionalContext } = answer?.hookSpecificOutput ?? {};
  return answer?.reason ?? permissionDecisionReason ?? additionalContext ?? "";
}
