import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MEMORY_SOURCES, memoryFiles } from "../../../src/capture/memories/sources.ts";
import { OTHER_MEMORIES } from "../../../src/verbs/memory/import.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const named = (wanted: string) => MEMORY_SOURCES.find(({ name }) => name === wanted)!;

test("the command line offers every source", () => {
  assert.deepEqual(OTHER_MEMORIES.toSorted(), MEMORY_SOURCES.map(({ name }) => name).toSorted());
});

test("nothing is searched without a home, and a moved folder is not searched at home", () => {
  assert.deepEqual(
    MEMORY_SOURCES.flatMap(({ places }) => places({})),
    [],
  );
  const moved = {
    HOME: "/h",
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/x",
    CLAUDE_MEM_DATA_DIR: "/m",
  };
  assert.deepEqual(
    MEMORY_SOURCES.flatMap(({ places }) => places(moved)),
    ["/c/projects/*/memory", "/x/memories", "/h/basic-memory", "/m"],
  );
});

const SHOP = "/code/shop";
const about = { known: [SHOP, "/code/other", "/old/other"] };

const DIRECTORIES: readonly [
  source: string,
  file: string,
  project: string | undefined,
  directory: string | undefined,
][] = [
  ["claude-mem", "/m/claude-mem.db", "shop", SHOP],
  ["claude-mem", "/m/claude-mem.db", "parent/Shop", SHOP],
  ["claude-mem", "/m/claude-mem.db", "gone", undefined],
  ["claude-mem", "/m/claude-mem.db", "other", undefined],
];

test("a program's name for a project leads to its directory, unless two have that name", () => {
  for (const [source, file, project, directory] of DIRECTORIES)
    assert.equal(named(source).directoryOf?.({ ...about, file, project }), directory, `${source} ${project}`);
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
