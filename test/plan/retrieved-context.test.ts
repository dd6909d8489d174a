/** What seed 004 shows in the footer of the plan panel. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlannerContext } from "../../src/plan/context.ts";
import { retrievedContext } from "../../src/plan/retrieved-context.ts";

function context(parts: Partial<PlannerContext> = {}): PlannerContext {
  return {
    sessionId: "ses_1",
    cwd: "/home/ada/projects",
    projectRoot: "/home/ada/projects",
    os: "linux",
    shell: "zsh",
    recentCommands: ["git status"],
    memoryItems: [{ kind: "preference", key: "editor", value: "vim", confidence: 1 }],
    projectFacts: [],
    ...parts,
  };
}

test("the directory, the project's root and the workflows are told as seed 004 lists them", () => {
  const projectFacts = ["deploy", "test-suite"].map((label) => ({ kind: "workflow", label, value: "x" }));
  assert.deepEqual(retrievedContext(context({ projectFacts }), "/home/ada"), [
    "cwd: ~/projects",
    "projectRoot: ~/projects",
    "workflow:deploy",
    "workflow:test-suite",
  ]);
});

const PATHS: readonly (readonly [cwd: string, home: string | undefined, told: string])[] = [
  ["/home/ada", "/home/ada", "cwd: ~"],
  ["/home/adam/x", "/home/ada", "cwd: /home/adam/x"],
  ["/srv/app", "/home/ada", "cwd: /srv/app"],
  ["/srv/app", "/", "cwd: /srv/app"],
  ["/srv/app", undefined, "cwd: /srv/app"],
];

for (const [cwd, home, told] of PATHS) {
  test(`${cwd} of a person at home in ${home} is told as "${told}"`, () => {
    assert.equal(retrievedContext(context({ cwd }), home)[0], told);
  });
}
