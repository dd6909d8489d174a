import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitAliases, knownAliases, shellAliases } from "../../../src/system/project/known-aliases.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

test("aliases of shells are read, and only those that are certain", () => {
  const text = [
    "alias gp='git push'",
    'alias ll="ls -la"',
    "  alias k=kubectl # short",
    "alias -g G='| grep'",
    "alias deploy 'make deploy'",
    'alias now="echo $(date)"',
    "# alias no='nothing'",
  ].join("\n");
  assert.deepEqual(Object.fromEntries(shellAliases(text)), {
    gp: "git push",
    ll: "ls -la",
    k: "kubectl",
    G: "| grep",
    deploy: "make deploy",
  });
});

test("aliases of git are commands of git, or of the shell", () => {
  const text = '[user]\n\tname = x\n[alias]\n\tpf = push --force\n\tship = "!make ship"\n[core]\n\tst = 1\n';
  assert.deepEqual(Object.fromEntries(gitAliases(text)), { pf: "git push --force", ship: "make ship" });
});

test("a changed file is read again, and a missing one has none", (t) => {
  const home = tempDir(t);
  const alias = knownAliases({ home, root: undefined });
  assert.equal(alias("gp"), undefined);
  writeFileSync(join(home, ".bashrc"), "alias gp='git push'\n");
  assert.equal(alias("gp"), "git push");
  writeFileSync(join(home, ".bashrc"), "alias gp='git push --force'\n");
  assert.equal(alias("gp"), "git push --force");
});
