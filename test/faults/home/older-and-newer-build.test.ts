/** An older and a newer build on one home: the older one reads with a notice and changes nothing; an upgrade replaces it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { before, type TestContext, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { STATE_VERSION } from "../../../src/store/databases/read-state-db.ts";
import { agent } from "../../e2e/mcp/agent.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { dist } from "../tools/built-library.ts";
import { newHome, sha, within } from "../tools/homes.ts";
import { hostCall, runHook } from "../tools/run-hook.ts";
import { olderBuild } from "./older-build.ts";

before(build);

const RULE = "The windmill must be turned by hand.";

test("an older build reads a newer home with one note, and changes nothing of it", async (t) => {
  const { home, older } = await met(t);
  const kept = contents(home);
  const list = run(older, home, "record", "list");
  assert.equal(list.status, 0, list.stderr);
  assert.match(list.stdout, /windmill must be turned by hand/);
  assert.match(list.stderr, /newer oldhand.*The memory is read-only here/);
  assert.equal(list.stderr.trim().split("\n").length, 1, list.stderr);
  const recalled = run(older, home, "recall", "windmill", "--json");
  assert.equal(JSON.parse(recalled.stdout).results.length, 1);
  for (const words of [["record", "add", "Another one"], ["learn"], ["consolidate"], ["rebuild"]]) {
    const refused = run(older, home, ...words);
    assert.equal(refused.status, 1, `${words.join(" ")}: ${refused.stdout}`);
    assert.match(refused.stderr, /newer oldhand.*Update oldhand/);
  }
  assert.deepEqual(contents(home), kept);
});

test("hooks of the older build are silent, and the newer build imports the notes they recorded", async (t) => {
  const { home, older } = await met(t);
  for (const input of [hostCall("SessionStart"), hostCall("UserPromptSubmit", { prompt: "Always use tallow here." })]) {
    const { code, stdout, stderr } = await runHook({ home, input, program: older });
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  }
  assert.equal(run(NEWER, home, "learn").status, 0);
  const known = await within(home, async (memory) => ({
    active: (await memory.list({ status: "active" })).map(({ text }) => text),
    pending: (await memory.suggestions()).map(({ text }) => text),
  }));
  // Without a transcript that proves it, what a hook reported waits for the person.
  assert.equal(known.active.length, 1, known.active.join(" | "));
  assert.deepEqual(known.pending, ["Always use tallow here"]);
});

test("two builds in turn do not rebuild each other's index or delete each other's cached code", async (t) => {
  const { home, older } = await met(t);
  const both = () => [run(NEWER, home, "record", "list"), run(older, home, "record", "list")];
  for (let warm = 0; warm < 3; warm++) both();
  const epoch = epochOf(home);
  const code = codeOf(home);
  assert.equal(new Set(code.map((line) => /\/code\/(\w+)-/.exec(line)?.[1])).size, 2, code.join("\n"));
  for (let round = 0; round < 5; round++)
    for (const { status, stdout } of both()) assert.deepEqual([status, stdout.includes(RULE)], [0, true]);
  assert.equal(epochOf(home), epoch);
  assert.deepEqual(codeOf(home), code);
});

test("a running server that meets a newer home answers with what to do, and writes no more", async (t) => {
  const home = newHome(t);
  await within(home, (memory) => memory.add({ text: RULE, type: "policy", scope: "global" }));
  const server = await agent(t, { home, project: () => "/" }, { cwd: "/" });
  await server.call("memory_learn", { text: "The axle takes tallow.", type: "fact", scope: "global" });
  setVersion(home, STATE_VERSION + 1);
  const kept = contents(home);
  await assert.rejects(server.call("memory_learn", { text: "The sails are mended in May." }), /newer oldhand.*Update/);
  assert.deepEqual(contents(home), kept);
  // With the version restored it continues, so the version was what stopped it.
  setVersion(home, STATE_VERSION);
  await server.call("memory_learn", { text: "The sails are mended in May.", type: "fact", scope: "global" });
});

test("installing the newer build over the older points every path to the newer, once", async (t) => {
  const { home, older } = await met(t);
  const person = join(dirname(home), "person");
  for (const folder of [".claude", ".codex", ".config/opencode", ".pi/agent", ".omp/agent", ".gemini"])
    mkdirSync(join(person, folder), { recursive: true });
  const install = (program: string) => {
    const done = run(program, join(person, "memory"), "install", "all", "--json");
    assert.equal(done.status, 0, done.stderr + done.stdout);
  };
  const led = (program: string) => filesUnder(person).filter(({ bytes }) => bytes.includes(dirname(program))).length;
  install(older);
  assert.ok(led(older) >= 6);
  install(NEWER);
  assert.deepEqual([led(older), led(NEWER) >= 6], [0, true]);
  const once = contents(person);
  install(NEWER);
  assert.deepEqual(contents(person), once);
  rmSync(dirname(older), { recursive: true });
  const done = run(NEWER, join(person, "memory"), "uninstall", "all");
  assert.equal(done.status, 0, done.stderr);
  assert.equal(led(NEWER), 0);
});

const NEWER = join(dist, "oldhand.cjs");

/** A home of this build, and an older program. */
async function met(t: TestContext): Promise<{ home: string; older: string }> {
  const home = newHome(t);
  await within(home, (memory) => memory.add({ text: RULE, type: "policy", scope: "global" }));
  run(NEWER, home, "record", "list");
  return { home, older: olderBuild(join(dirname(home), "older")) };
}

function run(program: string, home: string, ...words: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: join(dirname(home), "person"), OLDHAND_HOME: home };
  const HOME = home.endsWith("/memory") ? dirname(home) : env.HOME;
  return spawnSync(process.execPath, [...AS_PERSON, program, ...words], {
    cwd: "/",
    env: { ...env, HOME },
    encoding: "utf8",
  });
}

/** Of every file except compiled code; of a database its rows, since SQLite may move pages when it closes. */
function contents(home: string): Record<string, string> {
  const kept = filesUnder(home).filter(({ path }) => !/\/code\/|-(?:wal|shm)$/.test(path));
  return Object.fromEntries(
    kept.map(({ path, bytes }) => [path, sha(path.endsWith(".db") ? JSON.stringify(rowsIn(path)) : bytes)]),
  );
}

function rowsIn(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
    return [db.prepare("PRAGMA user_version").get(), tables, rows];
  } finally {
    db.close();
  }
}

function epochOf(home: string): unknown {
  const db = new DatabaseSync(join(home, "index.db"), { readOnly: true });
  const row = db.prepare("SELECT value FROM meta WHERE key = 'epoch'").get();
  db.close();
  return row?.value;
}

function codeOf(home: string): string[] {
  const code = filesUnder(home).filter(({ path }) => path.includes("/code/"));
  return code.map(({ path, bytes }) => `${path} ${sha(bytes)}`).sort();
}

function setVersion(home: string, version: number): void {
  const db = new DatabaseSync(join(home, "state.db"));
  db.exec(`PRAGMA user_version=${version}`);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
