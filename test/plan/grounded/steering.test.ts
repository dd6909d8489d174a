import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import type { Material, Rewritten } from "../../../src/core/plan/material.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { groundedPlan } from "../../../src/plan/grounded/grounded-plan.ts";
import { toldCommands } from "../../../src/plan/grounded/told-commands.ts";
import { material, NOW_MS, ROOT, ran, saved, script } from "../../fixtures/requests/material.ts";

function planned(request: string, parts: Partial<Material>): string | undefined {
  const plan = groundedPlan(request, material(parts));
  return plan.outcome === "planned" ? plan.proposal.command : undefined;
}

function told(text: string, type: MemoryRecord["type"] = "fact", key = "note") {
  return toldCommands([{ id: "rec_1", type, key, text }]);
}

const NAMED: readonly (readonly [text: string, commands: readonly string[]])[] = [
  ["Run the tests with `npx vitest --pool=forks`", ["npx vitest --pool=forks"]],
  ["To deploy to staging, run ./scripts/ship.sh staging", ["./scripts/ship.sh staging"]],
  ["The cost report comes from `make cost`, never from the console.", ["make cost"]],
  ["Never run `just reset-db` on the shared database", []],
  ["Use pnpm instead of `npm install`", []],
  ["Do not deploy with `fly deploy`", []],
  ["The theme is in `src/lib/theme.ts`", []],
  ["State is read with `useMemo`", []],
  ["`npm run e2e` fails on CI", []],
  ["We talked about running marathons", []],
  ["Tests run with nextest, not cargo test", []],
  ["Start the API with `uv run api`. Seed it with `uv run seed --small`.", ["uv run api", "uv run seed --small"]],
];

for (const [text, commands] of NAMED) {
  test(`the commands that a record names: ${text}`, () => {
    assert.deepEqual(
      told(text).map(({ steps }) => steps.join(" && ")),
      commands,
    );
  });
}

test("a command that a record names is planned for its purpose, with the record as the reason", () => {
  const parts = { told: told("Run the tests with `npx vitest --pool=forks`"), commands: [ran("npm test")] };
  const plan = groundedPlan("run the tests", material(parts));
  assert.ok(plan.outcome === "planned");
  assert.equal(plan.proposal.command, "npx vitest --pool=forks");
  assert.equal(plan.proposal.explanation, '"Run the tests with `npx vitest --pool=forks`" (rec_1).');
  assert.equal(planned("lint", { ...parts, targets: [script("lint")] }), "npm run lint");
});

test("what a command is for may be said after it", () => {
  const parts = {
    told: told("Only run `make tests-parallel` for the tests, the others need a key"),
    commands: [ran("make tests")],
  };
  assert.equal(planned("run the tests", parts), "make tests-parallel");
});

test("a record about something narrower does not answer the wider request", () => {
  const parts = { told: told("Run the end-to-end tests with `npm run e2e -- --headed`"), commands: [ran("npm test")] };
  assert.equal(planned("run the tests", parts), "npm test");
  assert.equal(planned("run the e2e tests", parts), "npm run e2e -- --headed");
});

test("a told procedure becomes steps, and one without commands says so", () => {
  const release = told("Release: first run `npm test`, then run `npm version patch`, then `git push --tags`.");
  assert.equal(planned("release", { told: release }), "npm test && npm version patch && git push --tags");
  const onboarding = told("Ask Ines for the VPN profile, then read the runbook", "workflow", "onboarding");
  const plan = groundedPlan("onboarding", material({ told: onboarding }));
  assert.ok(plan.outcome === "unproven");
  assert.equal(plan.described?.record, "rec_1");
});

const PNPM = (command: string): Rewritten | undefined =>
  command.startsWith("npm ")
    ? { command: `p${command}`, record: "rec_2" as Rewritten["record"], text: "Use pnpm, not npm" }
    : undefined;

test("what a guard replaces is replaced before it is ranked, with the reason", () => {
  const plan = groundedPlan("run the tests", material({ commands: [ran("npm test")], rewrite: PNPM }));
  assert.ok(plan.outcome === "planned");
  assert.equal(plan.proposal.command, "pnpm test");
  assert.equal(
    plan.proposal.explanation,
    'Instead of `npm test`: "Use pnpm, not npm" (rec_2). You ran that 12 times here, last on 2026-11-02, exit 0.',
  );
  const both = { commands: [ran("npm test"), ran("pnpm test")], rewrite: PNPM };
  assert.deepEqual(groundedPlan("run the tests", material(both)).nearest, []);
  const pnpmFirst = groundedPlan("run the tests", material({ ...both, commands: both.commands.toReversed() }));
  assert.ok(pnpmFirst.outcome === "planned" && !pnpmFirst.proposal.explanation.startsWith("Instead"));
  assert.equal(
    planned("ship", { workflows: [saved("ship", ["npm test", "git push"])], rewrite: PNPM }),
    "pnpm test && git push",
  );
});

test("a request that leaves the place open is asked about, safest first", () => {
  const targets = ["deploy-prod", "deploy-staging"].map((name) => script(name, { run: `make ${name}` }));
  const plan = groundedPlan("deploy", material({ targets }));
  assert.equal(plan.outcome, "open");
  assert.deepEqual(
    plan.nearest.map(({ command }) => command),
    ["make deploy-staging", "make deploy-prod"],
  );
  assert.equal(planned("deploy to prod", { targets }), "make deploy-prod");
  const chosen = groundedPlan("deploy", material({ targets }), "make deploy-prod");
  assert.ok(chosen.outcome === "planned");
  assert.equal(chosen.proposal.command, "make deploy-prod");
});

test("production is not the first of the nearest", () => {
  const commands = [ran("kubectl logs api -n prod", { count: 90, successes: 90 }), ran("kubectl logs web -n staging")];
  const { nearest } = groundedPlan("show me the logs of it all", material({ commands }));
  assert.equal(nearest[0]?.command, "kubectl logs web -n staging");
});

test("in the folder of one place, a command for another is not planned", () => {
  const runs = "terraform -chdir=envs/staging apply";
  const targets = [script("apply", { run: "make -C ../.. apply", body: runs, runs })];
  assert.equal(planned("apply", { targets, cwd: `${ROOT}/envs/prod` }), undefined);
  assert.equal(planned("apply", { targets, cwd: `${ROOT}/envs/staging` }), "make -C ../.. apply");
  assert.equal(planned("apply to production", { targets }), undefined);
});

test("a target is found by what it runs, and two things by one that runs both", () => {
  const release = script("release", { body: "uv build", runs: "uv build\nuvx twine upload dist/*" });
  assert.equal(planned("upload to pypi", { targets: [release, script("build")] }), "npm run release");
  const check = script("verify", { body: "npm run lint && npm run types", runs: "eslint .\ntsc --noEmit" });
  const targets = [script("lint", { body: "eslint ." }), script("types", { body: "tsc --noEmit" }), check];
  assert.equal(planned("lint and typecheck", { targets }), "npm run verify");
});

test("a command of another directory is not planned here, unless it does not depend on it", () => {
  const commands = [ran("make deploy"), ran("docker ps")];
  assert.equal(planned("deploy", { commands, cwd: `${ROOT}/docs` }), undefined);
  assert.equal(planned("list running containers", { commands, cwd: `${ROOT}/docs` }), "docker ps");
});

test("a no fades, and a success since clears it", () => {
  const rejected = (daysAgo: number) => [
    { request: "run the tests", command: "make test", answer: "rejected" as const, atMs: NOW_MS - daysAgo * DAY_MS },
  ];
  const commands = [ran("make check"), ran("make test", { count: 3, successes: 3, lastAtMs: NOW_MS - 90 * DAY_MS })];
  assert.notEqual(planned("run the tests", { commands, asked: rejected(1) }), "make test");
  assert.equal(planned("run the tests", { commands, asked: rejected(60) }), "make test");
  const ranSince = [ran("make check"), ran("make test", { lastAtMs: NOW_MS })];
  assert.equal(planned("run the tests", { commands: ranSince, asked: rejected(1) }), "make test");
  const yes = { request: "run the tests", command: "make test", answer: "ran" as const, atMs: NOW_MS };
  assert.equal(planned("run the tests", { commands, asked: [yes, ...rejected(1)] }), "make test");
});

test("a command of another project is planned only if nothing here fits", () => {
  const elsewhere = ran("fly deploy --now", { inProject: false, count: 40, successes: 40 });
  assert.equal(planned("deploy", { commands: [elsewhere] }), "fly deploy --now");
  const both = groundedPlan("deploy", material({ commands: [elsewhere], targets: [script("deploy")] }));
  assert.ok(both.outcome === "planned");
  assert.equal(both.proposal.command, "npm run deploy");
  assert.deepEqual(both.nearest, []);
});

const PUSH = [ran("git push")];

test("a rule about what comes before changes the plan, with its record", () => {
  const parts = { commands: PUSH, targets: [script("lint", { body: "eslint ." })] };
  for (const text of [
    "Always lint before pushing",
    "Run `npm run lint` before you push",
    "Never push before linting",
  ]) {
    const plan = groundedPlan("push my changes", material({ ...parts, told: told(text) }));
    assert.ok(plan.outcome === "planned", text);
    assert.equal(plan.proposal.command, "npm run lint && git push");
    assert.ok(plan.proposal.explanation.startsWith(`First \`npm run lint\`: "${text}" (rec_1). `));
  }
  assert.equal(planned("pull", { commands: [ran("git pull")], told: told("Always lint before pushing") }), "git pull");
});

test("a rule about what comes before is said if no command is known for it", () => {
  const plan = groundedPlan("push my changes", material({ commands: PUSH, told: told("Ask Ines before pushing") }));
  assert.ok(plan.outcome === "planned");
  assert.equal(plan.proposal.command, "git push");
  assert.deepEqual(plan.proposal.assumptions, [
    'You did this: "Ask Ines before pushing" (rec_1); no command is known for it.',
  ]);
});

test("a pitfall with a known way changes the plan", () => {
  const way = told("npm install fails on peer dependencies; use `npm install --legacy-peer-deps`");
  const targets = ["install", "install <name>"].map((name) => script(name, { run: `npm ${name}`, kind: "usual" }));
  assert.equal(planned("install the dependencies", { told: way, targets }), "npm install --legacy-peer-deps");
  assert.equal(planned("install zod", { told: way, targets }), "npm install --legacy-peer-deps zod");
  const venv = told("Run `source .venv/bin/activate` before pytest");
  assert.equal(
    planned("run the tests", { told: venv, commands: [ran("pytest")] }),
    "source .venv/bin/activate && pytest",
  );
});

test("the form that the person runs wins over the target that a file defines", () => {
  const targets = [script("run", { run: "make run", file: "Makefile", body: "./app" })];
  const sdl = ran("OSD=sdl make run", { count: 2, successes: 2 });
  assert.equal(planned("run the app", { targets, commands: [sdl] }), "OSD=sdl make run");
  const clippy = script("clippy", { run: "cargo clippy", kind: "usual", description: "Lint the code" });
  const parts = { targets: [clippy], told: told("Always run cargo clippy with --all-targets") };
  assert.equal(
    planned("lint", { ...parts, commands: [ran("cargo clippy --all-targets")] }),
    "cargo clippy --all-targets",
  );
});
