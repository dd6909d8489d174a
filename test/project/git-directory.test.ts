import assert from "node:assert/strict";
import { test } from "node:test";
import { branchAt } from "../../src/project/git-directory.ts";
import { git, makeRepo, tempDir } from "../fixtures/git-repo.ts";

test("the branch of a repository, of a worktree, of none", (t) => {
  const repo = makeRepo(t);
  assert.equal(branchAt(repo), "main");
  const linked = `${tempDir(t)}/linked`;
  git(repo, "worktree", "add", "--quiet", "-b", "fix/bell", linked);
  assert.equal(branchAt(linked), "fix/bell");
  git(linked, "checkout", "--quiet", "--detach");
  assert.equal(branchAt(linked), undefined);
  assert.equal(branchAt(tempDir(t)), undefined);
});
