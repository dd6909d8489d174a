import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MEMORY_SOURCES, memoryFiles } from "../../../src/capture/memories/sources.ts";
import { sessionCommands } from "../../../src/cli/table/sessions.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const named = (wanted: string) => MEMORY_SOURCES.find(({ name }) => name === wanted)!;

test("the command line offers every source", () => {
  const command = sessionCommands.find(({ words }) => words.join(" ") === "memory import");
  assert.deepEqual(command?.positionals?.[0]?.offers?.toSorted(), MEMORY_SOURCES.map(({ name }) => name).toSorted());
});

test("nothing is searched without a home, and a moved folder is not searched at home", () => {
  assert.deepEqual(
    MEMORY_SOURCES.flatMap(({ places }) => places({})),
    [],
  );
  const moved = { HOME: "/h", CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x" };
  assert.deepEqual(
    MEMORY_SOURCES.flatMap(({ places }) => places(moved)),
    ["/c/projects/*/memory", "/x/memories", "/h/basic-memory"],
  );
});

test("basic-memory's own list names its folders; a broken list names none", (t) => {
  const HOME = tempDir(t, "person");
  const file = join(HOME, ".basic-memory/config.json");
  mkdirSync(join(HOME, ".basic-memory"));
  const usual = join(HOME, "basic-memory");
  writeFileSync(
    file,
    JSON.stringify({ projects: { main: "/notes", more: { path: "/more-notes" }, bad: { path: 1 } } }),
  );
  assert.deepEqual(named("basic-memory").places({ HOME }), [usual, "/notes", "/more-notes"]);
  for (const torn of ["{", '{"projects":null}', '{"projects":[null]}', "null"]) {
    writeFileSync(file, torn);
    assert.deepEqual(named("basic-memory").places({ HOME }), [usual], torn);
  }
});

test("a file may have any name with the extension of its source", (t) => {
  const dir = tempDir(t, "notes");
  for (const name of ["graph.json", "graph.txt"]) writeFileSync(join(dir, name), "{}");
  const source = named("mcp-memory");
  assert.deepEqual(memoryFiles(source, join(dir, "graph.json")), [join(dir, "graph.json")]);
  assert.deepEqual(memoryFiles(source, join(dir, "graph.txt")), []);
  assert.deepEqual(memoryFiles(source, dir), []);
});
