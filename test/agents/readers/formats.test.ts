/** The transcript format of every agent: its turns with their authors, and the commands that were run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionId } from "../../../src/core/session/session.ts";
import { opencodeRows, type Taken, take, takeRows, transcript } from "../../fixtures/transcripts/read.ts";

type Expected = {
  readonly file: string;
  readonly agent: string;
  readonly turns: readonly string[];
  readonly ran: readonly string[];
  readonly skipped: Record<string, number>;
  readonly leftOut: Record<string, number>;
  readonly session: Record<string, unknown>;
};

const ms = (text: string): number => Date.parse(text);

const GEMINI = {
  agent: "gemini",
  turns: [
    "person: Are the tests green?",
    "agent: I run the tests.",
    "tool: Output: test result: FAILED\nError: (none)\nExit Code: 101\nSignal: (none)",
    "agent: No: one of them fails.",
  ],
};

const RECORDED: readonly Expected[] = [
  {
    file: "claude-code.jsonl",
    agent: "claude-code",
    turns: [
      "person: The checkout test fails. Please find out why, and never touch the migrations.",
      "agent: I will run the test first.",
      "tool: Exit code 1\nFAIL test/checkout.test.ts\nExpected 1200, received 1000",
      "tool: The file /home/dev/shop/src/tax.ts has been updated.",
      "tool: 1 passing",
      "agent: The tax rate was not applied. It passes now.",
      "person: Push it, please.",
      "tool: The user doesn't want to proceed with this tool use. The tool use was rejected.",
      "person: And tell the team.",
    ],
    ran: [
      "agent bash /home/dev/shop failure 1: npm test -- checkout",
      "agent bash /home/dev/shop success 0: npm test -- checkout",
      "agent bash /home/dev/shop rejected: git push",
      "person bash /home/dev/shop unknown: git log -1",
    ],
    skipped: { "unknown line type from-the-future": 1 },
    leftOut: {
      bookkeeping: 5,
      thinking: 1,
      "instruction file": 1,
      "machine turn": 3,
      "command wrapper": 2,
      "system reminder": 1,
      "picture or document": 1,
      "summary of a compaction": 1,
      title: 1,
    },
    session: {
      nativeId: "5b0c6d1e-8a43-4c58-9d0f-2f6f3a1c7e90",
      cwd: "/home/dev/shop",
      startedMs: ms("2026-05-04T10:00:01Z"),
      endedMs: ms("2026-05-04T10:00:23Z"),
      title: "Repairing the checkout test",
    },
  },
  {
    file: "claude-code-subagent.jsonl",
    agent: "claude-code",
    turns: [
      "machine: List every caller of applyTax and report.",
      "tool: src/cart.ts:12: applyTax(sum)",
      "agent: One caller: src/cart.ts.",
    ],
    ran: ["agent bash /home/dev/shop success 0: rg -n applyTax src"],
    skipped: {},
    leftOut: { thinking: 1 },
    session: {
      nativeId: "a1b2c3",
      cwd: "/home/dev/shop",
      startedMs: ms("2026-05-04T10:00:01Z"),
      endedMs: ms("2026-05-04T10:00:04Z"),
      parent: sessionId("claude-code", "5b0c6d1e-8a43-4c58-9d0f-2f6f3a1c7e90"),
    },
  },
  {
    file: "codex.jsonl",
    agent: "codex",
    turns: [
      "person: Why does the health route answer 500?",
      'tool: {"error":"no database"}',
      "tool: make: *** no rule",
      "tool: Success. Updated the following files:\nM src/health.ts",
      "agent: The database is not started, and the route has no fallback.",
    ],
    ran: [
      "agent bash /home/dev/api success 0: curl -s localhost:8080/health",
      "agent bash /home/dev/api/db failure 2 1500 ms: make db-up",
      "agent zsh /home/dev/api failure 1 800 ms: npm run lint",
    ],
    skipped: { "unknown line type brand_new_item": 1 },
    leftOut: {
      "instructions of the host": 3,
      "recorded twice": 3,
      bookkeeping: 1,
      thinking: 1,
      "summary of a compaction": 1,
    },
    session: {
      nativeId: "0197a0c4-1111-7222-8333-444455556666",
      cwd: "/home/dev/api",
      startedMs: ms("2026-06-01T08:00:00Z"),
      endedMs: ms("2026-06-01T08:00:13Z"),
    },
  },
  {
    file: "codex-bare.jsonl",
    agent: "codex",
    turns: ["person: List the files.", "tool: a.txt", "agent: There is a.txt."],
    ran: ["agent bash - success 0 0 ms: ls 'my dir'"],
    skipped: {},
    leftOut: { bookkeeping: 1, thinking: 1 },
    session: { nativeId: "3f0b", startedMs: ms("2025-05-01T08:00:00Z"), endedMs: ms("2025-05-01T08:00:00Z") },
  },
  {
    file: "pi.jsonl",
    agent: "pi",
    turns: [
      "person: Which pages have no title?",
      "agent: I look for them.",
      "tool: pages/about.html\n\nCommand exited with code 1",
      "tool: <html><title>Home</title>",
      "agent: Only the about page.",
    ],
    ran: [
      "agent bash /home/dev/site failure 1: grep -rL '<title>' pages",
      "person bash /home/dev/site success 0: git status",
    ],
    skipped: { "unknown line type hologram": 1 },
    leftOut: { bookkeeping: 1, "injected by an extension": 1, thinking: 1, "summary of a compaction": 1 },
    session: {
      nativeId: "7d1c0f6e-pi",
      cwd: "/home/dev/site",
      startedMs: ms("2026-07-01T09:00:00Z"),
      endedMs: ms("2026-07-01T09:00:06Z"),
      title: "Titles of pages",
    },
  },
  {
    file: "omp.jsonl",
    agent: "omp",
    turns: ["machine: Continue the work.", "person: Use the blue theme.", "agent: Done: the theme is blue."],
    ran: [],
    skipped: {},
    leftOut: { bookkeeping: 2, "injected by an extension": 1, thinking: 1 },
    session: {
      nativeId: "omp-1",
      cwd: "/home/dev/site",
      startedMs: ms("2026-07-01T09:00:04Z"),
      endedMs: ms("2026-07-02T09:00:00Z"),
      title: "The blue theme",
    },
  },
  {
    file: "gemini.jsonl",
    ...GEMINI,
    ran: ["agent bash /home/dev/crate failure 101: cargo test"],
    skipped: { "unknown line type": 1 },
    leftOut: { bookkeeping: 4, "machine turn": 1, thinking: 3, "recorded twice": 2 },
    session: {
      nativeId: "gem-77",
      cwd: "/home/dev/crate",
      startedMs: ms("2026-08-01T07:00:00Z"),
      endedMs: ms("2026-08-01T07:00:05Z"),
      title: "One failing test",
    },
  },
  {
    file: "gemini.json",
    ...GEMINI,
    ran: ["agent bash - failure 101: cargo test"],
    skipped: {},
    leftOut: { bookkeeping: 1, "machine turn": 1, thinking: 1 },
    session: { nativeId: "gem-77", startedMs: ms("2026-08-01T07:00:00Z"), endedMs: ms("2026-08-01T07:00:05Z") },
  },
  {
    file: "opencode.json",
    agent: "opencode",
    turns: [
      "person: The jump is too high.",
      "tool: height 9",
      "tool: oldString not found",
      "agent: Gravity was too small.",
    ],
    ran: ["agent bash /home/dev/game/sim success 0 750 ms: npm run physics"],
    skipped: { "unknown part dream": 1 },
    leftOut: { "injected by an extension": 1, bookkeeping: 2, thinking: 1 },
    session: {
      nativeId: "ses_native1",
      cwd: "/home/dev/game",
      startedMs: 1785571200000,
      endedMs: 1785571207000,
      title: "Jumping",
    },
  },
];

function read({ agent, file }: Pick<Expected, "agent" | "file">): Taken {
  return agent === "opencode" ? takeRows(opencodeRows()) : take(agent, transcript(file));
}

const counts = (list: Taken["skipped"]): Record<string, number> =>
  Object.fromEntries(list.map(({ reason, count }) => [reason, count]));

for (const { file, agent, turns, ran, skipped, leftOut, session } of RECORDED) {
  test(`${file} is understood line by line`, () => {
    const taken = read({ agent, file });
    assert.deepEqual(
      taken.turns.map(({ role, text }) => `${role}: ${text}`),
      turns,
    );
    assert.deepEqual(
      taken.events.map((event) => {
        const { actor, shell, cwd = "-", status, exitCode, durationMs, command } = event;
        const code = exitCode === undefined ? "" : ` ${exitCode}`;
        return `${actor} ${shell} ${cwd} ${status}${code}${durationMs === undefined ? "" : ` ${durationMs} ms`}: ${command}`;
      }),
      ran,
    );
    assert.deepEqual(counts(taken.skipped), skipped);
    assert.deepEqual(counts(taken.leftOut), leftOut);
    const { id, file: _file, agent: name, ...facts } = taken.session;
    assert.deepEqual(facts, session);
    assert.equal(name, agent);
    assert.ok(taken.turns.every((turn) => turn.session === id) && taken.events.every((event) => event.session === id));
  });

  test(`no thinking and no injected text of ${file} is kept`, () => {
    const kept = JSON.stringify(read({ agent, file }));
    for (const word of ["canary-9f3b", "use pnpm here", "rhyme", "Always use tabs"])
      assert.ok(!kept.includes(word), word);
  });
}
