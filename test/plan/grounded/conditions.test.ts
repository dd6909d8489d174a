import assert from "node:assert/strict";
import { test } from "node:test";
import type { Material } from "../../../src/core/plan/material.ts";
import { groundedPlan } from "../../../src/plan/grounded/grounded-plan.ts";
import { material, ran, script } from "../../fixtures/requests/material.ts";

const make = (name: string, body: string) => script(name, { run: `make ${name}`, file: "Makefile", body });
const usual = (run: string, description: string) =>
  script(run.split(" ").slice(1).join(" "), { run, file: "Cargo.toml", kind: "usual", description });

const NOTHING: readonly (readonly [request: string, parts: Partial<Material>, reason: string | undefined])[] = [
  [
    "clean up but keep the app",
    { targets: [make("clean", "rm -rf build app")] },
    "cannot keep the app: `make clean` removes it",
  ],
  [
    "clean up but keep the app",
    { targets: [make("clean", "rm -rf $(OUT)")] },
    "cannot tell whether `make clean` keeps the app",
  ],
  [
    "clean up but keep the app",
    { targets: [make("clean", "rm -rf *")] },
    "cannot tell whether `make clean` keeps the app",
  ],
  [
    "clean but keep the dependencies",
    { targets: [usual("cargo clean", "Remove what was built")] },
    "cannot tell whether `cargo clean` keeps the dependencies",
  ],
  [
    "lint everything except the tests",
    { targets: [script("lint", { body: "eslint ." }), script("test", { body: "vitest" })] },
    "cannot tell whether `npm run lint` leaves out the tests",
  ],
  [
    "run the tests but not the slow ones",
    { targets: [usual("pytest", "Run the tests")] },
    "cannot tell whether `pytest` leaves out the slow ones",
  ],
  [
    "format without changing files",
    { targets: [usual("cargo fmt", "Format the code")] },
    "`cargo fmt` may change files",
  ],
  [
    "deploy but not to prod",
    { targets: [script("deploy", { body: "fly deploy --app shop-prod" })] },
    "`npm run deploy` does not leave out prod",
  ],
  ["remove moment", { targets: [script("clean", { body: "rm -rf dist" })] }, undefined],
  ["stop everything", { commands: [ran("docker compose stop db", { family: "docker compose stop" })] }, undefined],
  ["publish", { commands: [ran("git push")] }, undefined],
];

for (const [request, parts, reason] of NOTHING) {
  test(`nothing is planned that does not visibly do what was asked: ${request}`, () => {
    const plan = groundedPlan(request, material(parts));
    assert.ok(plan.outcome !== "planned", JSON.stringify(plan));
    assert.equal(plan.outcome === "unproven" ? plan.reason : undefined, reason);
  });
}

const PLANNED: readonly (readonly [request: string, parts: Partial<Material>, command: string])[] = [
  ["clean up but keep the app", { targets: [make("clean", "rm -rf build cache")] }, "make clean"],
  [
    "run the tests but not the slow ones",
    { commands: [ran("pytest"), ran("pytest -m 'not slow'")] },
    "pytest -m 'not slow'",
  ],
  [
    "run the tests but not the slow ones",
    { targets: [make("test", "./run fast"), make("test-slow", "./run slow")] },
    "make test",
  ],
  [
    "format without changing files",
    { targets: [usual("cargo fmt", "Format the code"), usual("cargo fmt --check", "Check the format")] },
    "cargo fmt --check",
  ],
  [
    "deploy but not to prod",
    {
      targets: [script("deploy:staging", { body: "fly deploy -a stg" }), script("deploy:prod", { body: "fly deploy" })],
    },
    "npm run deploy:staging",
  ],
  ["keep running the tests", { targets: [script("test:watch", { body: "vitest watch" })] }, "npm run test:watch"],
];

for (const [request, parts, command] of PLANNED) {
  test(`what visibly keeps the condition is planned: ${request}, ${command}`, () => {
    const plan = groundedPlan(request, material(parts));
    assert.equal(plan.outcome === "planned" ? plan.proposal.command : JSON.stringify(plan), command);
  });
}
