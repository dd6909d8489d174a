/** End to end on real repositories: what stays one project through moves, clones, worktrees and time. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cloneRepo, commit, git, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { projectDesk } from "../../fixtures/project-desk.ts";

const SHOP = "https://github.com/acme/shop.git";

test("a repository that was met once is known by its git directory alone, without git", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  assert.equal(first.known, false);
  assert.deepEqual(desk.glance(join(repo)), {
    id: first.id,
    name: "shop",
    root: repo,
    known: true,
    because: [
      `Its git directory ${repo}/.git belongs to this project.`,
      "It has the same remote, github.com/acme/shop.",
      "It is the main remote of both.",
    ],
    kin: [],
    evidence: { rootCommits: [], remotes: ["github.com/acme/shop"], commonDir: join(repo, ".git"), path: repo },
  });
});

test("a linked worktree is the same project, with a root of its own", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  const tree = join(dirname(repo), "feature");
  git(repo, "worktree", "add", "--quiet", tree);
  const ref = desk.visit(tree);
  assert.deepEqual([ref.id, ref.known, ref.root, ref.name], [first.id, true, tree, "tree"]);
});

test("a worktree met before its main directory gives the same project and the main directory's name", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { dir: join(tempDir(t), "shop") });
  const tree = join(dirname(repo), "feature");
  git(repo, "worktree", "add", "--quiet", tree);
  const first = desk.visit(tree);
  assert.equal(first.name, "shop");
  assert.equal(desk.visit(repo).id, first.id);
});

test("a worktree that was removed and one that was moved by hand leave the project as it is", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  const tree = join(dirname(repo), "feature");
  git(repo, "worktree", "add", "--quiet", tree);
  desk.visit(tree);
  renameSync(tree, `${tree}-moved`);
  assert.equal(desk.visit(`${tree}-moved`).id, first.id);
  rmSync(join(repo, ".git", "worktrees"), { recursive: true });
  assert.equal(desk.visit(`${tree}-moved`).id, first.id);
  rmSync(`${tree}-moved`, { recursive: true });
  assert.equal(desk.visit(repo).id, first.id);
});

test("worktrees of a bare repository are one project", (t) => {
  const desk = projectDesk(t);
  const home = tempDir(t, "shop");
  git(home, "clone", "--quiet", "--bare", makeRepo(t), ".bare");
  writeFileSync(join(home, ".git"), "gitdir: ./.bare\n");
  git(join(home, ".bare"), "worktree", "add", "--quiet", join(home, "one"), "-b", "one");
  const ids = [home, join(home, "one"), join(home, ".bare")].map((dir) => desk.visit(dir).id);
  assert.equal(new Set(ids).size, 1);
});

test("a renamed directory is the same project", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  renameSync(repo, `${repo}-renamed`);
  const ref = desk.visit(`${repo}-renamed`);
  assert.deepEqual([ref.id, ref.known, ref.root], [first.id, true, `${repo}-renamed`]);
  assert.deepEqual(desk.row(ref).paths, [repo, `${repo}-renamed`]);
});

test("a directory moved to another parent is the same project", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  const moved = join(tempDir(t), "elsewhere");
  renameSync(repo, moved);
  assert.equal(desk.visit(moved).id, first.id);
});

test("a second clone of the same remote is the same project, by https or by ssh", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  const second = cloneRepo(repo, join(tempDir(t), "again"), { remote: "git@github.com:acme/shop.git" });
  const ref = desk.visit(second);
  assert.equal(ref.id, first.id);
  assert.match(
    ref.because.join(" "),
    /starts with the same commit, [0-9a-f]{12}\. It has the same remote, github\.com\/acme\/shop\./,
  );
});

test("a clone of a local directory is the same project, also when that directory has a remote of its own", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  const clone = cloneRepo(repo, join(tempDir(t), "scratch"));
  const ref = desk.visit(clone);
  assert.equal(ref.id, first.id);
  assert.ok(ref.because.includes(`It was cloned from ${repo}/.git, which is this project.`), ref.because.join("\n"));
});

test("the directory that a known clone came from is the same project", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const clone = desk.visit(cloneRepo(repo, join(tempDir(t), "scratch")));
  const ref = desk.visit(repo);
  assert.equal(ref.id, clone.id);
  assert.ok(ref.because.includes("This project was cloned from here."), ref.because.join("\n"));
});

test("an empty repository stays the same project after its first commit and its first remote", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { commits: 0 });
  const empty = desk.visit(repo);
  commit(repo, "first");
  assert.equal(desk.visit(repo).id, empty.id);
  assert.equal(desk.row(empty).rootCommits.length, 1);
  git(repo, "remote", "add", "origin", SHOP);
  assert.equal(desk.visit(repo).id, empty.id);
  assert.equal(desk.visit(cloneRepo(repo, join(tempDir(t), "again"), { remote: SHOP })).id, empty.id);
});

test("a shallow clone is the same project by its remote", (t) => {
  const desk = projectDesk(t);
  const source = makeRepo(t, { commits: 3 });
  const first = desk.visit(cloneRepo(source, join(tempDir(t), "full")));
  const shallow = join(tempDir(t), "shallow");
  git(dirname(shallow), "clone", "--quiet", "--depth", "1", `file://${source}`, shallow);
  const ref = desk.visit(shallow);
  assert.deepEqual([ref.id, ref.evidence.shallow, ref.evidence.rootCommits], [first.id, true, []]);
});

test("a full clone after a shallow one is the same project", (t) => {
  const desk = projectDesk(t);
  const source = makeRepo(t, { commits: 3 });
  const shallow = join(tempDir(t), "shallow");
  git(dirname(shallow), "clone", "--quiet", "--depth", "1", `file://${source}`, shallow);
  const first = desk.visit(shallow);
  assert.equal(desk.visit(cloneRepo(source, join(tempDir(t), "full"))).id, first.id);
});

test("a remote added later, or moved from https to ssh or to another host, leaves the project as it is", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  git(repo, "remote", "add", "origin", SHOP);
  assert.equal(desk.visit(repo).id, first.id);
  git(repo, "remote", "set-url", "origin", "ssh://git@github.com:22/acme/shop");
  assert.equal(desk.visit(repo).id, first.id);
  assert.deepEqual(desk.row(first).remotes, ["github.com/acme/shop"]);
  git(repo, "remote", "set-url", "origin", "https://git.example.com/shop");
  assert.equal(desk.visit(repo).id, first.id);
  assert.deepEqual(desk.row(first).remotes, ["github.com/acme/shop", "git.example.com/shop"]);
});

test("a history rewritten in place is the same project while the old beginning is still held", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  git(repo, "gc", "--quiet");
  git(repo, "checkout", "--quiet", "--orphan", "fresh");
  commit(repo, "new beginning");
  git(repo, "branch", "--quiet", "-D", "main");
  assert.equal(desk.visit(repo).id, first.id);
  assert.equal(desk.row(first).rootCommits.length, 2);
});

test("a history rewritten without a trace of the old one is the same project if the remote agrees", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  rmSync(join(repo, ".git"), { recursive: true });
  makeRepo(t, { dir: repo, remote: SHOP });
  desk.registry.put({ ...desk.row(first), commonDirs: [] });
  const elsewhere = desk.visit(repo);
  assert.notEqual(elsewhere.id, first.id);
  assert.deepEqual(
    elsewhere.kin.map((kin) => kin.why),
    ["has the same remote but starts with another commit"],
  );
  desk.registry.remove(elsewhere.id);
  desk.registry.put({ ...desk.row(first), commonDirs: [join(repo, ".git")] });
  assert.equal(desk.visit(repo).id, first.id);
});

test("work on an orphan branch does not change the project", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  git(repo, "checkout", "--quiet", "--orphan", "pages");
  commit(repo, "pages");
  assert.equal(desk.visit(repo).id, first.id);
  const moved = join(tempDir(t), "moved");
  renameSync(repo, moved);
  git(moved, "checkout", "--quiet", "main");
  assert.equal(desk.visit(moved).id, first.id);
});

test("a symlink into a repository leads to the repository", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  mkdirSync(join(repo, "src"));
  const first = desk.visit(repo);
  const linkPath = join(tempDir(t), "shortcut");
  symlinkSync(join(repo, "src"), linkPath);
  const ref = desk.visit(linkPath);
  assert.deepEqual([ref.id, ref.root], [first.id, repo]);
});

test("a hostile config is read as far as it makes sense", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const config = join(repo, ".git", "config");
  appendFileSync(
    config,
    `[include]\n\tpath = /dev/zero\n[remote "x\\"y"]\n\turl = https://u:p@example.com/a\u0000b\n[remote\n${"#".repeat(10_000_000)}`,
  );
  const ref = desk.glance(repo);
  assert.deepEqual(ref.evidence.remotes, ["example.com/ab"]);
  assert.ok(!JSON.stringify(ref).includes("u:p"));
});
