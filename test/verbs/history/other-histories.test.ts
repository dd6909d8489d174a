/** The databases of other programs, made with their real tables, are imported whole, and a second time not at all. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const SECOND = Math.floor(FIRST_MS / 1000);
const HERE = hostname();
const MULTI = "for f in *; do\n  echo 'ünder ✓'\ndone";
const iso = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")}.5+00:00`;

type Row = readonly (string | number | null)[];
type Case = {
  readonly source: string;
  readonly tables: string;
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly skipped?: readonly { readonly reason: string; readonly count: number }[];
  /** Command, start in seconds since the first, exit code, directory, duration. */
  readonly expected: readonly (readonly (string | number | undefined)[])[];
};

const CASES: readonly Case[] = [
  {
    source: "mcfly",
    tables: `CREATE TABLE commands (id INTEGER PRIMARY KEY AUTOINCREMENT, cmd TEXT NOT NULL, cmd_tpl TEXT, session_id TEXT NOT NULL,
      when_run INTEGER NOT NULL, exit_code INTEGER NOT NULL, selected INTEGER NOT NULL, dir TEXT, old_dir TEXT)`,
    rows: {
      commands: [
        [1, "make", "make", "IMPORTED", SECOND - 60, 0, 0, null, null],
        [2, "git push", "git push", "k3s", SECOND, 1, 0, "/home/me/app", "/home/me"],
        [3, MULTI, "for", "k3s", SECOND + 9, 0, 1, "/home/me/app", null],
      ],
    },
    expected: [
      ["make", -60],
      ["git push", 0, 1, "/home/me/app"],
      [MULTI, 9, 0, "/home/me/app"],
    ],
  },
  {
    source: "hishtory",
    tables: `CREATE TABLE history_entries (local_username text, hostname text, command text, current_working_directory text,
      home_directory text, exit_code integer, start_time datetime, end_time datetime, device_id text, entry_id text, custom_columns text)`,
    rows: {
      history_entries: [
        ["me", HERE, "git push", "~/app", "/home/me", 1, iso(SECOND), iso(SECOND + 2), "d", "e1", "null"],
        ["me", "elsewhere", MULTI, "/srv", "/home/me", 0, iso(SECOND + 9), iso(SECOND + 9), "d", "e2", "null"],
        ["me", HERE, "sleep 99", "/srv", "/home/me", 0, iso(SECOND + 20), iso(0), "d", "e3", "null"],
      ],
    },
    expected: [
      ["git push", 0.5, 1, "/home/me/app", 2],
      [MULTI, 9.5, 0, undefined, 0],
      ["sleep 99", 20.5, undefined, "/srv"],
    ],
  },
  {
    source: "zsh-histdb",
    tables: `CREATE TABLE commands (id integer primary key autoincrement, argv text, unique(argv) on conflict ignore);
      CREATE TABLE places (id integer primary key autoincrement, host text, dir text, unique(host, dir) on conflict ignore);
      CREATE TABLE history (id integer primary key autoincrement, session int, command_id int references commands (id),
        place_id int references places (id), exit_status int, start_time int, duration int)`,
    rows: {
      commands: [
        [1, "git push"],
        [2, MULTI],
      ],
      places: [
        [1, HERE, "/home/me/app"],
        [2, "elsewhere", "/srv"],
      ],
      history: [
        [1, 4, 1, 1, 1, SECOND, 2],
        [2, 4, 2, 2, 0, SECOND + 9, 0],
        [3, 4, 1, 1, null, SECOND + 20, null],
      ],
    },
    expected: [
      ["git push", 0, 1, "/home/me/app", 2],
      [MULTI, 9, 0, undefined, 0],
      ["git push", 20, undefined, "/home/me/app"],
    ],
  },
  {
    source: "nushell",
    tables: `CREATE TABLE history (id integer primary key autoincrement, command_line text not null, start_timestamp integer,
      session_id integer, hostname text, cwd text, duration_ms integer, exit_status integer, more_info text) strict`,
    rows: {
      history: [
        [1, "git push", FIRST_MS, 77, HERE, "/home/me/app", 2000, 1, null],
        [2, MULTI, FIRST_MS + 9000, 77, "elsewhere", "/srv", 0, 0, "{}"],
        [3, "ls | length", null, null, null, null, null, null, null],
      ],
    },
    skipped: [{ reason: "without a time", count: 1 }],
    expected: [
      ["git push", 0, 1, "/home/me/app", 2],
      [MULTI, 9, 0, undefined, 0],
    ],
  },
];

function made(path: string, { tables, rows }: Case): void {
  const db = new DatabaseSync(path);
  db.exec(tables);
  for (const [table, all] of Object.entries(rows))
    for (const row of all) db.prepare(`INSERT INTO ${table} VALUES (${row.map(() => "?").join(", ")})`).run(...row);
  db.close();
}

for (const one of CASES) {
  test(`${one.source}: every command with what its table has, once`, async (t) => {
    const home = memoryHome(t);
    const file = join(home.outside, "history.db");
    made(file, one);
    const memory = await home.open();
    const first = await memory.importHistory({ source: one.source, file });
    assert.deepEqual([first.imported, first.duplicates, first.skipped], [one.expected.length, 0, one.skipped ?? []]);
    const events = await memory.commands({ limit: 10 });
    const seen = events.map(({ command, startMs, exitCode, cwd, durationMs }) => [
      String(command),
      startMs === undefined ? undefined : (startMs - SECOND * 1000) / 1000,
      exitCode,
      cwd,
      durationMs === undefined ? undefined : durationMs / 1000,
    ]);
    const filled = one.expected.map((row) => Array.from({ length: 5 }, (_, at) => row[at]));
    assert.deepEqual(new Set(seen.map(String)), new Set(filled.map(String)));
    const again = await memory.importHistory({ source: one.source, file });
    assert.deepEqual([again.imported, again.duplicates], [0, one.expected.length]);
  });
}

test("nushell's text file gives the commands in order, with their newlines", async (t) => {
  const home = memoryHome(t);
  const file = join(home.outside, "history.txt");
  writeFileSync(file, `git push\n${MULTI.replaceAll("\n", "<\\n>")}\n`);
  const memory = await home.open();
  assert.equal((await memory.importHistory({ source: "nushell-text", file })).imported, 2);
  const events = await memory.commands({ limit: 10 });
  assert.deepEqual(
    events.map(({ command, shell }) => [String(command), shell]),
    [
      [MULTI, "nu"],
      ["git push", "nu"],
    ],
  );
});

test("a database of another program is refused by name", async (t) => {
  const home = memoryHome(t);
  const file = join(home.outside, "other.db");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE other (a)");
  db.close();
  const memory = await home.open();
  const { imported, skipped } = await memory.importHistory({ source: "mcfly", file });
  assert.deepEqual([imported, skipped], [0, [{ reason: "the table commands has no column cmd, when_run", count: 1 }]]);
});
