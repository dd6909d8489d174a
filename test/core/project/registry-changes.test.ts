import assert from "node:assert/strict";
import { test } from "node:test";
import { identify, refOf } from "../../../src/core/project/identify.ts";
import { link, registered, splitOff, withEvidence, withProject } from "../../../src/core/project/registry-changes.ts";
import { commitId, evidenceOf, projectOf } from "../../fixtures/projects.ts";

const world = { exists: () => true };
const AT = "2026-03-01T10:00:00.000Z";

test("a project is registered with the evidence of its directory", () => {
  const evidence = evidenceOf({
    commonDir: "/home/ann/shop/.git",
    rootCommits: [commitId("a")],
    remotes: ["h/o/shop"],
    committedId: "prj_0123456789abcdefgh",
  });
  const ref = refOf(evidence, identify(evidence, [], world));
  assert.deepEqual(registered(ref, AT), {
    id: ref.id,
    name: "shop",
    rootCommits: [commitId("a")],
    remotes: ["h/o/shop"],
    commonDirs: ["/home/ann/shop/.git"],
    paths: ["/home/ann/shop"],
    committedId: "prj_0123456789abcdefgh",
    createdAt: AT,
  });
});

test("evidence that adds nothing gives back the same row", () => {
  const evidence = evidenceOf({ commonDir: "/home/ann/shop/.git", remotes: ["h/o/shop"] });
  const row = registered(refOf(evidence, identify(evidence, [], world)), AT);
  assert.equal(withEvidence(row, evidence), row);
});

test("new evidence is added after the known one, and the first committed id is kept", () => {
  const row = projectOf("shop", {
    rootCommits: ["a"],
    remotes: ["r1"],
    commonDirs: ["/1/.git"],
    paths: ["/1"],
    extra: { note: "x" },
  });
  const seen = evidenceOf({
    rootCommits: ["b", "a"],
    remotes: ["r2", "r1"],
    commonDir: "/2/.git",
    path: "/2",
    committedId: "prj_0123456789abcdefgh",
  });
  const next = withEvidence(row, seen);
  assert.deepEqual(next, {
    ...row,
    rootCommits: ["a", "b"],
    remotes: ["r1", "r2"],
    commonDirs: ["/1/.git", "/2/.git"],
    paths: ["/1", "/2"],
    committedId: "prj_0123456789abcdefgh",
  });
  assert.equal(withEvidence(next, { ...seen, committedId: "prj_ffffffffffffffffff" }), next);
});

test("a directory below a plain tree adds no path", () => {
  const row = projectOf("notes", { paths: ["/srv/notes"] });
  assert.equal(withEvidence(row, evidenceOf({ path: "/srv/notes/deep" })), row);
});

test("of many temporary clones the first and the newest are kept", () => {
  let row = projectOf("shop", { commonDirs: ["/main/.git"], paths: ["/main"] });
  for (let n = 1; n <= 100; n++)
    row = withEvidence(row, evidenceOf({ commonDir: `/tmp/${n}/.git`, path: `/tmp/${n}` }));
  assert.deepEqual(
    [row.paths.length, row.paths[0], row.paths[1], row.paths.at(-1)],
    [64, "/main", "/tmp/38", "/tmp/100"],
  );
  assert.equal(row.commonDirs.length, 64);
});

test("a path belongs to the project that was added last", () => {
  const old = projectOf("old", {
    commonDirs: ["/a/.git", "/b/.git"],
    paths: ["/a", "/b"],
    linked: { ids: [], places: ["/a/.git"] },
  });
  const other = projectOf("other", { paths: ["/c"] });
  const fresh = projectOf("fresh", { commonDirs: ["/a/.git"], paths: ["/a"] });
  assert.deepEqual(withProject([old, other], fresh), [
    { ...old, commonDirs: ["/b/.git"], paths: ["/b"], linked: { ids: [], places: [] } },
    other,
    fresh,
  ]);
  assert.deepEqual(withProject([other, fresh], { ...fresh, name: "renamed" }), [other, { ...fresh, name: "renamed" }]);
});

test("a link joins all evidence into one row, remembers the old id and lifts a split", () => {
  const one = projectOf("one", { rootCommits: ["a"], remotes: ["r1"], commonDirs: ["/1/.git"], paths: ["/1"] });
  const two = projectOf("two", {
    rootCommits: ["b"],
    remotes: ["r2"],
    commonDirs: ["/2/.git"],
    paths: ["/2"],
    apart: [one.id],
  });
  const third = projectOf("third", { apart: [two.id] });
  assert.deepEqual(link([one, two, third], { from: two.id, into: one.id }), {
    outcome: "linked",
    merged: { from: two.id, into: one.id },
    rows: [
      {
        ...one,
        rootCommits: ["a", "b"],
        remotes: ["r1", "r2"],
        commonDirs: ["/1/.git", "/2/.git"],
        paths: ["/1", "/2"],
        linked: { ids: [two.id], places: ["/2/.git"] },
      },
      { ...third, apart: [one.id] },
    ],
  });
});

test("a project is not linked to itself nor to one that is not known", () => {
  const one = projectOf("one");
  const stranger = projectOf("stranger");
  assert.deepEqual(link([one], { from: one.id, into: one.id }), { outcome: "already" });
  assert.deepEqual(link([one], { from: one.id, into: stranger.id }), { outcome: "unknown", id: stranger.id });
  assert.deepEqual(link([one], { from: stranger.id, into: one.id }), { outcome: "unknown", id: stranger.id });
});

test("a tree that carries an id merged by link counts as carrying the id of the joint project", () => {
  const one = projectOf("one", { rootCommits: [commitId("old")], remotes: ["h/o/shop"] });
  const two = projectOf("two");
  const change = link([one, two], { from: two.id, into: one.id });
  assert.ok(change.outcome === "linked");
  const evidence = evidenceOf({
    commonDir: "/x/.git",
    rootCommits: [commitId("new")],
    remotes: ["h/o/shop"],
    committedId: two.id,
  });
  const identity = identify(evidence, change.rows, world);
  assert.equal(identity.outcome === "same" && identity.project.id, one.id);
});

test("a part of a plain tree that was split off is a project of its own below the old one", () => {
  const parent = projectOf("parent", { paths: ["/srv/work"] });
  const evidence = evidenceOf({ path: "/srv/work/app" });
  const ref = refOf(evidence, identify(evidence, [parent], world));
  const own = splitOff(parent, ref, { id: "prj_0123456789abcdefgh", at: AT });
  assert.deepEqual(own, {
    ...projectOf("app"),
    id: "prj_0123456789abcdefgh",
    paths: ["/srv/work/app"],
    apart: [parent.id],
  });
  const rows = withProject([parent], own);
  const below = identify(evidenceOf({ path: "/srv/work/app/src" }), rows, world);
  assert.equal(below.outcome === "same" && below.project.id, own.id);
  const sibling = identify(evidenceOf({ path: "/srv/work/docs" }), rows, world);
  assert.equal(sibling.outcome === "same" && sibling.project.id, parent.id);
});
