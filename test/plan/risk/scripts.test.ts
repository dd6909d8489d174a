import assert from "node:assert/strict";
import { test } from "node:test";
import { assess } from "../../../src/plan/risk/assess.ts";
import { judged, OPTIONS, scriptsAt } from "./judged.ts";

const RISKS: Readonly<Record<string, string>> = {
  "npm test": "low",
  "npm run build": "low",
  "npm run test:all": "low",
  "npm run rebuild-all": "medium",
  "npm run clean": "medium",
  "npm run deploy": "medium",
  "npm run nope": "medium",
  "npm run circle": "medium",
  "npm run wipe": "high",
  "npm run wipe-git": "high",
  "npm run sneaky:test": "high",
  "npm run test:e2e": "high",
  "npm test -- -t name": "low",
  "npm test -- --config=/tmp/x.js": "medium",
  "npm test -- '; rm -rf /'": "low",
  "npm test --prefix /tmp/x": "medium",
  "cd packages/a && npm test": "medium",
  "make test": "low",
  "make lint": "medium",
  "make clean": "medium",
  "make CC=./x build": "high",
  "just test": "low",
};

test("a script is as risky as what it runs", () => {
  assert.deepEqual(Object.fromEntries(Object.keys(RISKS).map((command) => [command, judged(command).risk])), RISKS);
});

test("the scripts that run are listed with their commands, in order", () => {
  assert.deepEqual(judged("npm test").resolved, [
    { name: "pretest", body: "npm run lint" },
    { name: "lint", body: "eslint ." },
    { name: "test", body: "jest --coverage" },
  ]);
});

test("an endless chain of scripts is cut off", () => {
  const scripts = (name: string): string => `npm run ${name}x && npm run ${name}y`;
  const { risk, resolved } = assess("npm run test", { ...OPTIONS, scripts: scriptsAt(OPTIONS.cwd, scripts) });
  assert.deepEqual([risk, resolved.length <= 64], ["medium", true]);
});

test("a check that runs a log or database file is not of low risk, because an approval does not cover that file", () => {
  const running = (file: string) => ({ ...OPTIONS, scripts: scriptsAt(OPTIONS.cwd, () => `sh ${file}`) });
  assert.equal(assess("npm test", running("scripts/run.sh")).risk, "low");
  assert.equal(assess("npm test", running("scripts/run.log")).risk, "medium");
  assert.equal(assess("npm test", running("scripts/run.db-wal")).risk, "medium");
});

test("a home directory is not a project", () => {
  const atHome = { cwd: "/home/ann", home: "/home/ann", scripts: scriptsAt("/home/ann", () => undefined) };
  assert.equal(assess("pytest", atHome).risk, "medium");
  assert.equal(assess("ls", atHome).risk, "low");
});

test("a script is judged where it runs, not where it was called", () => {
  const scripts = (name: string, program: string) =>
    program === "npm" && name === "tidy" ? "rm -rf ../build" : undefined;
  const cwd = "/home/ann/app/src/deep";
  const below = { ...OPTIONS, cwd, scripts: scriptsAt(cwd, scripts) };
  assert.equal(assess("npm run tidy", below).risk, "medium");
  assert.equal(assess("npm run tidy", { ...below, scripts: scriptsAt(cwd, scripts, "/home/ann/app") }).risk, "high");
});

test("each line of a recipe starts in the directory of the first", () => {
  const recipe = (lines: string) => ({ ...OPTIONS, scripts: scriptsAt(OPTIONS.cwd, () => lines) });
  assert.equal(assess("make tidy", recipe("cd src\nrm -rf ../build")).risk, "high");
  assert.equal(assess("make tidy", recipe("cd src && rm -rf ../build")).risk, "medium");
  assert.equal(assess("make test", recipe("@cd src && go test ./...\n-go vet ./...")).risk, "low");
});
