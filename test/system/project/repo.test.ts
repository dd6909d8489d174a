import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { check } from "../../../src/core/verify/check.ts";
import { parsePredicate } from "../../../src/core/verify/predicate.ts";
import { repoAt } from "../../../src/system/project/repo.ts";
import { writeTree } from "../../core/verify/tree-of.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

const MB = 1024 * 1024;

/** A tree with everything in it that could lead out of it or hold a reader up. */
function trickyTree(t: Cleaning): string {
  const dir = tempDir(t);
  const outside = dirname(dir);
  writeTree(outside, { "secret.txt": "outside", "folder/secret.txt": "outside" });
  writeTree(dir, { "a.txt": "inside", "deep/b.txt": "inside too", "large.txt": "", "limit.txt": "" });
  truncateSync(join(dir, "large.txt"), MB + 1);
  truncateSync(join(dir, "limit.txt"), MB);
  symlinkSync("a.txt", join(dir, "link-in"));
  symlinkSync("deep", join(dir, "folder-in"));
  symlinkSync(join(outside, "secret.txt"), join(dir, "link-out"));
  symlinkSync("../folder", join(dir, "folder-out"));
  symlinkSync("link-out", join(dir, "link-to-link-out"));
  symlinkSync("nowhere", join(dir, "dangling"));
  symlinkSync("loop", join(dir, "loop"));
  symlinkSync("/dev/zero", join(dir, "device"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  return dir;
}

const looks: readonly [path: string, exists: boolean, text: string | undefined][] = [
  ["a.txt", true, "inside"],
  ["./a.txt", true, "inside"],
  ["deep", true, undefined],
  ["deep/", true, undefined],
  ["deep/b.txt", true, "inside too"],
  ["link-in", true, "inside"],
  ["folder-in/b.txt", true, "inside too"],
  ["gone.txt", false, undefined],
  ["a.txt/b", false, undefined],
  ["gone/b", false, undefined],
  ["link-out", false, undefined],
  ["link-to-link-out", false, undefined],
  ["folder-out", false, undefined],
  ["folder-out/secret.txt", false, undefined],
  ["dangling", false, undefined],
  ["loop", false, undefined],
  ["loop/x", false, undefined],
  ["device", false, undefined],
  ["pipe", true, undefined],
  ["large.txt", true, undefined],
  ["limit.txt", true, "\0".repeat(MB)],
  ["../secret.txt", false, undefined],
  ["deep/../../secret.txt", false, undefined],
  ["deep/../a.txt", false, undefined],
  ["/etc/passwd", false, undefined],
  ["a.txt\0", false, undefined],
  ["", false, undefined],
  [".", false, undefined],
  ["x".repeat(300), false, undefined],
  [`${"x/".repeat(500)}x`, false, undefined],
];

test("files inside are read, links that lead out count as missing, and nothing blocks", (t) => {
  const dir = trickyTree(t);
  const repo = repoAt(dir);
  const found = looks.map(([path]) => [path, repo.exists(path), repo.read(path, MB)]);
  assert.deepEqual(found, looks);
  const again = looks.map(([path]) => [path, repo.exists(path), repo.read(path, MB)]);
  assert.deepEqual(again, looks);
});

test("a tree that is reached through a link is that tree", (t) => {
  const dir = trickyTree(t);
  const link = join(dirname(dir), "link");
  symlinkSync(dir, link);
  assert.equal(repoAt(link).read("link-in", MB), "inside");
  assert.equal(repoAt(link).exists("link-out"), false);
});

test("a socket is there and is not read", async (t) => {
  const dir = tempDir(t);
  const server = createServer().listen(join(dir, "socket"));
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const repo = repoAt(dir);
  assert.deepEqual([repo.exists("socket"), repo.read("socket", MB)], [true, undefined]);
});

test("a text longer than asked for is not handed over, and the same file is for one who asks for more", (t) => {
  const dir = tempDir(t);
  writeTree(dir, { "a.txt": "12345" });
  const repo = repoAt(dir);
  assert.deepEqual(
    [repo.read("a.txt", 4), repo.read("a.txt", 5), repo.read("a.txt", 4)],
    [undefined, "12345", undefined],
  );
});

test("one question sees one state of the tree, the next one sees what changed", (t) => {
  const dir = tempDir(t);
  writeTree(dir, { "package.json": '{"scripts":{"build":"x"}}', "a.txt": "old" });
  const before = repoAt(dir);
  const build = [parsePredicate("script build"), parsePredicate("contains a.txt old")];
  assert.deepEqual(check(build, before), { holds: true });
  writeTree(dir, { "package.json": '{"scripts":{"compile":"x"}}', "a.txt": "new" });
  assert.deepEqual(check(build, before), { holds: true });
  assert.deepEqual(check(build, repoAt(dir)), {
    holds: false,
    failed: { kind: "script", name: "build" },
    why: 'package.json no longer has a script "build"',
  });
});

test("a tree that cannot be seen makes nothing untrue", (t) => {
  const dir = tempDir(t);
  rmSync(dir, { recursive: true });
  const lines = ["path src/db.ts", "contains README.md x", "json a.json /b", "script build", "target deploy"];
  assert.deepEqual(check(lines.map(parsePredicate), repoAt(dir)), { holds: true });
});

test("an unreadable file exists but has no content", (t) => {
  const dir = tempDir(t);
  writeTree(dir, { "a.json": '{"b":1}' });
  chmodSync(join(dir, "a.json"), 0);
  const repo = repoAt(dir);
  assert.equal(repo.exists("a.json"), true);
  // To root every file is open.
  assert.equal(repo.read("a.json", MB), process.getuid?.() === 0 ? '{"b":1}' : undefined);
});

const documents: readonly [text: string, value: unknown][] = [
  ['{"a":1}', { a: 1 }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ["null", null],
  ["", undefined],
  ["{ // a comment\n}", undefined],
  ["[".repeat(MB - 1), undefined],
];

for (const [text, value] of documents) {
  test(`read as JSON, ${JSON.stringify(text.slice(0, 20))} is ${JSON.stringify(value)}`, (t) => {
    const dir = tempDir(t);
    writeTree(dir, { "a.json": text });
    assert.deepEqual(repoAt(dir).json("a.json"), value);
  });
}

const manifests: readonly [what: string, text: string, names: string[], complete: boolean][] = [
  ["scripts", '{"scripts":{"build":"tsc","test":"node --test"}}', ["build", "test"], true],
  ["no scripts", "{}", [], true],
  ["a list for scripts", '{"scripts":["a"]}', ["0"], true],
  ["a text for scripts", '{"scripts":"a"}', [], true],
  ["a script called __proto__", '{"scripts":{"__proto__":"x"}}', ["__proto__"], true],
  ["something else than an object", "[]", [], true],
  ["half a document", '{"scripts":', [], false],
];

for (const [what, text, names, complete] of manifests) {
  test(`a package.json with ${what} is read`, (t) => {
    const dir = tempDir(t);
    writeTree(dir, { "package.json": text });
    const scripts = repoAt(dir).scripts();
    assert.deepEqual(
      [scripts.all.map(({ name }) => name), scripts.files, scripts.complete],
      [names, ["package.json"], complete],
    );
  });
}

test("a script comes with its command and its file", (t) => {
  const dir = tempDir(t);
  writeTree(dir, { "package.json": '{"scripts":{"build":"tsc","odd":1}}' });
  assert.deepEqual(repoAt(dir).scripts(), {
    all: [
      { name: "build", file: "package.json", command: "tsc" },
      { name: "odd", file: "package.json" },
    ],
    files: ["package.json"],
    complete: true,
  });
});

test("targets come from the Makefile that make would take, and from the justfile", (t) => {
  const dir = tempDir(t);
  writeTree(dir, { GNUmakefile: "all:\n", Makefile: "other:\n", justfile: "check:\n  x\n" });
  assert.deepEqual(repoAt(dir).targets(), {
    all: [
      { name: "all", file: "GNUmakefile" },
      { name: "check", file: "justfile" },
    ],
    files: ["GNUmakefile", "justfile"],
    complete: true,
  });
  assert.deepEqual(repoAt(tempDir(t)).targets(), { all: [], files: [], complete: true });
});

test("instructions for agents are found in instruction files and rules folders, and nowhere else", (t) => {
  const dir = tempDir(t);
  const tree = {
    "AGENTS.md": "agents",
    "CLAUDE.md": "claude",
    "GEMINI.md": "gemini",
    ".cursorrules": "cursor",
    ".github/copilot-instructions.md": "copilot",
    ".cursor/rules/a.mdc": "rule a",
    ".cursor/rules/b.mdc": "rule b",
    ".github/instructions/web.instructions.md": "web",
    ".clinerules/style.md": "style",
  };
  writeTree(dir, { ...tree, "README.md": "no", ".cursor/rules/notes.txt": "no", "docs/AGENTS.md": "no" });
  mkdirSync(join(dir, ".claude"));
  symlinkSync(dirname(dir), join(dir, ".claude", "rules"));
  writeFileSync(join(dirname(dir), "outside.md"), "outside");
  const found = repoAt(dir).instructions();
  assert.deepEqual(Object.fromEntries(found.map(({ path, text }) => [path, text])), tree);
});
