import assert from "node:assert/strict";
import { test } from "node:test";
import type { Material } from "../../../src/core/plan/material.ts";
import { groundedPlan } from "../../../src/plan/grounded/grounded-plan.ts";
import { material, NOW_MS, ran, saved, script } from "../../fixtures/requests/material.ts";

function planned(request: string, parts: Partial<Material>): string | undefined {
  const plan = groundedPlan(request, material(parts));
  return plan.outcome === "planned" ? plan.proposal.command : undefined;
}

const STOP_REDIS = "docker compose stop redis";
const NO_CACHE = "docker compose build --no-cache";

test("a command that was run says how often, when, and how it ended", () => {
  const commands = [ran("npm test")];
  const targets = [script("test", { run: "npm test", body: "vitest run" })];
  const plan = groundedPlan("run the tests", material({ commands, targets }));
  assert.deepEqual(plan, {
    outcome: "planned",
    proposal: {
      command: "npm test",
      explanation: "You ran this 12 times here, last on 2026-11-02, exit 0. package.json defines it as `vitest run`.",
      assumptions: [],
      confidence: 0.92,
      source: "history",
    },
    nearest: [],
  });
});

test("a command of a history without directories is not said to be from elsewhere", () => {
  const { cwd: _, lastExit: _e, ...known } = ran("npm test");
  const targets = [script("test", { run: "npm test", body: "vitest run" })];
  const plan = groundedPlan("run the tests", material({ commands: [{ ...known, inProject: false }], targets }));
  assert.ok(plan.outcome === "planned");
  const { explanation, assumptions } = plan.proposal;
  assert.equal(explanation, "You ran this 12 times, last on 2026-11-02. package.json defines it as `vitest run`.");
  assert.deepEqual(assumptions, ["It succeeds: how it ended was not recorded."]);
});

test("a workflow is its steps joined, under its own id", () => {
  const workflows = [
    saved("ship", ["npm test", "git push"], { success: 3, lastRun: { status: "success", atMs: NOW_MS } }),
  ];
  const plan = groundedPlan("ship it", material({ workflows }));
  assert.ok(plan.outcome === "planned");
  const { command, source, workflow, explanation } = plan.proposal;
  assert.deepEqual([command, source, workflow], ["npm test && git push", "workflow", "rec_1"]);
  assert.equal(explanation, 'Your workflow "ship", which succeeded 3 times, last run on 2026-11-02 (success).');
});

test("a workflow is found although its name is misspelt", () => {
  const workflows = [saved("provision", ["make up"])];
  assert.equal(planned("provison", { workflows }), "make up");
});

test("the full name of a workflow means it, even if the word has another meaning", () => {
  const workflows = [saved("look", ["make fetch", "make report"]), saved("build", ["make all"])];
  assert.equal(planned("look", { workflows }), "make fetch && make report");
  assert.equal(planned("please run look", { workflows, targets: [script("show")] }), "make fetch && make report");
});

test("a target that was never run says so, and which file defines it", () => {
  const plan = groundedPlan("lint", material({ targets: [script("lint", { body: "eslint ." })] }));
  assert.ok(plan.outcome === "planned");
  assert.equal(plan.proposal.explanation, "package.json defines it as `eslint .`.");
  assert.deepEqual(plan.proposal.assumptions, ["It works, although it was not run here yet."]);
  assert.equal(plan.proposal.source, "project");
});

test("if nothing fits, nothing is planned and the nearest commands are shown", () => {
  const plan = groundedPlan("run the python tests", material({ commands: [ran("npm test", { lastExit: 1 })] }));
  assert.deepEqual(plan, {
    outcome: "unproven",
    nearest: [
      {
        command: "npm test",
        source: "history",
        label: "npm test",
        score: 0.41,
        lastExit: 1,
        lastAt: "2026-11-02T12:00:00.000Z",
      },
    ],
  });
});

test("an empty request and an empty memory plan nothing", () => {
  assert.deepEqual(groundedPlan("", material({ commands: [ran("npm test")] })), { outcome: "unproven", nearest: [] });
  assert.deepEqual(groundedPlan("run the tests", material()), { outcome: "unproven", nearest: [] });
  assert.equal(planned("do it please", { commands: [ran("npm test")] }), undefined);
});

const slots: readonly (readonly [what: string, request: string, step: string, command: string | undefined])[] = [
  ["quoted text", 'save with message "round up"', "git commit -m <message>", "git commit -m 'round up'"],
  ["text after its name", "save with message round up", "git commit -m <message>", "git commit -m 'round up'"],
  ["a number", "save 5", "kubectl scale --replicas=<count>", "kubectl scale --replicas=5"],
  ["a branch", "save feature/gift-cards", "git checkout -b <branch>", "git checkout -b feature/gift-cards"],
  ["a version", "save version v1.2.0", "git tag v<version>", "git tag v1.2.0"],
  [
    "a shell's signs",
    'save with message "$(reboot); `x` \'y"',
    "git commit -m <message>",
    "git commit -m '$(reboot); `x` '\\''y'",
  ],
  ["nothing to fill it with", "save my work", "git commit -m <message>", undefined],
  ["a place where it would be code", 'save with message "rm -rf /"', "sh -c <message>", undefined],
];

for (const [what, request, step, command] of slots) {
  test(`a slot is filled as one word, or nothing is planned: ${what}`, () => {
    assert.equal(planned(request, { workflows: [saved("save", [step])] }), command);
  });
}

test("a workflow that was named is planned with its open slots, so that they can be asked for", () => {
  const workflows = [saved("new migration", ["just migrate-new <name>"]), saved("nuke", ["rm -rf node_modules"])];
  const targets = [script("migrate-new", { run: "just migrate-new <name>" })];
  assert.equal(planned("new migration", { workflows, targets }), "just migrate-new <name>");
  assert.equal(planned("run the nuke workflow", { workflows, targets }), "rm -rf node_modules");
});

test("a workflow with a slot that the request does not fill stays visible as the nearest", () => {
  const plan = groundedPlan(
    "scale it",
    material({ workflows: [saved("scale", ["kubectl scale --replicas=<count>"])] }),
  );
  assert.equal(plan.outcome, "unproven");
  assert.deepEqual(
    plan.nearest.map(({ command, label }) => [command, label]),
    [["kubectl scale --replicas=<count>", "scale"]],
  );
});

test("an argument that varied from run to run is filled from the request", () => {
  const commands = ["zod", "hono", "pino"].map((name) =>
    ran(`npm add ${name}`, { family: "npm add", count: 1, successes: 1 }),
  );
  assert.equal(planned("add fastify", { commands }), "npm add fastify");
});

test("the message of an earlier run is not reused", () => {
  assert.equal(planned("commit", { commands: [ran('git commit -m "fix total"')] }), undefined);
});

test("a command that never succeeded is not planned, and one that failed last ranks lower", () => {
  assert.equal(planned("deploy", { commands: [ran("fly deploy", { successes: 0, lastExit: 1 })] }), undefined);
  const commands = [
    ran("fly deploy", { count: 30, successes: 29, lastExit: 1 }),
    ran("ship deploy", { count: 2, successes: 2 }),
  ];
  assert.equal(planned("deploy", { commands }), "ship deploy");
});

test("a command without a recorded exit has to have been run several times", () => {
  const imported = (count: number) => {
    const { lastExit: _, ...command } = ran("make world", { count, successes: 0 });
    return { commands: [command] };
  };
  assert.equal(planned("make world", imported(2)), undefined);
  assert.equal(planned("make world", imported(3)), "make world");
});

test("a command that held a secret is never planned", () => {
  assert.equal(planned("login", { commands: [ran("vault login [secret:token]")] }), undefined);
});

const harm: readonly (readonly [request: string, command: string, isPlanned: boolean])[] = [
  ["delete everything", "terraform destroy", false],
  ["destroy", "terraform destroy", false],
  ["terraform destroy", "terraform destroy", true],
  ["push", "git push --force", false],
  ["stop the services", "docker compose down -v", false],
  ["clean up docker", "docker system prune -af", false],
  ["deploy", "ansible-playbook deploy.yml -l production", false],
  ["deploy to production", "ansible-playbook deploy.yml -l production", true],
];

for (const [request, command, isPlanned] of harm) {
  test(`${JSON.stringify(request)} ${isPlanned ? "is" : "is not"} enough for ${command}`, () => {
    assert.equal(planned(request, { commands: [ran(command)] }), isPlanned ? command : undefined);
  });
}

test("a command of another project is planned only if it does not depend on the directory", () => {
  const commands = ["npm run storybook", "./bin/reindex", "docker ps"].map((one) =>
    ran(one, { inProject: false, cwd: "/x" }),
  );
  assert.deepEqual(
    ["start storybook", "reindex", "list running containers"].map((request) => planned(request, { commands })),
    [undefined, undefined, "docker ps"],
  );
});

test("a command that was rejected for a similar request ranks lower", () => {
  const commands = [ran("make check"), ran("make test", { count: 3, successes: 3 })];
  const asked = [{ request: "run the tests", command: "make test", answer: "rejected", atMs: NOW_MS }] as const;
  assert.equal(planned("run tests", { commands }), "make test");
  assert.notEqual(planned("run tests", { commands, asked }), "make test");
  assert.equal(planned("lint", { commands: [ran("make lint")], asked }), "make lint");
});

test("a command that was run for the same request is planned again", () => {
  const commands = [ran("./bin/release.sh")];
  const asked = [{ request: "make it so", command: "./bin/release.sh", answer: "ran", atMs: NOW_MS }] as const;
  assert.equal(planned("engage warp", { commands, asked }), undefined);
  const said = [{ ...asked[0], request: "engage warp" }];
  assert.equal(planned("engage warp", { commands, asked: said }), "./bin/release.sh");
});

test("of two commands that fit equally, the one that was used is taken", () => {
  const targets = [script("check", { description: "Run the tests" }), script("test")];
  assert.equal(planned("run the tests", { targets }), "npm run test");
  const commands = [ran("npm run spec")];
  assert.equal(planned("run the specs", { commands, targets }), "npm run spec");
});

test("a word that all commands have does not count against one of them", () => {
  const at = (command: string) => ran(`cd services/billing && ${command}`);
  const confidence = (others: readonly string[]) => {
    const plan = groundedPlan("lint", material({ commands: [at("make lint"), ...others.map(at)] }));
    return plan.outcome === "planned" && plan.proposal.command.endsWith("make lint") ? plan.proposal.confidence : 0;
  };
  assert.ok(confidence(["make fmt", "make build", "make seed", "make docs"]) > confidence([]));
});

test("filler is recognised by its weight, and counts fully without a table", () => {
  const parts = { commands: [ran("make spell")] };
  const request = "would somebody perhaps really rather spell";
  assert.equal(planned(request, parts), "make spell");
  assert.equal(planned(request, { ...parts, weightOf: undefined }), undefined);
});

const hostile = [
  ["a megabyte", "test ".repeat(200_000)],
  ["quotes without end", '"'.repeat(5000)],
  ["controls and signs", "\0\x1b[31m\u202etest\u202c 'x' `y` $(z)"],
  ["names of objects", "__proto__ constructor toString hasOwnProperty"],
];

for (const [what, request] of hostile) {
  test(`a request may hold anything: ${what}`, () => {
    const plan = groundedPlan(request!, material({ commands: [ran("make world")] }));
    assert.equal(plan.outcome, "unproven");
  });
}

const REFUSALS: readonly (readonly [request: string, commands: readonly string[], planned: string | undefined])[] = [
  ["preview deployment on vercel, not prod", ["vercel", "vercel --prod"], "vercel"],
  ["deploy it, but not to production", ["vercel --prod"], undefined],
  ["publish the crate without uploading it", ["cargo publish"], undefined],
  ["run the tests, no coverage", ["npm run test:coverage", "npm test"], "npm test"],
  ["rebuild the images without cache", ["docker compose build", "docker compose build --no-cache"], NO_CACHE],
  ["don't push, just commit", ["git push", "git commit"], "git commit"],
  ["stop only redis, leave postgres running", ["docker compose down", "docker compose stop redis"], STOP_REDIS],
];

for (const [request, commands, command] of REFUSALS) {
  test(`what was refused is not planned: ${request}`, () => {
    assert.equal(planned(request, { commands: commands.map((one) => ran(one)) }), command);
  });
}

test("a script that runs something refused is refused as well", () => {
  const targets = [script("deploy", { body: "vercel --prod" })];
  assert.equal(planned("deploy, but not to production", { targets }), undefined);
  assert.equal(planned("deploy to production", { targets }), "npm run deploy");
});

test("a command that does one of two requested things is not proposed", () => {
  const commands = ["npm test", "npm start"].map((one) => ran(one));
  assert.equal(planned("stop the server, then run the tests", { commands }), undefined);
});

const ASIDES: readonly (readonly [request: string, planned: string])[] = [
  ["make sure the tests are green before I push", "npm test"],
  ["something is off, could you run the linter?", "npm run lint"],
  ["we're nearly there, so let's build the app", "npm run build"],
];

for (const [request, command] of ASIDES) {
  test(`why and when it is asked for asks for nothing: ${request}`, () => {
    const commands = ["npm test", "npm run lint", "npm run build", "git push"].map((one) => ran(one));
    assert.equal(planned(request, { commands }), command);
  });
}
