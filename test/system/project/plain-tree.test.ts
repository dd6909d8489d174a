/** End to end on real directories without git: a tree is its path. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { projectDesk } from "../../fixtures/project-desk.ts";

const SHOP = "https://github.com/acme/shop.git";

test("a plain directory that becomes a repository stays the same project", (t) => {
  const desk = projectDesk(t);
  const dir = tempDir(t);
  writeFileSync(join(dir, "package.json"), "{}");
  const plain = desk.visit(dir);
  makeRepo(t, { dir, remote: SHOP });
  assert.equal(desk.visit(dir).id, plain.id);
  rmSync(join(dir, ".git"), { recursive: true });
  assert.equal(desk.visit(dir).id, plain.id);
});

test("a directory inside a registered plain tree belongs to it, also one with a manifest of its own", (t) => {
  const desk = projectDesk(t);
  const dir = tempDir(t);
  writeFileSync(join(dir, "Makefile"), "");
  const top = desk.visit(dir);
  mkdirSync(join(dir, "packages", "web"), { recursive: true });
  writeFileSync(join(dir, "packages", "web", "package.json"), "{}");
  const ref = desk.visit(join(dir, "packages", "web"));
  assert.deepEqual(
    [ref.id, ref.root, ref.because],
    [top.id, dir, [`It is inside ${dir}, a known path of this project.`]],
  );
  assert.deepEqual(desk.row(top).paths, [dir]);
  assert.notEqual(desk.visit(tempDir(t, "tree2")).id, top.id);
});

test("a plain tree that was moved is joined only by link", (t) => {
  const desk = projectDesk(t);
  const dir = tempDir(t, "notes");
  const first = desk.visit(dir);
  const moved = join(tempDir(t), "notes");
  renameSync(dir, moved);
  const ref = desk.visit(moved);
  assert.notEqual(ref.id, first.id);
  assert.deepEqual(
    ref.kin.map((kin) => kin.id),
    [first.id],
  );
  desk.registry.merge(first.id, ref.id);
  assert.equal(desk.visit(moved).id, first.id);
});
