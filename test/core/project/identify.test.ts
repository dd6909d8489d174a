import assert from "node:assert/strict";
import { test } from "node:test";
import { isId } from "../../../src/core/base/id.ts";
import { explain, historyCouldDecide, identify, refOf } from "../../../src/core/project/identify.ts";
import { projectName } from "../../../src/core/project/project.ts";
import { commitId, evidenceOf, projectOf } from "../../fixtures/projects.ts";

const world = { exists: () => true };
const shopRoot = commitId("shop");
const inGit = { commonDir: "/home/ann/shop/.git", rootCommits: [shopRoot], remotes: ["github.com/acme/shop"] };

test("the same history and remote give the same id on every machine", () => {
  const here = identify(evidenceOf(inGit), [], world);
  const there = identify(
    evidenceOf({ ...inGit, commonDir: "/Users/bob/shop/.git", path: "/Users/bob/shop" }),
    [],
    world,
  );
  assert.ok(here.outcome === "new" && there.outcome === "new");
  assert.equal(here.id, there.id);
  assert.ok(isId(here.id, "prj"));
});

test("an id that another project has is salted, the same way each time", () => {
  const evidence = evidenceOf(inGit);
  const plain = identify(evidence, [], world);
  assert.ok(plain.outcome === "new");
  const known = [projectOf("squatter", { id: plain.id })];
  const salted = identify(evidence, known, world);
  assert.ok(salted.outcome === "new");
  assert.notEqual(salted.id, plain.id);
  assert.deepEqual(identify(evidence, known, world), salted);
});

test("of two matches, the one with more evidence is chosen and the other is related", () => {
  const less = projectOf("less", { rootCommits: [shopRoot] });
  const more = projectOf("more", { rootCommits: [shopRoot], remotes: ["github.com/acme/shop"] });
  assert.deepEqual(identify(evidenceOf(inGit), [less, more], world), {
    outcome: "same",
    project: more,
    root: "/home/ann/shop",
    because: [
      `It starts with the same commit, ${shopRoot.slice(0, 12)}.`,
      "It has the same remote, github.com/acme/shop.",
      "It is the main remote of both.",
    ],
    kin: [{ id: less.id, name: "less", why: "also matches, with less evidence" }],
  });
});

test("of two equal matches neither is chosen, and the command to decide is named", () => {
  const parts = { rootCommits: [shopRoot], remotes: ["github.com/acme/shop"] };
  const known = [projectOf("one", parts), projectOf("two", parts)];
  const identity = identify(evidenceOf(inGit), known, world);
  assert.equal(identity.outcome, "new");
  assert.match(
    identity.because[0]!,
    /^one \(prj_.{18}\) and two \(prj_.{18}\) match equally well, so none was chosen. Run `oldhand project link`/,
  );
  assert.deepEqual(
    identity.kin.map((kin) => kin.id),
    known.map((project) => project.id),
  );
});

test("a registered git directory outweighs any other evidence, which moves nothing", () => {
  const here = projectOf("here", { commonDirs: [inGit.commonDir] });
  const there = projectOf("there", {
    rootCommits: [shopRoot],
    remotes: inGit.remotes,
    committedId: "prj_0123456789abcdefgh",
  });
  const identity = identify(evidenceOf({ ...inGit, committedId: "prj_0123456789abcdefgh" }), [there, here], world);
  assert.equal(identity.outcome === "same" && identity.project, here);
});

test("the deepest of nested plain trees is taken", () => {
  const outer = projectOf("outer", { paths: ["/srv/work"] });
  const inner = projectOf("inner", { paths: ["/srv/work/app"] });
  const identity = identify(evidenceOf({ path: "/srv/work/app/src" }), [outer, inner], world);
  assert.equal(identity.outcome === "same" && identity.project, inner);
  assert.equal(identify(evidenceOf({ path: "/srv/workshop" }), [outer, inner], world).outcome, "new");
});

test("an id of no known project is mentioned, but has no effect", () => {
  const identity = identify(evidenceOf({ ...inGit, committedId: "prj_0123456789abcdefgh" }), [], world);
  assert.deepEqual(identity.because, [
    "No known project has this git directory, first commit or remote.",
    `It is identified by its first commit ${shopRoot.slice(0, 12)}, its remote github.com/acme/shop and its git directory /home/ann/shop/.git.`,
    "Its .oldhand/project holds the id prj_0123456789abcdefgh of no known project; an id alone is not enough to match.",
  ]);
});

test("the reasons read as lines for a person", () => {
  const fork = projectOf("fork", { rootCommits: [shopRoot], remotes: ["github.com/ann/shop"] });
  const shop = projectOf("shop", { rootCommits: [shopRoot], remotes: inGit.remotes });
  const evidence = evidenceOf({ ...inGit, path: "/home/ann/\u001b[31mshop" });
  assert.deepEqual(explain(refOf(evidence, identify(evidence, [fork, shop], world))), [
    `/home/ann/[31mshop is shop (${shop.id}).`,
    `It starts with the same commit, ${shopRoot.slice(0, 12)}.`,
    "It has the same remote, github.com/acme/shop.",
    "It is the main remote of both.",
    `Related: fork (${fork.id}) starts with the same commit but has another remote (github.com/ann/shop): this is a fork.`,
  ]);
  assert.deepEqual(explain(refOf(evidenceOf(), identify(evidenceOf(), [], world))), [
    "/home/ann/shop is a new project, shop.",
    "No known project has this path.",
    "It is not in a git repository, so it is identified by its path /home/ann/shop.",
  ]);
});

const HISTORY: readonly [
  when: string,
  parts: Parameters<typeof evidenceOf>[0],
  row: Parameters<typeof projectOf>[1],
  asked: boolean,
][] = [
  [
    "its git directory and remote are known",
    { ...inGit, rootCommits: [] },
    { commonDirs: [inGit.commonDir], rootCommits: [shopRoot], remotes: inGit.remotes },
    false,
  ],
  [
    "its git directory is known and its remote is another",
    { ...inGit, rootCommits: [] },
    { commonDirs: [inGit.commonDir], remotes: ["git.example.com/x"] },
    true,
  ],
  [
    "its git directory is known from before the first commit",
    { commonDir: inGit.commonDir },
    { commonDirs: [inGit.commonDir] },
    true,
  ],
  [
    "its git directory is known and there are no remotes to agree",
    { commonDir: inGit.commonDir },
    { commonDirs: [inGit.commonDir], rootCommits: [shopRoot] },
    true,
  ],
  ["only its remote is known", { ...inGit, rootCommits: [] }, { remotes: inGit.remotes }, true],
  ["nothing of it is known", { ...inGit, rootCommits: [] }, {}, true],
  ["the first commits are known already", inGit, {}, false],
  ["the clone is shallow", { ...inGit, rootCommits: [], shallow: true }, {}, false],
  ["there is no git", {}, {}, false],
];

for (const [when, parts, row, asked] of HISTORY) {
  test(`git is ${asked ? "" : "not "}asked when ${when}`, () => {
    const evidence = evidenceOf(parts);
    assert.equal(historyCouldDecide(evidence, identify(evidence, [projectOf("shop", row)], world)), asked);
  });
}

const NAMES: readonly [parts: Parameters<typeof evidenceOf>[0], name: string][] = [
  [{ remotes: ["github.com/acme/shop"], path: "/tmp/x" }, "shop"],
  [{ commonDir: "/srv/shop/.git", path: "/srv/feature" }, "shop"],
  [{ commonDir: "/srv/shop/.bare", path: "/srv/shop/main" }, "shop"],
  [{ commonDir: "/srv/shop.git", path: "/srv/shop.git" }, "shop"],
  [{ commonDir: "/srv/app/.git/modules/shop", path: "/srv/app/shop" }, "shop"],
  [{ path: "/srv/shop" }, "shop"],
  [{ path: "/srv/sh\u202eo\np" }, "shop"],
  [{ path: "/srv/\u200b" }, "project"],
];

for (const [parts, name] of NAMES) {
  test(`${JSON.stringify(parts)} is called ${name}`, () => {
    assert.equal(projectName(evidenceOf(parts)), name);
  });
}
