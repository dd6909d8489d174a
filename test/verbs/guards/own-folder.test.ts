/** Our own folder, and protected folders, by whatever name a line or a tool gives them. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { toolAct } from "../../../src/core/guard/tool-act.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function desk(t: TestContext) {
  const it = memoryHome(t);
  const project = makeRepo(t);
  const home = it.path;
  mkdirSync(join(project, "generated"));
  symlinkSync("generated", join(project, "gen"));
  symlinkSync(home, join(project, "link"));
  const memory = await it.open(project);
  await memory.add({ text: "Never edit files under generated/", guards: [{ protect: "generated/**" }] });
  return { home, project, memory };
}

test("a line cannot write into our own folder by another name", async (t) => {
  const { home, memory } = await desk(t);
  const verdictOn = async (command: string) => (await memory.testGuards({ act: { kind: "command", command } })).action;
  const lines = [
    "echo x > $OLDHAND_HOME/a",
    'echo x > "${OLDHAND_HOME}/a"',
    "rm -rf $OLDHAND_HOME",
    "cd $OLDHAND_HOME && echo x > a",
    "echo x > link/a",
    "cp a.md link/records/a.md",
    `ln -s ${home} k && echo x > k/a`,
    `ln -s $OLDHAND_HOME && rm -rf ${home.slice(home.lastIndexOf("/") + 1)}/records`,
    "echo x > gen/a",
    "touch gen/new/deep.ts",
  ];
  const verdicts = [];
  for (const line of lines) verdicts.push([line, await verdictOn(line)]);
  assert.deepEqual(
    verdicts,
    lines.map((line) => [line, "deny"]),
  );
  for (const line of ["cat $OLDHAND_HOME/a", "echo x > other/a", "ln -s src k && echo x > k/a", "ls gen"])
    assert.equal(await verdictOn(line), "pass", line);
});

test("an edit through a link is an edit of where it leads", async (t) => {
  const { memory } = await desk(t);
  const verdictOn = async (path: string) => (await memory.testGuards({ act: { kind: "edit", paths: [path] } })).action;
  assert.deepEqual(
    [await verdictOn("link/records/a.md"), await verdictOn("gen/a.ts"), await verdictOn("src/a.ts")],
    ["deny", "deny", "pass"],
  );
});

const CALLS: readonly (readonly [string, object, readonly string[] | undefined])[] = [
  ["mcp__fs__edit_block", { file_path: "a.ts", old_string: "a", new_string: "b" }, ["a.ts"]],
  ["mcp__serena__replace_content", { relative_path: "a.ts", needle: "a", repl: "b" }, ["a.ts"]],
  ["mcp__serena__insert_after_symbol", { relative_path: "a.ts", body: "b" }, ["a.ts"]],
  ["mcp_files_write_file", { path: "a.ts", content: "b" }, ["a.ts"]],
  ["files__move_file", { source: "a.ts", destination: "b.ts" }, ["a.ts", "b.ts"]],
  ["mcp__fs__read_file", { path: "a.ts" }, undefined],
  ["mcp__linear__create_issue", { title: "a" }, undefined],
  ["mcp__fs__list_directory", { path: "a" }, undefined],
];

for (const [tool, input, paths] of CALLS) {
  test(`${tool} ${paths === undefined ? "is no edit" : `edits ${paths.join(", ")}`}`, () => {
    const act = toolAct(tool, input);
    assert.deepEqual(act?.kind === "edit" ? act.paths : undefined, paths);
  });
}
