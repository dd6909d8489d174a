import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildPlannerContext,
  type MemoryItem,
  type PlannerInput,
  resolveEffectiveMemory,
  retrievedContext,
} from "../../src/plan/context.ts";
import { AUTHORITY_PAIRS } from "../fixtures/authorities.ts";

const ROOT = "/code/shop";

function item(parts: Partial<MemoryItem> = {}): MemoryItem {
  return { kind: "preference", key: "package-manager", value: "pnpm", confidence: 0.8, scope: "global", ...parts };
}

function input(parts: Partial<PlannerInput> = {}): PlannerInput {
  return {
    sessionId: "ses_1",
    cwd: ROOT,
    shell: "zsh",
    os: "linux",
    memoryItems: [],
    workflows: [],
    lastRunByWorkflowId: {},
    recentHistory: [],
    ...parts,
  };
}

test("an empty memory gives a context with the directory only", () => {
  assert.deepEqual(buildPlannerContext(input()), {
    sessionId: "ses_1",
    cwd: ROOT,
    projectRoot: ROOT,
    os: "linux",
    shell: "zsh",
    recentCommands: [],
    memoryItems: [],
    projectFacts: [],
  });
});

test("a project's item hides the global one of the same kind and key, and only that", () => {
  const own = item({ value: "npm", scope: "project", projectRoot: ROOT });
  const elsewhere = item({ value: "yarn", scope: "project", projectRoot: "/code/other" });
  const otherKind = item({ kind: "policy", value: "ask first" });
  assert.deepEqual(resolveEffectiveMemory([item(), own, elsewhere, otherKind], ROOT), [own, otherKind]);
});

test("the most confident come first", () => {
  const items = [0.6, 0.9, 0.75].map((confidence) => item({ key: `k${confidence}`, confidence }));
  assert.deepEqual(
    buildPlannerContext(input({ memoryItems: items })).memoryItems.map(({ confidence }) => confidence),
    [0.9, 0.75, 0.6],
  );
});

test("the last five commands that were run are included, without rejected ones and requests", () => {
  const recentHistory = [
    { status: "planned" },
    { command: "rm -rf dist", status: "rejected" },
    ...["a", "b", "c", "d", "e", "f"].map((command) => ({ command, status: "success" })),
  ];
  assert.deepEqual(buildPlannerContext(input({ recentHistory })).recentCommands, ["a", "b", "c", "d", "e"]);
});

test("workflows of the project and global ones are included with their last run, at most five", () => {
  const workflows = [
    { id: "w1", label: "ship", steps: ["npm test", "git push"], projectRoot: ROOT },
    { id: "w2", label: "other", steps: ["x"], projectRoot: "/code/other" },
    ...["a", "b", "c", "d", "e"].map((label) => ({ id: label, label, steps: [label] })),
  ];
  const { projectFacts } = buildPlannerContext(
    input({ workflows, lastRunByWorkflowId: { w1: { status: "success" } } }),
  );
  assert.deepEqual(projectFacts[0], {
    kind: "workflow",
    label: "ship",
    value: "npm test → git push (last run: success)",
  });
  assert.deepEqual(
    projectFacts.map(({ label }) => label),
    ["ship", "a", "b", "c", "d"],
  );
});

test("in a sub-directory the longest known root around it is the project's, unless one is given", () => {
  const memoryItems = [item({ scope: "project", projectRoot: "/code" }), item({ scope: "project", projectRoot: ROOT })];
  const within = { cwd: `${ROOT}/src/deep`, memoryItems };
  assert.equal(buildPlannerContext(input(within)).projectRoot, ROOT);
  assert.equal(buildPlannerContext(input({ ...within, projectRoot: "/given" })).projectRoot, "/given");
  assert.equal(
    buildPlannerContext(input({ cwd: "/code/shopping", memoryItems: memoryItems.slice(1) })).projectRoot,
    "/code/shopping",
  );
});

test("a review lists the directory, the project's root and the workflows", () => {
  const projectFacts = ["deploy", "test-suite"].map((label) => ({ kind: "workflow", label, value: "x" }));
  const context = { ...buildPlannerContext(input({ cwd: "/home/ada/shop" })), projectFacts };
  assert.deepEqual(retrievedContext(context, "/home/ada"), [
    "cwd: ~/shop",
    "projectRoot: ~/shop",
    "workflow:deploy",
    "workflow:test-suite",
  ]);
});

const SHOWN_PATHS: readonly (readonly [cwd: string, home: string | undefined, shown: string])[] = [
  ["/home/ada", "/home/ada", "cwd: ~"],
  ["/home/adam/x", "/home/ada", "cwd: /home/adam/x"],
  ["/srv/app", "/home/ada", "cwd: /srv/app"],
  ["/srv/app", "/", "cwd: /srv/app"],
  ["/srv/app", undefined, "cwd: /srv/app"],
];

for (const [cwd, home, shown] of SHOWN_PATHS) {
  test(`with the home ${home}, ${cwd} is shown as "${shown}"`, () => {
    assert.equal(retrievedContext(buildPlannerContext(input({ cwd })), home)[0], shown);
  });
}

for (const [own, general] of AUTHORITY_PAIRS) {
  const isHidden = own.rank <= general.rank;
  test(`a project's item (${own.name}) ${isHidden ? "hides" : "is given next to"} a global one (${general.name})`, () => {
    const mine = item({ value: "npm", scope: "project", projectRoot: ROOT, ...own.fields });
    const everywhere = item({ ...general.fields });
    assert.deepEqual(resolveEffectiveMemory([everywhere, mine], ROOT), isHidden ? [mine] : [mine, everywhere]);
  });
}
