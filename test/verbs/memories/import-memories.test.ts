import assert from "node:assert/strict";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { claudeFolderOf } from "../../../src/capture/memories/agent-files.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { homeWithProject, note } from "./home-with-project.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/memories", import.meta.url));
const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;

const pending = async (memory: Memory) =>
  (await memory.suggestions("pending")).map(({ text, type, scope, trust, origin, source, project }) => ({
    text,
    type,
    scope,
    trust,
    origin,
    source,
    ...(project !== undefined && { project }),
  }));

test("Claude Code's memories of this project become pending suggestions, the personal ones with global scope", async (t) => {
  const { person, shop, open } = homeWithProject(t);
  cpSync(join(FIXTURES, "claude-code"), join(person, ".claude/projects", claudeFolderOf(shop), "memory"), {
    recursive: true,
  });
  const memory = await open();
  assert.deepEqual(await memory.importMemories({ source: "claude-code" }), {
    imported: 4,
    duplicates: 0,
    skipped: [],
    files: 3,
  });
  const found = await pending(memory);
  assert.deepEqual(found.map(({ scope, type, source }) => `${scope} ${type} ${source}`).sort(), [
    "global fact claude-code:memory/user_role.md",
    "project fact claude-code:memory/MEMORY.md",
    "project fact claude-code:memory/MEMORY.md",
    "project preference claude-code:memory/feedback_terse.md",
  ]);
  assert.ok(found.every(({ trust, origin }) => trust === "agent" && origin === "imported"));
  assert.deepEqual(await memory.list({ status: "active" }), []);
});

test("importing again finds nothing new, whatever was decided", async (t) => {
  const { person, open } = homeWithProject(t);
  cpSync(join(FIXTURES, "basic-memory"), join(person, "basic-memory"), { recursive: true });
  const memory = await open();
  assert.equal((await memory.importMemories()).imported, 4);
  const [first, second] = await memory.suggestions("pending");
  await memory.accept(first!.id);
  await memory.dismiss(second!.id);
  const again = await (await open()).importMemories();
  assert.deepEqual([again.imported, again.duplicates], [0, 3]);
  assert.ok(again.skipped.some(({ reason, count }) => reason === "deleted or dismissed before" && count === 1));
});

test("a memory that was deleted, or is in a record, is not suggested", async (t) => {
  const { home, open } = homeWithProject(t);
  const file = join(home.outside, "graph.json");
  const line = (observation: string) =>
    `${JSON.stringify({ type: "entity", name: "user", observations: [observation] })}\n`;
  writeFileSync(file, line("The harbour closes at nine in winter") + line("The ferry leaves from the third pier"));
  const memory = await open();
  const { record } = await memory.add({ text: "The harbour closes at nine in winter", scope: "global" });
  await memory.delete(record!.id);
  await memory.add({ text: "The ferry leaves from the third pier", scope: "global" });
  assert.deepEqual(await memory.importMemories({ source: "mcp-memory", file }), {
    imported: 0,
    duplicates: 1,
    skipped: [{ reason: "deleted or dismissed before", count: 1 }],
    files: 1,
  });
});

test("a memory of another project is suggested there, and stays there when accepted from here", async (t) => {
  const { home, person, shop, open } = homeWithProject(t);
  const other = join(home.outside, "other");
  note(other, "package.json", "{}");
  const folder = join(person, ".claude/projects", claudeFolderOf(other));
  note(join(folder, "memory"), "tide.md", "The tide table is read from tides.csv at start");
  note(folder, "one.jsonl", `${JSON.stringify({ type: "user", cwd: other })}\n`);
  const memory = await open(shop);
  assert.equal((await memory.importMemories()).imported, 1);
  assert.deepEqual(await memory.suggestions("pending"), []);
  const [found] = await memory.suggestions("pending", { everywhere: true });
  assert.notEqual(found?.project, memory.project?.id);
  await memory.accept(found!.id);
  assert.deepEqual(await memory.list({ status: "active" }), []);
  const [kept] = await (await open(other)).list({ status: "active" });
  assert.deepEqual([kept?.text, kept?.accepted], ["The tide table is read from tides.csv at start", true]);
});

test("a memory of an unknown project is counted and skipped", async (t) => {
  const { person, open } = homeWithProject(t);
  note(
    join(person, ".claude/projects/-gone-away/memory"),
    "x.md",
    "- The lamp is lit at dusk by hand\n- The bell rings at noon",
  );
  note(
    join(person, ".codex/memories"),
    "MEMORY.md",
    "# Task Group: a\napplies_to: cwd=/nowhere/at/all\n\n## Reusable knowledge\n\n- The gate opens inward\n",
  );
  assert.deepEqual(await (await open()).importMemories(), {
    imported: 0,
    duplicates: 0,
    skipped: [{ reason: "memory of an unknown project", count: 3 }],
    files: 2,
  });
});

test("a repository's instructions are imported only if named, with a repository's trust", async (t) => {
  const { shop, open } = homeWithProject(t);
  cpSync(join(FIXTURES, "rules/AGENTS.md"), join(shop, "AGENTS.md"));
  mkdirSync(join(shop, ".cursor/rules"), { recursive: true });
  cpSync(join(FIXTURES, "rules/api.mdc"), join(shop, ".cursor/rules/api.mdc"));
  const memory = await open();
  assert.equal((await memory.importMemories()).files, 0);
  assert.equal((await memory.importMemories({ source: "instructions" })).imported, 4);
  const found = await pending(memory);
  assert.ok(found.every(({ trust, scope }) => trust === "repo" && scope === "project"));
  assert.deepEqual([...new Set(found.map(({ source }) => source))].sort(), [
    "instructions:AGENTS.md",
    "instructions:rules/api.mdc",
  ]);
});

test("an agent's notes on the repository's instructions are not learned again", async (t) => {
  const { person, shop, open } = homeWithProject(t);
  writeFileSync(join(shop, "CLAUDE.md"), "- Always run the migrations before the tests\n");
  const folder = join(person, ".claude/projects", claudeFolderOf(shop), "memory");
  note(folder, "MEMORY.md", "- Always run the migrations before the tests\n- The seeds are in db/seeds\n");
  assert.deepEqual(await (await open()).importMemories(), {
    imported: 1,
    duplicates: 0,
    skipped: [{ reason: "already in the repository's instructions", count: 1 }],
    files: 1,
  });
});

test("secrets, links, large files and oldhand's own text are not imported", async (t) => {
  const { home, person, open } = homeWithProject(t);
  const folder = join(person, "basic-memory");
  note(folder, "a.md", `- [fact] The deploy token is ${TOKEN}\n- [fact] The pier has two lamps\n`);
  note(folder, "b.md", "- [fact] <oldhand-memory-0123456789abcdef0123456789abcdef> given before\n");
  note(folder, "big.md", `- [fact] a b\n${"x".repeat(5 * 1024 * 1024)}`);
  writeFileSync(join(home.outside, "elsewhere.md"), "- [fact] The safe is behind the painting\n");
  symlinkSync(join(home.outside, "elsewhere.md"), join(folder, "link.md"));
  writeFileSync(join(folder, "bytes.md"), Buffer.from([0x2d, 0x20, 0xff, 0xfe]));
  const memory = await open();
  const done = await memory.importMemories();
  assert.equal(done.imported, 1);
  assert.deepEqual(done.skipped.map(({ reason }) => reason).sort(), [
    "a file over 4096 KB",
    "a file that is not UTF-8 text",
    "a link",
    "contains a secret",
    "injected by oldhand",
  ]);
  assert.equal(JSON.stringify(await memory.suggestions()).includes(TOKEN), false);
});

test("--file and --scope choose the source and the scope", async (t) => {
  const { open } = homeWithProject(t);
  const memory = await open();
  const file = join(FIXTURES, "mcp-memory.jsonl");
  assert.equal((await memory.importMemories({ source: "mcp-memory", file, scope: "project" })).imported, 5);
  assert.ok((await pending(memory)).every(({ scope }) => scope === "project"));
  assert.equal((await memory.importMemories({ source: "codex", file: join(FIXTURES, "codex") })).files, 3);
  await assert.rejects(
    memory.importMemories({ source: "codex", file: "/nowhere" }),
    /No files of Codex's own memory found at/,
  );
  await assert.rejects(memory.importMemories({ file }), /--file needs a source/);
  await assert.rejects(memory.importMemories({ source: "mem1" }), /Unknown source mem1/);
});
