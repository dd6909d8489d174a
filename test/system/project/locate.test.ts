import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { locate, MANIFESTS } from "../../../src/system/project/locate.ts";
import { cloneRepo, git, makeRepo, tempDir } from "../../fixtures/git-repo.ts";

const home = undefined;
const ID = "prj_0123456789abcdefgh";

test("a directory deep inside a repository is located at its top, with remotes, origin first", (t) => {
  const repo = makeRepo(t, { committedId: ID });
  git(repo, "remote", "add", "backup", "https://user:secret@git.example.com/shop.git");
  git(repo, "remote", "add", "origin", "git@github.com:acme/shop.git");
  git(repo, "remote", "set-url", "--push", "origin", "git@github.com:acme/push.git");
  mkdirSync(join(repo, "src", "deep"), { recursive: true });
  assert.deepEqual(locate(join(repo, "src", "deep"), { home }), {
    outcome: "project",
    kind: "git",
    root: repo,
    evidence: {
      rootCommits: [],
      remotes: ["github.com/acme/shop", "git.example.com/shop"],
      commonDir: join(repo, ".git"),
      path: repo,
      committedId: ID,
    },
  });
});

test("a linked worktree has a root of its own and the common directory of its repository", (t) => {
  const repo = makeRepo(t);
  const tree = join(dirname(repo), "feature");
  git(repo, "worktree", "add", "--quiet", tree);
  const evidence = { rootCommits: [], remotes: [], commonDir: join(repo, ".git"), path: tree };
  assert.deepEqual(locate(tree, { home }), { outcome: "project", kind: "git", root: tree, evidence });
});

test("a submodule has the git directory that its parent keeps for it", (t) => {
  const library = makeRepo(t);
  const parent = makeRepo(t);
  git(parent, "submodule", "--quiet", "add", library, "lib");
  const root = join(parent, "lib");
  const commonDir = join(parent, ".git", "modules", "lib");
  const evidence = { rootCommits: [], remotes: [`file:${library}`], commonDir, path: root };
  assert.deepEqual(locate(root, { home }), { outcome: "project", kind: "git", root, evidence });
});

test("a bare repository is located at itself, and the inside of a .git at its tree", (t) => {
  const repo = makeRepo(t);
  const bare = join(tempDir(t), "shop.git");
  git(dirname(bare), "clone", "--quiet", "--bare", repo, bare);
  assert.deepEqual(placeOf(join(bare, "refs")), ["git", bare, bare]);
  assert.deepEqual(placeOf(join(repo, ".git", "refs")), ["git", repo, join(repo, ".git")]);
});

test("a shallow clone says so", (t) => {
  const source = makeRepo(t, { commits: 2 });
  const shallow = join(tempDir(t), "shallow");
  git(dirname(shallow), "clone", "--quiet", "--depth", "1", `file://${source}`, shallow);
  const located = locate(shallow, { home });
  assert.equal(located.outcome === "project" && located.evidence.shallow, true);
});

test("a local remote is kept by its real path, also when it was written through a symlink or relative", (t) => {
  const source = makeRepo(t);
  const shortcut = join(tempDir(t), "shortcut");
  symlinkSync(dirname(source), shortcut);
  const clone = cloneRepo(join(shortcut, "tree"), join(dirname(source), "clone"));
  assert.deepEqual(remotesOf(clone), [`file:${source}`]);
  git(clone, "remote", "set-url", "origin", "../tree/.git");
  assert.deepEqual(remotesOf(clone), [`file:${source}`]);
});

test("a symlinked directory is located by its real path", (t) => {
  const repo = makeRepo(t);
  const shortcut = join(tempDir(t), "shortcut");
  symlinkSync(repo, shortcut);
  assert.deepEqual(placeOf(shortcut), ["git", repo, join(repo, ".git")]);
});

test("a .git file that points nowhere leaves a tree known by its path", (t) => {
  for (const content of ["gitdir: /nowhere/at/all\n", "gitdir:\n", "hello", "", "\u0000\u0001"]) {
    const dir = tempDir(t);
    writeFileSync(join(dir, ".git"), content);
    const evidence = { rootCommits: [], remotes: [], path: dir };
    assert.deepEqual(locate(dir, { home }), { outcome: "project", kind: "git", root: dir, evidence });
  }
});

test("a .git directory that is not a repository is skipped", (t) => {
  const repo = makeRepo(t);
  mkdirSync(join(repo, "sub", ".git"), { recursive: true });
  assert.deepEqual(placeOf(join(repo, "sub")), ["git", repo, join(repo, ".git")]);
});

test("a pipe in the place of a config or an id does not hold the caller up", (t) => {
  const repo = makeRepo(t);
  rmSync(join(repo, ".git", "config"));
  mkdirSync(join(repo, ".oldhand"));
  execFileSync("mkfifo", [join(repo, ".git", "config"), join(repo, ".oldhand", "project")]);
  assert.deepEqual(remotesOf(repo), []);
});

for (const [content, why] of [
  ["prj_../../../../etc/pass", "a path"],
  ["rec_0123456789abcdefgh", "the id of a record"],
  [`${ID}\n${ID}`, "two lines"],
  ["x".repeat(100_000), "very long"],
] as const) {
  test(`a committed id that is ${why} is not taken`, (t) => {
    const located = locate(makeRepo(t, { committedId: content }), { home });
    assert.equal(located.outcome === "project" && located.evidence.committedId, undefined);
  });
}

for (const manifest of MANIFESTS) {
  test(`without git, ${manifest} marks the top of a tree`, (t) => {
    const dir = tempDir(t);
    mkdirSync(join(dir, "src"));
    writeFileSync(join(dir, manifest), "");
    const evidence = { rootCommits: [], remotes: [], path: dir };
    assert.deepEqual(locate(join(dir, "src"), { home }), { outcome: "project", kind: "marker", root: dir, evidence });
  });
}

test("of nested manifests the nearest counts, and a mark of our own above them decides", (t) => {
  const dir = tempDir(t);
  const inner = join(dir, "packages", "web");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(dir, "package.json"), "{}");
  writeFileSync(join(inner, "package.json"), "{}");
  assert.deepEqual(placeOf(inner), ["marker", inner, undefined]);
  mkdirSync(join(dir, ".oldhand"));
  assert.deepEqual(placeOf(inner), ["marker", dir, undefined]);
});

test("a directory without any mark is plain, and its root is itself", (t) => {
  const dir = tempDir(t);
  assert.deepEqual(placeOf(dir), ["plain", dir, undefined]);
});

test("home, what is above it and / are never projects, also with a .git and a manifest", (t) => {
  const userHome = makeRepo(t, { remote: "https://github.com/ann/dotfiles" });
  writeFileSync(join(userHome, "package.json"), "{}");
  writeFileSync(join(dirname(userHome), "Makefile"), "");
  for (const dir of [userHome, dirname(userHome), "/"]) {
    assert.deepEqual(locate(dir, { home: userHome }), {
      outcome: "none",
      why: `${dir} is your home directory or a parent of it, which is never a project.`,
    });
  }
  const below = join(userHome, "notes");
  mkdirSync(below);
  const located = locate(below, { home: userHome });
  assert.deepEqual(located, {
    outcome: "project",
    kind: "plain",
    root: below,
    evidence: { rootCommits: [], remotes: [], path: below },
  });
});

test("home is known through a symlink, and its absence leaves / out all the same", (t) => {
  const userHome = makeRepo(t);
  const shortcut = join(tempDir(t), "home");
  symlinkSync(userHome, shortcut);
  assert.equal(locate(userHome, { home: shortcut }).outcome, "none");
  assert.equal(locate("/", { home: undefined }).outcome, "none");
});

test("a missing directory or a file is not a project, and the reason is given", (t) => {
  const dir = tempDir(t);
  writeFileSync(join(dir, "file"), "");
  assert.deepEqual(locate(join(dir, "gone"), { home }), {
    outcome: "none",
    why: `${join(dir, "gone")} does not exist.`,
  });
  assert.deepEqual(locate(join(dir, "file"), { home }), {
    outcome: "none",
    why: `${join(dir, "file")} is not a directory.`,
  });
});

test("a deleted working directory is not a project, and nothing is thrown", (t) => {
  const before = process.cwd();
  const dir = tempDir(t);
  process.chdir(dir);
  try {
    rmSync(dir, { recursive: true });
    assert.deepEqual(locate(".", { home }), { outcome: "none", why: ". does not exist." });
  } finally {
    process.chdir(before);
  }
});

function placeOf(dir: string): unknown {
  const located = locate(dir, { home });
  return located.outcome === "none" ? located : [located.kind, located.root, located.evidence.commonDir];
}

function remotesOf(dir: string): unknown {
  const located = locate(dir, { home });
  return located.outcome === "none" ? located : located.evidence.remotes;
}
