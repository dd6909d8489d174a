import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Memory } from "../../../src/main/memory.ts";
import { database, homeWithProject, note } from "./home-with-project.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;

const suggested = async (memory: Memory): Promise<string[]> =>
  (await memory.suggestions("pending")).map(({ scope, type, text }) => `${scope} ${type}: ${text}`).sort();

test("claude-mem's observations become suggestions of their project, without its log of work", async (t) => {
  const { person, open } = homeWithProject(t);
  database(join(person, ".claude-mem/claude-mem.db"), "claude-mem");
  const memory = await open();
  assert.deepEqual(await memory.importMemories(), {
    imported: 3,
    duplicates: 0,
    skipped: [
      { reason: "a log of work, not a statement", count: 1 },
      { reason: "marked as sensitive", count: 1 },
      { reason: "memory of an unknown project", count: 1 },
    ],
    files: 1,
  });
  assert.deepEqual(await suggested(memory), [
    "project decision: Invoice numbers start again every January",
    "project decision: The ledger keeps the old numbers",
    "project pitfall: Prices were rounded before the discount; round after it",
  ]);
  const [first] = await memory.suggestions("pending");
  assert.deepEqual(
    [first?.origin, first?.trust, first?.source],
    ["imported", "agent", "claude-mem:.claude-mem/claude-mem.db"],
  );
});

test("another program's folder is the same after an import: no log, no lock, no changed byte", async (t) => {
  const { person, open } = homeWithProject(t);
  const folder = join(person, ".claude-mem");
  const file = join(folder, "claude-mem.db");
  database(file, "claude-mem");
  const before = [readdirSync(folder), readFileSync(file, "hex")];
  assert.equal((await (await open()).importMemories()).imported, 3);
  assert.deepEqual([readdirSync(folder), readFileSync(file, "hex")], before);
});

test("importing databases again finds nothing new, and a dismissed statement stays dismissed", async (t) => {
  const { person, open } = homeWithProject(t);
  database(join(person, ".claude-mem/claude-mem.db"), "claude-mem");
  const memory = await open();
  await memory.importMemories();
  const [first] = await memory.suggestions("pending");
  await memory.dismiss(first!.id);
  const again = await (await open()).importMemories();
  assert.deepEqual([again.imported, again.duplicates], [0, 2]);
});

test("an export of mem0 is imported from the file that is named", async (t) => {
  const { home, open } = homeWithProject(t);
  const fixtures = fileURLToPath(new URL("../../fixtures/memories", import.meta.url));
  const memory = await open();
  const done = await memory.importMemories({ source: "mem0", file: join(fixtures, "mem0.json") });
  assert.deepEqual([done.imported, done.files], [2, 1]);
  const own = join(home.outside, "own-schema.json");
  writeFileSync(own, JSON.stringify({ full_name: "Anna", current_role: "keeper" }));
  const refused = await memory.importMemories({ source: "mem0", file: own });
  assert.match(refused.skipped[0]?.reason ?? "", /^not a list of memories/);
});

test("secrets in a database are not imported", async (t) => {
  const { person, open } = homeWithProject(t);
  const secret = `UPDATE observations SET narrative = 'The deploy token is ${TOKEN}' WHERE title = 'Rounding'`;
  database(join(person, ".claude-mem/claude-mem.db"), "claude-mem", secret);
  const memory = await open();
  const done = await memory.importMemories();
  assert.equal(done.imported, 2);
  assert.ok(done.skipped.some(({ reason }) => reason === "contains a secret"));
  assert.equal(JSON.stringify(await memory.suggestions()).includes(TOKEN), false);
});

test("a file that is no database, a damaged one, one behind a link and one with other tables stop nothing", async (t) => {
  const { home, person, open } = homeWithProject(t);
  const memory = await open();
  const folder = join(person, ".claude-mem");
  const file = join(folder, "claude-mem.db");
  const skippedOf = async (): Promise<string[]> => {
    const done = await memory.importMemories();
    assert.equal(done.imported, 0);
    rmSync(file);
    return done.skipped.map(({ reason }) => reason.replace(/:.*/, ""));
  };
  note(folder, "claude-mem.db", "not a database at all");
  assert.deepEqual(await skippedOf(), ["a file that is not a database"]);
  const whole = join(home.outside, "whole.db");
  database(whole, "claude-mem");
  writeFileSync(file, readFileSync(whole).subarray(0, 5000));
  assert.deepEqual(await skippedOf(), ["a database that cannot be read"]);
  symlinkSync(whole, file);
  assert.deepEqual(await skippedOf(), ["a file that is not a database"]);
  database(file, "claude-mem", "ALTER TABLE observations DROP COLUMN project");
  assert.deepEqual(await skippedOf(), ["the table observations has no column project"]);
});
