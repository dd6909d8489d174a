/** atuin's rows become entries, by whichever columns its version has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type HistoryRow, readAtuin } from "../../../src/capture/history/atuin.ts";

const ALL = "id timestamp duration exit command cwd session hostname deleted_at author intent shell author_kind".split(
  " ",
);

function read(rows: readonly HistoryRow[], { columns = ALL, host = "here" } = {}) {
  const asked: string[][] = [];
  const entries = [
    ...readAtuin(
      {
        columns,
        rows: (wanted) => {
          asked.push([...wanted]);
          return rows;
        },
      },
      host,
    ),
  ];
  return { entries, asked };
}

const row = (changes: HistoryRow = {}): HistoryRow => ({
  timestamp: 1700000000123456789n,
  duration: 2500000000n,
  exit: 0n,
  command: "git push",
  cwd: "/home/me/app",
  session: "0190",
  hostname: "here:me",
  deleted_at: null,
  ...changes,
});

const full = {
  command: "git push",
  actor: "person",
  startMs: 1700000000123,
  durationMs: 2500,
  exitCode: 0,
  cwd: "/home/me/app",
  session: "0190",
};

test("a row has command, times, status, directory and session", () => {
  assert.deepEqual(read([row()]).entries, [full]);
});

const { durationMs: _, exitCode: __, ...unfinished } = full;
const { cwd: ___, ...elsewhere } = full;

const CASES: readonly { name: string; row: HistoryRow; entry: object }[] = [
  { name: "a command whose end was not seen", row: row({ duration: -1n, exit: -1n }), entry: unfinished },
  { name: "a command from another machine", row: row({ hostname: "there:me" }), entry: elsewhere },
  { name: "a deleted command", row: row({ deleted_at: 1700000001000000000n }), entry: { skipped: "deleted in atuin" } },
  { name: "a row without a command", row: row({ command: null }), entry: { skipped: "not an entry" } },
  { name: "an agent's command", row: row({ author: "me", author_kind: "agent" }), entry: { ...full, actor: "agent" } },
  { name: "an agent known by name", row: row({ author: "claude-code" }), entry: { ...full, actor: "agent" } },
  { name: "a person called pi", row: row({ author: "pi", author_kind: "" }), entry: full },
  { name: "a command of fish", row: row({ shell: "fish" }), entry: { ...full, shell: "fish" } },
  { name: "numbers instead of big ones", row: row({ duration: 2500000000, exit: 0 }), entry: full },
];

for (const { name, row: given, entry } of CASES) {
  test(`${name} is read as such`, () => assert.deepEqual(read([given]).entries, [entry]));
}

test("only existing columns are read", () => {
  const old = "id timestamp duration exit command cwd session hostname".split(" ");
  assert.deepEqual(read([], { columns: old }).asked, [
    ["timestamp", "command", "duration", "exit", "cwd", "session", "hostname"],
  ]);
});

test("a table without commands is skipped with a reason", () => {
  const { entries, asked } = read([], { columns: ["id"] });
  assert.deepEqual(entries, [{ skipped: "the table history has no column timestamp, command" }]);
  assert.deepEqual(asked, []);
});
