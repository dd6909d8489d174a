/** A transcript is read once: the next import reads only what was added, and no line stops the reading. */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readClaudeCode } from "../../../../src/agents/format/claude-code.ts";
import { readerOf } from "../../../../src/capture/agents/find-transcripts.ts";
import {
  importTranscript,
  type TranscriptCursor,
} from "../../../../src/capture/agents/transcript/import-transcript.ts";
import type { TranscriptItem, Turn } from "../../../../src/core/session/session.ts";
import { opencodeRows, type Taken, take, takeRows, transcript } from "../../../fixtures/transcripts/read.ts";

function newFile(t: TestContext, bytes: string | Buffer = "", name = "session.jsonl"): string {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-transcript-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const file = join(dir, name);
  writeFileSync(file, bytes);
  return file;
}

const turn = (role: "user" | "assistant", text: string, more: object = {}): string =>
  `${JSON.stringify({ type: role, sessionId: "s1", cwd: "/home/dev/app", timestamp: "2026-05-04T10:00:00Z", message: { role, content: [{ type: "text", text }] }, ...more })}\n`;

const texts = ({ turns }: Taken): string[] => turns.map(({ text }) => String(text));

function summed(imports: readonly Taken[], what: "skipped" | "leftOut"): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { reason, count } of imports.flatMap((one) => one[what])) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}

const next = (cursor: TranscriptCursor | undefined): { cursor?: TranscriptCursor } =>
  // As it comes back from where it was kept.
  cursor === undefined ? {} : { cursor: JSON.parse(JSON.stringify(cursor)) };

function assertSame(imports: readonly Taken[], full: Taken): void {
  assert.deepEqual(
    imports.flatMap(({ events }) => events),
    full.events,
  );
  assert.deepEqual(
    imports.flatMap(({ turns }) => turns),
    full.turns,
  );
  for (const what of ["skipped", "leftOut"] as const) assert.deepEqual(summed(imports, what), summed([full], what));
  assert.deepEqual(imports.at(-1)?.session, full.session);
}

for (const [agent, name] of [
  ["claude-code", "claude-code.jsonl"],
  ["codex", "codex.jsonl"],
  ["pi", "pi.jsonl"],
  ["omp", "omp.jsonl"],
  ["gemini", "gemini.jsonl"],
] as const) {
  test(`${name}, imported after every line, gives the same as imported at once`, (t) => {
    const bytes = readFileSync(transcript(name));
    const file = newFile(t);
    const imports: Taken[] = [];
    for (const line of bytes.toString("utf8").split(/(?<=\n)/)) {
      appendFileSync(file, line);
      imports.push(take(agent, file, next(imports.at(-1)?.cursor)));
    }
    assertSame(imports, take(agent, file));
  });

  test(`${name}, imported again, changes nothing`, () => {
    const first = take(agent, transcript(name));
    const second = take(agent, transcript(name), next(first.cursor));
    const nothing = { turns: [], events: [], skipped: [], leftOut: [], lines: 0 };
    assert.deepEqual(second, { ...first, ...nothing });
  });
}

test("a second import of opencode reads only later rows", () => {
  const { session, rows } = opencodeRows();
  const imports: Taken[] = [];
  for (let count = 0; count <= rows.length; count++) {
    imports.push(takeRows({ session, rows: rows.slice(0, count) }, next(imports.at(-1)?.cursor)));
  }
  assertSame(imports, takeRows({ session, rows }));
});

test("an unfinished part of opencode is read once it has ended", () => {
  const { session, rows } = opencodeRows();
  const running = rows.map((row) =>
    row.id === "prt_005" ? { ...row, part: String(row.part).replace('"completed"', '"running"') } : row,
  );
  const first = takeRows({ session, rows: running });
  assert.deepEqual(texts(first), ["The jump is too high."]);
  assert.deepEqual(first.events, []);
  assertSame([first, takeRows({ session, rows }, next(first.cursor))], takeRows({ session, rows }));
});

test("a rewritten document with more messages gives the new ones", (t) => {
  const full = JSON.parse(readFileSync(transcript("gemini.json"), "utf8"));
  const part = { ...full, messages: full.messages.slice(0, 3) };
  const file = newFile(t, JSON.stringify(part, null, 2), "session-1.json");
  const first = take("gemini", file);
  writeFileSync(file, JSON.stringify(full, null, 2));
  const second = take("gemini", file, next(first.cursor));
  assert.deepEqual(texts(second), ["No: one of them fails."]);
  assertSame([first, second], take("gemini", file));
});

test("only an added turn is read again", (t) => {
  const long = Array.from({ length: 200 }, (_, i) => turn("user", `question ${i}`) + turn("assistant", `answer ${i}`));
  const file = newFile(t, long.join(""));
  const { cursor } = take("claude-code", file);
  appendFileSync(file, turn("user", "one more") + turn("assistant", "yes"));
  const second = take("claude-code", file, next(cursor));
  assert.deepEqual(texts(second), ["one more", "yes"]);
  assert.equal(second.lines, 2);
});

test("an interrupted import continues from there and loses nothing", () => {
  const file = transcript("claude-code.jsonl");
  const agent = { ...readerOf("claude-code")!, read: readClaudeCode };
  const full = take("claude-code", file);
  const count = full.turns.length + full.events.length;
  for (let stop = 0; stop < count; stop++) {
    const { items, end } = importTranscript(agent, file);
    const first: TranscriptItem[] = [];
    for (const item of items) if (first.push(item) > stop) break;
    const second = take("claude-code", file, next(end().cursor));
    const turns = first.flatMap((item) => (item.kind === "turn" ? [item.turn] : []));
    const events = first.flatMap((item) => (item.kind === "command" ? [item.event] : []));
    // Those of the last line may come again.
    const byPlace = (all: readonly Turn[]) => new Map(all.map((turn) => [`${turn.span.from} ${turn.text}`, turn]));
    assert.deepEqual(byPlace([...turns, ...second.turns]), byPlace(full.turns), `stopped at ${stop}`);
    assert.deepEqual(new Set([...events, ...second.events].map((event) => event.startMs)).size, full.events.length);
  }
});

test("a long stretch without messages is not read again from the last message", (t) => {
  const work = (id: number): string =>
    turn("assistant", "", {
      message: { content: [{ type: "tool_use", id: `c${id}`, name: "Read", input: { file_path: `src/${id}.ts` } }] },
    }) +
    turn("user", "", {
      message: {
        content: [{ type: "tool_result", tool_use_id: `c${id}`, content: `file ${id} ${"x".repeat(100_000)}` }],
      },
    });
  const file = newFile(t, turn("user", "go") + Array.from({ length: 40 }, (_, id) => work(id)).join(""));
  const first = take("claude-code", file);
  assert.ok(first.cursor.bytes - first.cursor.state.at < 1.2e6);
  appendFileSync(file, work(40) + turn("assistant", "done"));
  assertSame([first, take("claude-code", file, next(first.cursor))], take("claude-code", file));
});

test("a rewritten transcript is read again and reported as rewritten", (t) => {
  const file = newFile(t, turn("user", "first") + turn("assistant", "answer") + turn("user", "second"));
  const { cursor } = take("claude-code", file);
  writeFileSync(file, turn("user", "other") + turn("assistant", "answer"));
  const second = take("claude-code", file, next(cursor));
  assert.deepEqual([texts(second), second.isRewritten], [["other", "answer"], true]);
});

test("an unfinished line is read once it has ended", (t) => {
  const line = turn("assistant", "written in two parts");
  const file = newFile(t, turn("user", "go") + line.slice(0, 40));
  const first = take("claude-code", file);
  assert.deepEqual([texts(first), first.skipped], [["go"], []]);
  appendFileSync(file, line.slice(40));
  const second = take("claude-code", file, next(first.cursor));
  assert.deepEqual([texts(second), second.skipped], [["written in two parts"], []]);
});

test("a complete last line without a line end is read", (t) => {
  const file = newFile(t, turn("user", "go").trimEnd());
  const first = take("claude-code", file);
  appendFileSync(file, `\n${turn("assistant", "done")}`);
  assert.deepEqual([texts(first), texts(take("claude-code", file, next(first.cursor)))], [["go"], ["done"]]);
});

const BROKEN: readonly { what: string; line: string | Buffer; reason: string }[] = [
  { what: "of five megabytes", line: turn("user", "x".repeat(5e6)), reason: "line longer than 4 MB" },
  { what: "nested a million deep", line: `{"type":${"[".repeat(1e6)}${"]".repeat(1e6)}}\n`, reason: "nested too deep" },
  { what: "nested deep without an end", line: `${'{"a":'.repeat(1e5)}\n`, reason: "nested too deep" },
  { what: "that is not JSON", line: "Segmentation fault\n", reason: "not JSON" },
  { what: "that is a number", line: "42\n", reason: "not an object" },
  { what: "of a type with no plain name", line: '{"type":"ghp_0123456789"}\n', reason: "unknown line type" },
  {
    what: "whose fields are of other kinds",
    line: '{"type":"user","message":{"content":[7]}}\n',
    reason: "unknown block",
  },
];

for (const { what, line, reason } of BROKEN) {
  test(`a line ${what} is counted, and reading continues`, (t) => {
    const file = newFile(t, turn("user", "before"));
    appendFileSync(file, line);
    appendFileSync(file, turn("assistant", "after"));
    const taken = take("claude-code", file);
    assert.deepEqual([texts(taken), taken.skipped], [["before", "after"], [{ reason, count: 1 }]]);
  });
}

test("bytes that are not UTF-8 do not stop the reading", (t) => {
  const file = newFile(t, Buffer.from(turn("user", "caf\xe9 and tea"), "latin1"));
  assert.deepEqual(texts(take("claude-code", file)), ["caf\ufffd and tea"]);
});

test("quotes and brackets inside words do not count as depth", (t) => {
  const text = `${'\\" [{'.repeat(3000)} end`;
  const taken = take("claude-code", newFile(t, turn("assistant", text)));
  assert.deepEqual(taken.skipped, []);
  assert.equal(taken.turns.length, 1);
});

test("a file with many unknown types is counted under a limited number of names", (t) => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const file = newFile(t, letters.map((letter) => `{"type":"kind-${letter}"}\n`).join(""));
  const { skipped } = take("claude-code", file);
  assert.equal(skipped.length, 21);
  assert.deepEqual(skipped.at(-1), { reason: "unknown", count: 6 });
});

test("secrets and private words are kept out of turns, commands, titles and the cursor", (t) => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const call = {
    type: "tool_use",
    id: "c1",
    name: "Bash",
    input: { command: `curl -H 'Authorization: Bearer ${token}' acme` },
  };
  const lines = [
    turn("user", `my token is ${token}, for acme`),
    turn("assistant", "", { message: { role: "assistant", content: [call] } }),
    turn("user", "", {
      message: { content: [{ type: "tool_result", tool_use_id: "c1", content: `echo ${token} acme` }] },
    }),
    `${JSON.stringify({ type: "summary", summary: `the ${token} of acme` })}\n`,
  ];
  const taken = take("claude-code", newFile(t, lines.join("")), { privatePatterns: ["acme"] });
  assert.deepEqual([taken.turns.length, taken.events.length], [2, 1]);
  const all = JSON.stringify(taken);
  assert.ok(!all.includes(token) && !all.includes("acme"));
});

test("a command without a result is recorded when the person continues", (t) => {
  const call = { type: "tool_use", id: "c1", name: "Bash", input: { command: "sleep 900" } };
  const file = newFile(t, turn("user", "wait") + turn("assistant", "", { message: { content: [call] } }));
  const first = take("claude-code", file);
  assert.deepEqual(first.events, []);
  appendFileSync(file, turn("user", "never mind"));
  const { events } = take("claude-code", file, next(first.cursor));
  assert.deepEqual(
    events.map(({ command, status }) => [String(command), status]),
    [["sleep 900", "unknown"]],
  );
});

test("output of oldhand, and a result without its call, is not learned", (t) => {
  const call = (id: string, name: string, input: object) =>
    turn("assistant", "", { message: { content: [{ type: "tool_use", id, name, input }] } });
  const result = (id: string) =>
    turn("user", "", { message: { content: [{ type: "tool_result", tool_use_id: id, content: "use pnpm" }] } });
  const lines = [
    call("a", "mcp__oldhand__memory_recall", {}) + result("a"),
    call("b", "Bash", { command: "oldhand recall pnpm" }) + result("b"),
    call("c", "Bash", { command: "cat docs/../AGENTS.md" }) + result("c"),
    result("nobody"),
  ];
  const { turns, leftOut } = take("claude-code", newFile(t, lines.join("")));
  assert.deepEqual(turns, []);
  assert.deepEqual(leftOut, [
    { reason: "injected by oldhand", count: 2 },
    { reason: "instruction file", count: 1 },
    { reason: "result without its call", count: 1 },
  ]);
});
