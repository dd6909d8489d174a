import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { whatRuns } from "../../../src/core/command/what-runs.ts";
import { type Guard, readGuards } from "../../../src/core/guard/guard.ts";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { projectScripts } from "../../../src/system/project/runnable/scripts/script-bodies.ts";
import { guardedProject } from "../../fixtures/guarded-project.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

const HOME = "/home/ann";
const ALIASES: Readonly<Record<string, string>> = { gpf: "git push --force", "git pf": "push --force" };

function checker(root: string) {
  const scripts = projectScripts(root, (name) => ALIASES[name]);
  return (guard: Guard, command: string, from = "") => {
    const cwd = join(root, from);
    const runs = whatRuns(command, { isThorough: true, cwd, home: HOME, scripts });
    const [match] = matchGuards(
      [guard],
      { kind: "command", runs },
      {
        ...{ cwd, root, home: HOME, day: "friday" },
        succeeded: () => "no",
      },
    );
    return match;
  };
}

function guardIn(text: string): Guard {
  const read = readGuards(JSON.parse(text));
  const [guard] = read.outcome === "guards" ? read.guards : [];
  assert.ok(guard !== undefined, text);
  return guard;
}

test("a guard speaks about what a command runs, and about nothing that only looks like it", (t) => {
  const check = checker(guardedProject(t));
  const rows = readTsv("guards/guards-and-commands.tsv", ["guard", "command", "from", "expected"]);
  const wrong = rows.filter(({ guard, command, from, expected }) => {
    const found = check(guardIn(guard), command, from) === undefined ? "pass" : "stop";
    return found !== expected;
  });
  assert.ok(rows.length >= 200);
  assert.deepEqual(wrong, []);
});

test("a match says why and what is right", (t) => {
  const check = checker(guardedProject(t));
  const said = (guard: Guard, command: string) => {
    const match = check(guard, command);
    return [match?.reason, match?.remedy];
  };
  assert.deepEqual(said({ instead: { npm: "pnpm" } }, "npm test -- -t 'a b'"), [
    "use `pnpm` instead of `npm`",
    "pnpm test -- -t 'a b'",
  ]);
  assert.deepEqual(said({ instead: { "npm test": "pnpm vitest" } }, "npm test --silent"), [
    "use `pnpm vitest` instead of `npm test`",
    "pnpm vitest --silent",
  ]);
  const remedies = ["npm ci", "npm i -D zod", "npm run build", "npm audit", "npm exec tsc"].map(
    (command) => check({ instead: { npm: "pnpm" } }, command)?.remedy,
  );
  assert.deepEqual(remedies, [
    "pnpm install --frozen-lockfile",
    "pnpm add -D zod",
    "pnpm run build",
    "pnpm",
    "pnpm exec tsc",
  ]);
  assert.equal(check({ instead: { pip: "uv" } }, "pip install httpx")?.remedy, "uv add httpx");
  assert.deepEqual(said({ deny: "git push --force" }, "make ship"), [
    "`make ship` runs `git push --force`; `git push --force` is denied",
    undefined,
  ]);
  assert.deepEqual(said({ require: { command: "terraform apply", flag: "-var-file" } }, "terraform apply"), [
    "`terraform apply` needs `-var-file`",
    "terraform apply -var-file",
  ]);
  assert.deepEqual(said({ first: { command: "git push", run: "npm test" } }, "git push origin main"), [
    "run `npm test` before `git push origin main`: it has not succeeded since the last change",
    "npm test && git push origin main",
  ]);
  assert.deepEqual(said({ protect: "generated/**" }, "rm generated/a.ts"), [
    "`generated/a.ts` is protected by `generated/**`",
    undefined,
  ]);
});

test("an edit by a tool is stopped where files are protected, and nowhere else", () => {
  const place = { cwd: "/p/app/src", root: "/p/app", home: HOME };
  const isStopped = (path: string) =>
    matchGuards([{ protect: ["generated/**", "*.lock"] }], { kind: "edit", paths: [path] }, place).length > 0;
  assert.deepEqual(
    [
      "/p/app/generated/a.ts",
      "/p/app/generated/.hidden",
      "/p/app/web/yarn.lock",
      "/p/app/src/a.ts",
      "/p/generated/a",
    ].map(isStopped),
    [true, true, true, false, false],
  );
});

test("an unknown outcome of what has to run first is not certain", (t) => {
  const root = guardedProject(t);
  const runs = whatRuns("git push", { isThorough: true, cwd: root, scripts: projectScripts(root) });
  const guards: Guard[] = [{ first: { command: "git push", run: "npm test" } }];
  const [match] = matchGuards(guards, { kind: "command", runs }, { cwd: root, root });
  assert.equal(match?.known, "evidence");
  const done = { cwd: root, root, succeeded: () => "yes" as const };
  assert.deepEqual(matchGuards(guards, { kind: "command", runs }, done), []);
});
