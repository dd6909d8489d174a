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
  const moved = {
    HOME: "/h",
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/x",
    CLAUDE_MEM_DATA_DIR: "/m",
    MEMORIX_DATA_DIR: "/r",
  };
  assert.deepEqual(
    MEMORY_SOURCES.flatMap(({ places }) => places(moved)),
    ["/c/projects/*/memory", "/x/memories", "/h/basic-memory", "/m", "/r", "/h/.hippo"],
  );
});

test("hippo's store and memory banks are searched in the current project, too", () => {
  assert.deepEqual(named("hippo").places({ HOME: "/h" }, "/code/shop"), ["/h/.hippo", "/code/shop/.hippo"]);
  assert.equal(named("memory-bank").places({}, "/code/shop")[0], "/code/shop/memory-bank");
});

const SHOP = "/code/shop";
const about = { known: [SHOP, "/code/other", "/old/other"], env: { HOME: "/h" } };

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
  ["memorix", "/r/memorix.db", "owner/shop", SHOP],
  ["hippo", "/code/shop/.hippo/hippo.db", undefined, SHOP],
  ["hippo", "/h/.hippo/hippo.db", undefined, undefined],
];

test("a program's name for a project leads to its directory, unless two have that name", () => {
  for (const [source, file, project, directory] of DIRECTORIES)
    assert.equal(named(source).directoryOf?.({ ...about, file, project }), directory, `${source} ${project}`);
});

test("memorix's own list says where its projects are; a broken list says nothing", (t) => {
  const dir = tempDir(t, "memorix");
  const [list, file] = [join(dir, ".project-aliases.json"), join(dir, "memorix.db")];
  const ask = { ...about, file, project: "owner/lamp" };
  writeFileSync(list, JSON.stringify({ groups: [{ aliases: ["owner/lamp"], rootPaths: ["/code/lamp"] }] }));
  assert.equal(named("memorix").directoryOf?.(ask), "/code/lamp");
  for (const torn of [
    "",
    "{",
    "null",
    '{"groups":[null]}',
    '{"groups":[{"aliases":["owner/lamp"],"rootPaths":[1,"x"]}]}',
  ]) {
    writeFileSync(list, torn);
    assert.equal(named("memorix").directoryOf?.(ask), undefined, torn);
  }
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
