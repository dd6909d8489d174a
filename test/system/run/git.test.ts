import assert from "node:assert/strict";
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { rootCommits } from "../../../src/system/run/git.ts";
import { type Cleaning, commit, git, makeRepo, tempDir } from "../../fixtures/git-repo.ts";

const env = { PATH: process.env.PATH };

function gitDir(repo: string): string {
  return join(repo, ".git");
}

test("the first commit is found however many follow", (t) => {
  const repo = makeRepo(t, { commits: 3 });
  assert.deepEqual(rootCommits(gitDir(repo), { env }), [git(repo, "rev-list", "--max-parents=0", "HEAD")]);
});

test("orphan branches, notes and stashes do not count", (t) => {
  const repo = makeRepo(t);
  const first = git(repo, "rev-parse", "HEAD");
  git(repo, "notes", "add", "-m", "a note");
  writeFileSync(join(repo, "untracked.txt"), "x");
  git(repo, "stash", "--quiet", "--include-untracked");
  git(repo, "checkout", "--quiet", "--orphan", "pages");
  commit(repo, "pages");
  git(repo, "checkout", "--quiet", "main");
  assert.deepEqual(rootCommits(gitDir(repo), { env }), [first]);
});

test("a repository that merged another history has both beginnings, sorted", (t) => {
  const repo = makeRepo(t);
  const first = git(repo, "rev-parse", "HEAD");
  git(repo, "checkout", "--quiet", "--orphan", "other");
  commit(repo, "other");
  const other = git(repo, "rev-parse", "HEAD");
  git(repo, "merge", "--quiet", "--allow-unrelated-histories", "--strategy=ours", "--message", "join", "main");
  assert.deepEqual(rootCommits(gitDir(repo), { env }), [first, other].toSorted());
});

test("an earlier beginning counts while the repository holds it, and not in a repository that does not", (t) => {
  const repo = makeRepo(t);
  const first = git(repo, "rev-parse", "HEAD");
  git(repo, "checkout", "--quiet", "--orphan", "fresh");
  commit(repo, "fresh");
  const fresh = git(repo, "rev-parse", "HEAD");
  assert.deepEqual(rootCommits(gitDir(repo), { env, earlier: [first] }), [first, fresh].toSorted());
  const other = makeRepo(t);
  assert.deepEqual(rootCommits(gitDir(other), { env, earlier: [first] }), [git(other, "rev-parse", "HEAD")]);
});

test("a repository without commits has none", (t) => {
  assert.deepEqual(rootCommits(gitDir(makeRepo(t, { commits: 0 })), { env }), []);
});

test("a shallow clone has none, because its end is not a beginning", (t) => {
  const source = makeRepo(t, { commits: 3 });
  const shallow = join(tempDir(t), "shallow");
  git(dirname(shallow), "clone", "--quiet", "--depth", "1", `file://${source}`, shallow);
  assert.deepEqual(rootCommits(gitDir(shallow), { env }), []);
});

test("without git, without a repository and past the time limit there are none", (t) => {
  const repo = makeRepo(t);
  assert.deepEqual(rootCommits(gitDir(repo), { env: { PATH: tempDir(t) } }), []);
  assert.deepEqual(rootCommits(tempDir(t), { env }), []);
  const slow = program(t, "git", "exec sleep 30");
  assert.deepEqual(rootCommits(gitDir(repo), { env: { PATH: `${slow}:${env.PATH}` }, limitMs: 50 }), []);
});

test("the caller's git variables are not handed on", (t) => {
  const repo = makeRepo(t);
  const other = makeRepo(t);
  const misleading = {
    ...env,
    GIT_DIR: gitDir(other),
    GIT_OBJECT_DIRECTORY: join(gitDir(other), "objects"),
    GIT_TRACE: "1",
  };
  assert.deepEqual(rootCommits(gitDir(repo), { env: misleading }), [git(repo, "rev-parse", "HEAD")]);
});

test("replaced objects do not change the beginning", (t) => {
  const repo = makeRepo(t, { commits: 2 });
  const first = git(repo, "rev-list", "--max-parents=0", "HEAD");
  git(repo, "replace", "--graft", "HEAD");
  assert.deepEqual(rootCommits(gitDir(repo), { env }), [first]);
});

test("a hostile repository cannot have a command run", (t) => {
  const repo = makeRepo(t, { commits: 2 });
  const mark = join(tempDir(t), "ran");
  const evil = join(program(t, "evil", `touch '${mark}'`), "evil");
  const first = git(repo, "rev-list", "--max-parents=0", "HEAD");
  mkdirSync(join(repo, ".git", "hooks"), { recursive: true });
  appendFileSync(
    join(gitDir(repo), "config"),
    `[core]
	fsmonitor = ${evil}
	pager = ${evil}
	sshCommand = ${evil}
	repositoryformatversion = 1
[pager]
	rev-list = ${evil}
[extensions]
	partialClone = origin
[remote "origin"]
	url = ${repo}
	promisor = true
	uploadpack = ${evil}
`,
  );
  rmSync(join(gitDir(repo), "objects", first.slice(0, 2), first.slice(2)));
  assert.deepEqual(rootCommits(gitDir(repo), { env }), []);
  assert.equal(existsSync(mark), false);
});

/** A directory with one program in it. */
function program(t: Cleaning, name: string, body: string): string {
  const dir = tempDir(t, "bin");
  writeFileSync(join(dir, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(dir, name), 0o755);
  return dir;
}
