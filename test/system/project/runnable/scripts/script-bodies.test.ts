import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { projectScripts } from "../../../../../src/system/project/runnable/scripts/script-bodies.ts";
import { tempDir } from "../../../../fixtures/git-repo.ts";

/** Asks for scripts from a directory. */
function scriptsFrom(cwd: string, root: string) {
  const { find } = projectScripts(root);
  const found = (name: string, program: string) => find({ name, program, cwd, variables: {} });
  return { body: (name: string, program: string) => found(name, program)?.body, found };
}

function project(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = tempDir(t, "scripts");
  const inner = join(root, "inner", "deep");
  mkdirSync(inner, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return { root, inner };
}

const FILES = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  Makefile: "test: main.c\n\tcc main.c\n",
  "main.c": "",
  justfile: "test:\n    cargo test\n",
  "composer.json": JSON.stringify({
    scripts: { test: "phpunit", all: ["@composer validate", "@test", "@php a.php"], code: "App\\Job::run", odd: [1] },
  }),
  "deno.json": JSON.stringify({
    tasks: { test: "deno test", all: { command: "deno lint", dependencies: ["test"] }, odd: { dependencies: [1] } },
  }),
};

test("each tool's scripts are read from its own file", (t) => {
  const { root } = project(t, FILES);
  const { body, found } = scriptsFrom(root, root);
  const read = (...calls: readonly [string, string][]) => calls.map(([program, name]) => body(name, program));
  assert.deepEqual(read(["npm", "test"], ["make", "test"], ["just", "test"]), [
    "node --test",
    "cc main.c",
    "cargo test",
  ]);
  assert.deepEqual(read(["composer", "test"], ["composer", "all"], ["composer", "code"]), [
    "phpunit",
    "composer validate\ncomposer run test\nphp a.php",
    "something-unforeseen",
  ]);
  assert.deepEqual(read(["deno", "test"], ["deno", "all"]), ["deno test", "deno task test\ndeno lint"]);
  const unread = read(
    ["composer", "odd"],
    ["deno", "odd"],
    ["npm", "x"],
    ["make", "x"],
    ["just", "x"],
    ["task", "test"],
  );
  assert.deepEqual(new Set(unread), new Set([undefined]));
  assert.deepEqual(read(["constructor", "test"], ["composer", "constructor"]), [undefined, undefined]);
  assert.equal(found("test", "npm")?.cwd, root);
});

test("in a folder below, tools that look upward find their file and the directory they run in", (t) => {
  const { root, inner } = project(t, FILES);
  const { found } = scriptsFrom(inner, root);
  const programs = ["npm", "just", "deno", "make", "composer"];
  assert.deepEqual(
    programs.map((program) => [program, found("test", program)?.cwd]),
    [
      ["npm", root],
      ["just", root],
      ["deno", root],
      ["make", undefined],
      ["composer", undefined],
    ],
  );
});

test("nothing is read above the project's root", (t) => {
  const { root, inner } = project(t, FILES);
  const { body } = scriptsFrom(inner, join(root, "inner"));
  assert.deepEqual([body("test", "npm"), body("test", "just")], [undefined, undefined]);
});
