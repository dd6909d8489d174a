/** What was forgotten stays forgotten, whatever kind of row it was and whatever older copy of the home comes back. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { EVENTS_TABLE, FORGETTABLE_TABLES } from "../../../src/store/forget/forgettable-tables.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { type SafetyHome, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const CANARY = "zqxrow5518wv";
const SESSION = `ses_${"7".repeat(18)}`;
const ids = (kind: string, n: number): string => `${kind}_${String(n).padStart(18, "0")}`;

type Row = Readonly<Record<string, string | number | null>>;

/** One row for each table that can hold text of others, with the canary in it if it has text. */
function rowsFor(record: { readonly id: string }, atMs: number): Record<string, Row> {
  const holding = JSON.stringify({ ...record, text: `The door opens with ${CANARY} at night.` });
  const proposed = JSON.stringify({ ...record, id: ids("rec", 5), text: `The gate opens with ${CANARY}.` });
  return {
    revisions: {
      ...{ batch: ids("rev", 1), record: record.id, folder: "global", at_ms: atMs, verb: "update", by: "person" },
      ...{ before: holding, after: holding },
    },
    suggestions: {
      ...{ id: ids("sug", 1), record: proposed, reason: `heard of ${CANARY}`, status: "pending" },
      created_at: "2026-01-01T00:00:00.000Z",
    },
    approvals: {
      action: ids("act", 1),
      body: JSON.stringify({ command: `open ${CANARY}` }),
      hash: "h",
      proposed_ms: 1,
    },
    runs: { id: ids("run", 1), workflow: ids("rec", 8), started_ms: 1, status: "success", steps: `["${CANARY}"]` },
    episodes: {
      ...{ id: ids("epi", 1), text: `It broke at ${CANARY}.`, outcome: "failure", tags: "[]", at_ms: 1 },
      ...{ scope: "global", trust: "person", session: SESSION, source: "cli" },
    },
    tickets: {
      ...{ id: ids("tkt", 1), title: `Mend ${CANARY}`, description: "", status: "backlog", type: "generic" },
      ...{ priority: "medium", notes: "[]", created_at: "2026-01-01", updated_at: "2026-01-01", source: "cli" },
    },
    sessions: {
      ...{ id: SESSION, agent: "claude-code", native_id: "one", file: "/nowhere/one.jsonl", cwd: "/", started_ms: 1 },
      ...{ title: `About ${CANARY}`, ended_ms: 2 },
    },
    acts: { kind: "end", session: SESSION, at_ms: 2 },
    turns: { session: SESSION, place: 0, ord: 0, role: "person", text: `Open it with ${CANARY}.`, files: "[]" },
    sentences: {
      ...{ kind: "read", session: SESSION, at_ms: 1, rule: "always", text: `Open with ${CANARY}` },
      ...{ is_taken: 0, reason: "weak" },
    },
    synopses: { session: SESSION, at_ms: 1, maker: "rules", text: `They opened ${CANARY}.`, memories: "[]" },
    wordings: { project: ids("prj", 1), input: "i", versions: "{}", answer: JSON.stringify({ memory: CANARY }) },
    events: {
      ...{ id: ids("evt", 1), session: SESSION, at: atMs, is_timed: 1, source: "live", shell: "bash", actor: "person" },
      ...{ command: `open-door ${CANARY}`, mark: "m", status: "success" },
    },
    meta: {
      key: "cursor/session/claude-code/one",
      value: JSON.stringify({ facts: { title: `About ${CANARY}` }, state: { facts: { title: `About ${CANARY}` } } }),
    },
    advice: {
      ...{ session: "repository", record: ids("rec", 9), at_ms: 1, outcome: "stale", command: "", gone: 0 },
      error: `${CANARY} is gone`,
    },
    uses: { session: "s", record: ids("rec", 9), at_ms: 1 },
  };
}

type Old = { readonly home: SafetyHome; readonly backup: string; readonly exported: string };
type Forget = (memory: Memory) => Promise<unknown>;

/** A home with such rows, copies of it from before, and then the forgetting. */
async function forgotten(t: Cleaning, forget: Forget, meanwhile = (_: DatabaseSync): void => {}): Promise<Old> {
  const home = safetyHome(t);
  const backup = join(tempDir(t, "backup"), "home");
  const exported = join(tempDir(t, "exports"), "one");
  const record = await home.use(async (memory) => {
    const { record: made } = await memory.add({ text: "The door is oak.", type: "fact", scope: "global" });
    return made!;
  });
  const rows = rowsFor(record, Date.now() - 60_000);
  inState(home, (db) => {
    for (const [table, row] of Object.entries(rows)) {
      const columns = Object.keys(row);
      const marks = columns.map(() => "?").join(", ");
      db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`).run(...Object.values(row));
    }
  });
  rmSync(join(home.path, "snapshots"), { recursive: true, force: true });
  await home.use((memory) => memory.export(exported));
  spool(home);
  cpSync(home.path, backup, { recursive: true });
  inState(home, meanwhile);
  await home.use(forget);
  return { home, backup, exported };
}

function inState(home: SafetyHome, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(home.path, "state.db"));
  work(db);
  db.close();
}

/** A command and a message that a shell and a hook left, and that no command has read yet. */
function spool({ path }: SafetyHome): void {
  const atMs = Date.now() - 30_000;
  const fields = ["oh1", SESSION, "bash", "person", atMs, 5, 0, "/", `open-door ${CANARY}`, "."];
  mkdirSync(join(path, "spool"), { recursive: true, mode: 0o700 });
  writeFileSync(join(path, "spool", `${SESSION}.spool`), `${fields.map((field) => `\0${field}`).join("")}\0\0`);
  const note = { version: 1, kind: "said", agent: "claude-code", session: SESSION, atMs };
  const text = `Always open the door with ${CANARY}.`;
  writeFileSync(join(path, "spool", "notes.jsonl"), `${JSON.stringify({ ...note, text })}\n`);
}

const byQuery =
  (query: string): Forget =>
  async (memory) =>
    memory.forget(await memory.forgettable({ query }), query);
const FORGETTING = { "by its words": byQuery(CANARY), "by a part of a word": byQuery(CANARY.slice(0, -3)) };

const RETURNS: Record<string, (old: Old) => Promise<void> | void> = {
  "an older state.db is put back": ({ home, backup }) => putBack(home, backup, /^state\.db/),
  "an older snapshot is restored": ({ home, backup }) => {
    putBack(home, backup, /^snapshots$/);
    for (const name of readdirSync(home.path).filter((one) => one.startsWith("state.db")))
      rmSync(join(home.path, name));
  },
  "older databases and an older index are put back": ({ home, backup }) => putBack(home, backup, /^(state|index)\.db/),
  "an older export is imported": ({ home, exported }) =>
    home.use(async (memory) => void (await memory.import(exported))),
  "the index is rebuilt": ({ home }) => home.use(async (memory) => void (await memory.rebuild())),
  "the spool is read again": ({ home, backup }) => putBack(home, backup, /^spool$/),
};

function putBack(home: SafetyHome, backup: string, which: RegExp): void {
  for (const folder of [home.path, backup])
    for (const name of readdirSync(folder).filter((one) => which.test(one)))
      rmSync(join(home.path, name), { recursive: true, force: true });
  for (const name of readdirSync(backup).filter((one) => which.test(one)))
    cpSync(join(backup, name), join(home.path, name), { recursive: true });
}

for (const [by, forget] of Object.entries(FORGETTING)) {
  for (const [how, comeBack] of Object.entries(RETURNS)) {
    test(`forgotten ${by}: nothing returns if ${how}`, async (t) => {
      const old = await forgotten(t, forget);
      assert.deepEqual(tracesOf(old.home.path, CANARY), []);
      await comeBack(old);
      await old.home.use(isNotServed);
      assert.deepEqual(tracesOf(old.home.path, CANARY), []);
    });
  }
}

for (const [how, comeBack] of Object.entries(RETURNS)) {
  test(`a forgotten session does not return if ${how}`, async (t) => {
    const old = await forgotten(t, (memory) => memory.forget([], undefined, { session: SESSION }));
    await comeBack(old);
    await old.home.use(() => {});
    inState(old.home, (db) => {
      for (const table of ["sessions", "acts", "turns", "sentences", "synopses", "episodes"]) {
        const column = table === "sessions" ? "id" : "session";
        assert.deepEqual(db.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all(SESSION), [], table);
      }
      assert.deepEqual(db.prepare("SELECT * FROM events WHERE at < ?").all(Date.now() - 45_000), []);
      assert.deepEqual(
        db.prepare("SELECT * FROM meta WHERE key LIKE 'cursor/%' AND value LIKE ?").all(`%${CANARY}%`),
        [],
      );
    });
  });
}

for (const how of ["an older state.db is put back", "an older export is imported"]) {
  test(`a ticket that no longer held the words when they were forgotten does not return with them if ${how}`, async (t) => {
    const old = await forgotten(t, FORGETTING["by its words"], (db) =>
      db.exec("UPDATE tickets SET title = 'Mend the door'"),
    );
    // An import does not replace a ticket that is there.
    inState(old.home, (db) => db.exec("DELETE FROM tickets"));
    await RETURNS[how]!(old);
    await old.home.use(isNotServed);
    assert.deepEqual(tracesOf(old.home.path, CANARY), []);
  });
}

test("rows that were written after the forgetting stay, also if an export that knows of it is imported", async (t) => {
  const { home } = await forgotten(t, FORGETTING["by its words"]);
  const exported = join(tempDir(t, "exports"), "later");
  await home.use(async (memory) => {
    memory.addTicket({ title: `Try ${CANARY} again` });
    await memory.export(exported);
  });
  inState(home, (db) => db.exec("DELETE FROM tickets"));
  await home.use((memory) => memory.import(exported));
  const titles = await home.use((memory) => memory.tickets().map(({ title }) => title));
  assert.deepEqual(titles, [`Try ${CANARY} again`]);
});

test("a command that is run again after it was forgotten is in the history", async (t) => {
  const { home } = await forgotten(t, FORGETTING["by its words"]);
  const fields = ["oh1", SESSION, "bash", "person", Date.now() + 1000, 5, 0, "/", `open-door ${CANARY}`, "."];
  const text = `${fields.map((field) => `\0${field}`).join("")}\0\0`;
  writeFileSync(join(home.path, "spool", `${SESSION}.spool`), text);
  const found = await home.use((memory) => memory.forgettableCommands({ query: CANARY }));
  assert.equal(found, 1);
});

test("records and state.db put back together do not bring back a forgotten record", async (t) => {
  const home = safetyHome(t);
  const backup = join(tempDir(t, "backup"), "home");
  const id = await home.use(async (memory) => {
    const { record } = await memory.add({ text: `The door opens with ${CANARY} at night.`, type: "fact" });
    return record!.id;
  });
  cpSync(home.path, backup, { recursive: true });
  await home.use(async (memory) => memory.forget(await memory.forgettable({ id })));
  putBack(home, backup, /^(records|state\.db|index\.db)/);
  await home.use(isNotServed);
  await home.use(isNotServed);
});

/** Tables without text of a person, an agent or a tracker. */
const WITHOUT_TEXT = ["meta", "tombstones", "jobs", "spending", "remotes"];

test("every table of state.db is one that forget clears, or has no text", async (t) => {
  const home = safetyHome(t);
  await home.use(() => {});
  inState(home, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
    const known = [...FORGETTABLE_TABLES, EVENTS_TABLE].map(({ name }) => name);
    assert.deepEqual(tables.map(({ name }) => String(name)).sort(), [...known, ...WITHOUT_TEXT].sort());
  });
});

/** Nothing shown to a person or an agent may contain it. */
async function isNotServed(memory: Memory): Promise<void> {
  const shown = [
    await memory.list({ status: "all" }),
    await memory.suggestions(),
    memory.sessions(),
    memory.tickets(),
    memory.episodes(),
    await memory.recall({ query: "what opens the door at night", format: "json", archived: true }),
    await memory.dump(),
  ];
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(CANARY));
}
