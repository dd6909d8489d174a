/** End to end on real repositories: what is never taken for one project, unless a person says so. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { carryId, cloneRepo, copyTree, git, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { projectDesk } from "../../fixtures/project-desk.ts";

const SHOP = "https://github.com/acme/shop.git";
const FORK = "https://github.com/ann/shop.git";

test("a fork is a project of its own, and each is the other's kin", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  const fork = desk.visit(cloneRepo(repo, join(tempDir(t), "fork"), { remote: FORK }));
  assert.notEqual(fork.id, first.id);
  const why = "starts with the same commit but has another remote (github.com/acme/shop): this is a fork";
  assert.deepEqual(fork.kin, [{ id: first.id, name: "shop", why }]);
  assert.deepEqual(
    desk.visit(repo).kin.map((kin) => kin.id),
    [fork.id],
  );
});

test("a fork that carries the committed id of the original stays a project of its own", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  carryId(repo, first.id);
  git(repo, "add", ".oldhand");
  git(repo, "commit", "--quiet", "--message", "share");
  const fork = desk.visit(cloneRepo(repo, join(tempDir(t), "fork"), { remote: FORK }));
  assert.equal(fork.evidence.committedId, first.id);
  assert.notEqual(fork.id, first.id);
  assert.deepEqual(fork.because.slice(-1), [
    "Its .oldhand/project holds the id of shop; an id alone is not enough to match.",
  ]);
});

test("clones of original and fork keep apart after each was named as the other's second remote", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const original = desk.visit(repo);
  const fork = cloneRepo(repo, join(tempDir(t), "fork"), { remote: FORK });
  const forked = desk.visit(fork);
  git(fork, "remote", "add", "upstream", SHOP);
  assert.equal(desk.visit(fork).id, forked.id);
  assert.equal(desk.visit(cloneRepo(repo, join(tempDir(t), "o2"), { remote: SHOP })).id, original.id);
  assert.equal(desk.visit(cloneRepo(repo, join(tempDir(t), "f2"), { remote: FORK })).id, forked.id);
});

test("two repositories of one name are two projects and no kin", (t) => {
  const desk = projectDesk(t);
  const one = desk.visit(makeRepo(t, { dir: join(tempDir(t), "api") }));
  const two = desk.visit(makeRepo(t, { dir: join(tempDir(t), "api") }));
  assert.equal(one.name, two.name);
  assert.notEqual(one.id, two.id);
  assert.deepEqual(two.kin, []);
});

test("a submodule is a project of its own, not its parent", (t) => {
  const desk = projectDesk(t);
  const library = makeRepo(t);
  const parent = makeRepo(t);
  git(parent, "submodule", "--quiet", "add", library, "lib");
  const above = desk.visit(parent);
  const inside = desk.visit(join(parent, "lib"));
  assert.notEqual(inside.id, above.id);
  assert.deepEqual([inside.root, inside.kin], [join(parent, "lib"), []]);
  assert.equal(desk.visit(library).id, inside.id);
});

test("a repository nested in another is a project of its own, and a directory inside belongs to the nearest", (t) => {
  const desk = projectDesk(t);
  const outer = makeRepo(t);
  const inner = makeRepo(t, { dir: join(outer, "vendor", "tool") });
  mkdirSync(join(inner, "src", "deep"), { recursive: true });
  const outerId = desk.visit(outer).id;
  const ref = desk.visit(join(inner, "src", "deep"));
  assert.notEqual(ref.id, outerId);
  assert.equal(ref.root, inner);
  assert.equal(desk.visit(join(outer, "vendor")).id, outerId);
});

test("an empty repository that was moved is new, and its old name is shown as kin", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { commits: 0 });
  const first = desk.visit(repo);
  const moved = join(dirname(tempDir(t)), "tree2", "tree");
  mkdirSync(dirname(moved));
  renameSync(repo, moved);
  const ref = desk.visit(moved);
  assert.notEqual(ref.id, first.id);
  assert.deepEqual(ref.kin, [
    { id: first.id, name: "tree", why: `was at ${repo}, which is gone: run \`oldhand project link\` if it moved here` },
  ]);
});

for (const [remotes, before, after] of [
  ["another remote", { remote: SHOP }, { remote: "https://github.com/acme/other" }],
  ["no remotes", {}, {}],
] as const) {
  test(`another repository put at the same path, with ${remotes}, is a project of its own, and stays so without git`, (t) => {
    const desk = projectDesk(t);
    const repo = makeRepo(t, before);
    const first = desk.visit(repo);
    rmSync(repo, { recursive: true });
    makeRepo(t, { dir: repo, ...after });
    const ref = desk.visit(repo);
    assert.notEqual(ref.id, first.id);
    assert.deepEqual(
      ref.kin.map((kin) => kin.id),
      [first.id],
    );
    assert.equal(desk.glance(repo).id, ref.id);
    assert.deepEqual([desk.row(first).commonDirs, desk.row(first).paths], [[], []]);
  });
}

test("a copy made with cp -r is the same project until it is split, and then neither takes the other back", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  const copy = copyTree(repo, join(tempDir(t), "copy"));
  assert.equal(desk.visit(copy).id, first.id);
  const own = desk.split(copy);
  assert.notEqual(own.id, first.id);
  assert.deepEqual(own.kin, [{ id: first.id, name: "tree", why: "was split from this project, or this one from it" }]);
  assert.equal(desk.visit(copy).id, own.id);
  assert.equal(desk.visit(repo).id, first.id);
  assert.equal(desk.visit(copyTree(repo, join(tempDir(t), "third"))).id, first.id);
});

test("a split-off project that was moved is joined to nothing by guess", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  const copy = copyTree(repo, join(tempDir(t), "copy"));
  desk.visit(copy);
  const own = desk.split(copy);
  const moved = join(tempDir(t), "moved");
  renameSync(copy, moved);
  const ref = desk.visit(moved);
  assert.equal(ref.known, false);
  assert.match(ref.because.join(" "), /match equally well, so none was chosen. Run `oldhand project link`/);
  assert.deepEqual(ref.kin.map((kin) => kin.id).toSorted(), [first.id, own.id].toSorted());
  assert.equal(desk.registry.merge(own.id, ref.id).outcome, "linked");
  assert.equal(desk.visit(moved).id, own.id);
});

test("a fork that a person linked is one project with the original from then on", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t, { remote: SHOP });
  const first = desk.visit(repo);
  const fork = cloneRepo(repo, join(tempDir(t), "fork"), { remote: FORK });
  const forked = desk.visit(fork);
  assert.deepEqual(desk.registry.merge(first.id, forked.id).outcome, "linked");
  const ref = desk.visit(fork);
  assert.equal(ref.id, first.id);
  assert.equal(ref.because[0], `You linked ${fork}/.git to this project.`);
  rmSync(join(fork, ".git"), { recursive: true });
  makeRepo(t, { dir: fork, remote: "https://git.example.com/unrelated" });
  assert.equal(desk.visit(fork).id, first.id);
});

test("a committed id that names somebody else's project joins nothing", (t) => {
  const desk = projectDesk(t);
  const first = desk.visit(makeRepo(t, { remote: SHOP }));
  const stranger = desk.visit(makeRepo(t, { dir: join(tempDir(t), "stranger"), committedId: first.id }));
  assert.notEqual(stranger.id, first.id);
  const why =
    "has the id in this tree's .oldhand/project, but nothing else matches: run `oldhand project link` if they are the same project";
  assert.deepEqual(stranger.kin, [{ id: first.id, name: "shop", why }]);
});

test("a new history under the same remote is joined only if the committed id agrees too", (t) => {
  const desk = projectDesk(t);
  const first = desk.visit(makeRepo(t, { remote: SHOP }));
  const again = makeRepo(t, { remote: SHOP });
  const apart = desk.glance(again);
  assert.equal(apart.id, first.id, "without git the histories are not known to differ");
  carryId(again, first.id);
  assert.equal(desk.visit(again).id, first.id);
});

test("a tree whose .git points at somebody else's repository does not pass for it", (t) => {
  const desk = projectDesk(t);
  const repo = makeRepo(t);
  const first = desk.visit(repo);
  const tree = join(dirname(repo), "feature");
  git(repo, "worktree", "add", "--quiet", tree);
  const targets = [join(repo, ".git"), join(repo, ".git", "worktrees", "feature")];
  for (const target of targets) {
    const hostile = tempDir(t, "unpacked");
    writeFileSync(join(hostile, ".git"), `gitdir: ${target}\n`);
    const ref = desk.visit(hostile);
    assert.notEqual(ref.id, first.id);
    assert.deepEqual(ref.evidence, { rootCommits: [], remotes: [], path: hostile });
  }
  const linked = tempDir(t, "unpacked");
  symlinkSync(join(repo, ".git"), join(linked, ".git"));
  assert.notEqual(desk.visit(linked).id, first.id);
});
