/** Transcripts are found in the places of each agent, each once, with the facts of their paths. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type TestContext, test } from "node:test";
import { AGENTS } from "../../../src/agents/all.ts";
import { findTranscripts, readerOf } from "../../../src/capture/agents/find-transcripts.ts";

function homeWith(t: TestContext, files: readonly string[]): string {
  const home = mkdtempSync(join(tmpdir(), "oldhand-agents-"));
  t.after(() => rmSync(home, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), file.includes("empty") ? "" : "{}\n");
  }
  return home;
}

const UUID = "5b0c6d1e-8a43-4c58-9d0f-2f6f3a1c7e90";

const PLACES: readonly { file: string; agent: string }[] = [
  { agent: "claude-code", file: `.claude/projects/-home-dev/${UUID}.jsonl` },
  { agent: "claude-code", file: `.claude/projects/-home-dev/${UUID}/subagents/agent-a1.jsonl` },
  { agent: "codex", file: ".codex/sessions/2026/06/01/rollout-2026-06-01T08-00-00-x.jsonl" },
  { agent: "codex", file: ".codex/archived_sessions/rollout-old.jsonl" },
  { agent: "opencode", file: ".local/share/opencode/opencode.db" },
  { agent: "pi", file: ".pi/agent/sessions/--home-dev--/2026-07-01_x.jsonl" },
  { agent: "omp", file: ".omp/agent/sessions/home/2026-07-01T09_x.jsonl" },
  { agent: "omp", file: ".omp/agent/sessions/home/2026-07-01T09_x/worker.jsonl" },
  { agent: "gemini", file: ".gemini/tmp/app/chats/session-2026-x.jsonl" },
  { agent: "gemini", file: ".gemini/tmp/app/chats/session-2025-y.json" },
  { agent: "gemini", file: ".gemini/tmp/app/chats/parent-1/child.jsonl" },
];

test("every agent's transcripts are found in a home", (t) => {
  const others = [".claude/projects/-home-dev/empty.jsonl", ".claude/history.jsonl", ".codex/sessions/notes.txt"];
  const home = homeWith(t, [...PLACES.map(({ file }) => file), ...others]);
  const found = findTranscripts({ HOME: home }).map(({ agent, file }) => ({ agent, file: relative(home, file) }));
  const inOrder = (list: readonly { file: string; agent: string }[]) =>
    list.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  assert.deepEqual(inOrder(found), inOrder(PLACES));
  assert.deepEqual(
    findTranscripts({ HOME: home }, "pi").map(({ agent, bytes }) => [agent, bytes]),
    [["pi", 3]],
  );
});

test("without agents or without a home nothing is found", (t) => {
  assert.deepEqual(findTranscripts({ HOME: homeWith(t, []) }), []);
  assert.deepEqual(findTranscripts({}), []);
});

test("variables move a folder, and a file that is found twice counts once", (t) => {
  const home = homeWith(t, ["c/projects/p/a.jsonl", "x/sessions/2026/01/02/rollout-1.jsonl", "d/opencode/opencode.db"]);
  symlinkSync(join(home, "c/projects/p"), join(home, "c/projects/q"));
  const env = {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, "c"),
    CODEX_HOME: join(home, "x"),
    XDG_DATA_HOME: join(home, "d"),
  };
  assert.deepEqual(
    findTranscripts(env).map(({ agent }) => agent),
    ["claude-code", "codex", "opencode"],
  );
});

test("a dangling link does not hide the others", (t) => {
  const home = homeWith(t, [".pi/agent/sessions/p/a.jsonl"]);
  symlinkSync(join(home, "gone"), join(home, ".pi/agent/sessions/p/b.jsonl"));
  assert.deepEqual(
    findTranscripts({ HOME: home }).map(({ file }) => relative(home, file)),
    [".pi/agent/sessions/p/a.jsonl"],
  );
});

test("every agent is in the list once, and one without transcripts has no reader", () => {
  assert.equal(new Set(AGENTS.map(({ name }) => name)).size, AGENTS.length);
  assert.equal(readerOf("zed"), undefined);
  assert.equal(readerOf("emacs"), undefined);
});

test("Gemini's project is read from the file next to its chats", (t) => {
  const home = homeWith(t, ["tmp/app/chats/session-1.jsonl", "tmp/app/chats/parent-1/child.jsonl"]);
  writeFileSync(join(home, "tmp/app/.project_root"), "/home/dev/app\n");
  const place = { cwd: "/home/dev/app", nowIn: "/home/dev/app" };
  const factsOf = (file: string) => readerOf("gemini")?.factsOf?.(join(home, file));
  assert.deepEqual(factsOf("tmp/app/chats/session-1.jsonl"), place);
  assert.deepEqual(factsOf("tmp/app/chats/parent-1/child.jsonl"), { parent: "parent-1", ...place });
});

const FACTS: readonly { agent: string; file: string; facts: object }[] = [
  { agent: "claude-code", file: `/x/${UUID}.jsonl`, facts: { nativeId: UUID } },
  { agent: "claude-code", file: "/x/copy.jsonl", facts: {} },
  { agent: "claude-code", file: `/x/${UUID}/subagents/agent-a1.jsonl`, facts: { nativeId: "a1", parent: UUID } },
  { agent: "omp", file: "/sessions/home/2026-07-01T09_x.jsonl", facts: {} },
  { agent: "omp", file: "/sessions/home/2026-07-01T09_x/worker.jsonl", facts: { parent: "x" } },
  { agent: "gemini", file: "/tmp/app/chats/session-1.jsonl", facts: {} },
  { agent: "gemini", file: "/tmp/app/chats/parent-1/child.jsonl", facts: { parent: "parent-1" } },
];

for (const { agent, file, facts } of FACTS) {
  test(`${agent} ${file} gives ${JSON.stringify(facts)}`, () => {
    assert.deepEqual(readerOf(agent)?.factsOf?.(file), facts);
  });
}
