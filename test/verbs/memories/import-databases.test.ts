import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Memory } from "../../../src/open/memory.ts";
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

test("memorix's observations and skills become suggestions, without what it archived", async (t) => {
  const { person, open } = homeWithProject(t);
  database(join(person, ".memorix/data/memorix.db"), "memorix");
  const memory = await open();
  const done = await memory.importMemories({ source: "memorix" });
  assert.deepEqual(
    [done.imported, done.skipped.map(({ reason }) => reason).sort()],
    [3, ["a log of work, not a statement", "archived in memorix"]],
  );
  assert.deepEqual((await suggested(memory)).map((line) => line.replace(/^project \w+: /, "")).sort(), [
    "Building the image takes four minutes",
    "Tag every image with the commit it was built from",
    "The image is only built while Docker runs",
  ]);
});

test("hippo's store in the project belongs to it, and the one in the home to all projects", async (t) => {
  const { person, shop, open } = homeWithProject(t);
  database(join(shop, ".hippo/hippo.db"), "hippo");
  database(join(person, ".hippo/hippo.db"), "hippo", "UPDATE memories SET content = 'Anna likes number ' || id");
  const memory = await open();
  assert.equal((await memory.importMemories({ source: "hippo" })).imported, 4);
  const scopes = (await memory.suggestions("pending")).map(({ scope, text }) => `${text.slice(0, 4)} ${scope}`);
  assert.deepEqual(scopes.toSorted(), ["Anna global", "Anna global", "The  project", "The  project"]);
});

test("another program's folder is the same after an import: no log, no lock, no changed byte", async (t) => {
  const { shop, open } = homeWithProject(t);
  const folder = join(shop, ".hippo");
  database(join(folder, "hippo.db"), "hippo");
  const before = [readdirSync(folder), readFileSync(join(folder, "hippo.db"), "hex")];
  const memory = await open();
  await memory.importMemories();
  await memory.auditMemories();
  assert.deepEqual([readdirSync(folder), readFileSync(join(folder, "hippo.db"), "hex")], before);
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

test("an export of mem0 is imported from the file that is named, and a memory bank from the project", async (t) => {
  const { home, shop, open } = homeWithProject(t);
  const fixtures = fileURLToPath(new URL("../../fixtures/memories", import.meta.url));
  cpSync(join(fixtures, "memory-bank"), join(shop, "memory-bank"), { recursive: true });
  const memory = await open();
  assert.equal((await memory.importMemories()).imported, 4);
  const banked = await memory.suggestions("pending");
  assert.ok(banked.every(({ trust, scope }) => trust === "repo" && scope === "project"));
  const done = await memory.importMemories({ source: "mem0", file: join(fixtures, "mem0.json") });
  assert.deepEqual([done.imported, done.files], [2, 1]);
  const own = join(home.outside, "own-schema.json");
  writeFileSync(own, JSON.stringify({ full_name: "Anna", current_role: "keeper" }));
  const refused = await memory.importMemories({ source: "mem0", file: own });
  assert.match(refused.skipped[0]?.reason ?? "", /^not a list of memories/);
});

test("secrets in a database are not imported, and a damaged or foreign database stops nothing", async (t) => {
  const { home, person, open } = homeWithProject(t);
  database(
    join(person, ".hippo/hippo.db"),
    "hippo",
    `UPDATE memories SET content = 'The deploy token is ${TOKEN}' WHERE id = 'mem_1'`,
  );
  note(join(person, ".claude-mem"), "claude-mem.db", "not a database at all");
  const whole = join(home.outside, "whole.db");
  database(whole, "memorix");
  note(join(person, ".memorix/data"), "memorix.db", "");
  writeFileSync(join(person, ".memorix/data/memorix.db"), readFileSync(whole).subarray(0, 5000));
  const memory = await open();
  const done = await memory.importMemories();
  assert.equal(done.imported, 1);
  const reasons = done.skipped.map(({ reason }) => reason.replace(/:.*/, ""));
  for (const reason of ["contains a secret", "a file that is not a database", "a database that cannot be read"])
    assert.ok(reasons.includes(reason), `${reason} in ${reasons.join("; ")}`);
  assert.equal(JSON.stringify(await memory.suggestions()).includes(TOKEN), false);
});

test("a database behind a link, and one with other tables, is skipped", async (t) => {
  const { home, person, open } = homeWithProject(t);
  const real = join(home.outside, "real.db");
  database(real, "hippo");
  note(join(person, ".hippo"), "x", "");
  symlinkSync(real, join(person, ".hippo/hippo.db"));
  database(join(person, ".claude-mem/claude-mem.db"), "hippo");
  const done = await (await open()).importMemories();
  assert.equal(done.imported, 0);
  assert.deepEqual(done.skipped.map(({ reason }) => reason).sort(), [
    "a file that is not a database",
    "the table observations has no column type, project",
  ]);
});
