import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../../src/core/base/config.ts";
import type { KeptSession } from "../../../src/store/rows/sessions.ts";
import { lacksConsent, readerName } from "../../../src/verbs/nominations/reader-model.ts";

const context = (settings: Readonly<Record<string, unknown>>) =>
  ({ config: readConfig(settings), env: { variables: {} } }) as unknown as Parameters<typeof lacksConsent>[0];
const session = (agent: string) => ({ id: "ses_1", agent, project: "prj_1" }) as unknown as KeptSession;

const TABLE: readonly [reader: string, reads: readonly string[], not: readonly string[]][] = [
  ["claude-code", ["claude-code"], ["codex", "gemini", "pi", "opencode"]],
  ["codex", ["codex"], ["claude-code", "pi"]],
  ["pi", ["pi", "omp"], ["claude-code"]],
  ["opencode", ["opencode"], ["pi"]],
  ["ollama/qwen3:8b", ["claude-code", "codex", "gemini"], []],
  ["anthropic/claude-sonnet-4-5", ["claude-code"], ["codex"]],
  ["openai-compatible/gpt@https://api.openai.com/v1", ["codex"], ["claude-code"]],
  ["openai-compatible/llama@https://models.example.org/v1", [], ["codex", "claude-code"]],
];

for (const [reader, reads, not] of TABLE) {
  test(`${reader} reads sessions of its own vendor${not.length === 0 ? "" : ", others only by consent"}`, () => {
    const without = context({ "models.reader": reader });
    for (const agent of reads) assert.equal(lacksConsent(without, session(agent)), undefined, agent);
    for (const agent of not) {
      assert.match(lacksConsent(without, session(agent)) ?? "", /needs your consent/, agent);
      for (const consent of [agent, `${agent}:prj_1`])
        assert.equal(
          lacksConsent(context({ "models.reader": reader, "models.readerConsent": [consent] }), session(agent)),
          undefined,
        );
      const elsewhere = context({ "models.reader": reader, "models.readerConsent": [`${agent}:prj_2`] });
      assert.match(lacksConsent(elsewhere, session(agent)) ?? "", /needs your consent/);
    }
  });
}

test("without models.reader the default model reads", () => {
  assert.equal(readerName(context({ "models.default": "ollama/qwen3:8b" })), "ollama/qwen3:8b");
  assert.equal(readerName(context({ "models.default": "ollama/qwen3:8b", "models.reader": "codex" })), "codex");
  assert.equal(readerName(context({})), undefined);
});
