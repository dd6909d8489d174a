import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../../../src/core/command/steps.ts";
import { mineSteps } from "../../../src/core/workflow/mine-from-runs.ts";

const mined = (...runs: readonly string[]) => mineSteps(runs.map((run) => parseLine(run)));

const STEPS: readonly (readonly [runs: readonly string[], step: string])[] = [
  [["git commit -m one", "git commit -m 'two words'", 'git commit -m "three"'], "git commit -m <message>"],
  [["git commit -am one", "git commit -am two"], "git commit -am <message>"],
  [["git commit --message=one", "git commit --message=two"], "git commit --message=<message>"],
  [["git checkout main", "git checkout dev"], "git checkout <branch>"],
  [["git checkout -b a", "git checkout -b b"], "git checkout -b <branch>"],
  [["git push -u origin a", "git push -u origin b"], "git push -u origin <branch>"],
  [["git add src/a.ts", "git add src/b.ts"], "git add <path>"],
  [["git clone https://a.example/x", "git clone https://b.example/y"], "git clone <url>"],
  [["npm test src/a.ts", "npm test src/b.ts"], "npm test <path>"],
  [["npm test -- -t one", "npm test -- -t two"], "npm test -- -t <pattern>"],
  [["npm version 1.0.0", "npm version 1.1.0"], "npm version <version>"],
  [["docker build -t app:1 .", "docker build -t app:2 ."], "docker build -t <tag> ."],
  [["docker run --rm -v a:b img", "docker run --rm -v c:d img"], "docker run --rm -v <volume> img"],
  [
    ["docker compose -f a.yml up -d web", "docker compose -f b.yml up -d api"],
    "docker compose -f <file> up -d <service>",
  ],
  [["kubectl -n prod get pods", "kubectl -n dev get pods"], "kubectl -n <namespace> get pods"],
  [["aws --profile a s3 ls", "aws --profile b s3 ls"], "aws --profile <profile> s3 ls"],
  [["make release VERSION=1", "make release VERSION=2"], "make release VERSION=<version>"],
  [["DRY_RUN=1 ./deploy.sh", "DRY_RUN=0 ./deploy.sh"], "DRY_RUN=<dry-run> ./deploy.sh"],
  [["pg_dump app > a.sql 2>&1", "pg_dump app > b.sql 2>&1"], "pg_dump app > <file> 2>&1"],
  [["ssh a.example.org", "ssh b.example.org"], "ssh <host>"],
  [["tool a b", "tool c d"], "tool <arg1> <arg2>"],
  [["tool v1.2.3", "tool v1.2.4"], "tool <version>"],
  [["tool 17", "tool 18"], "tool <number>"],
  [["tool src/x", "tool src/y"], "tool <path>"],
  [["constructor a", "constructor b"], "constructor <arg1>"],
];

for (const [runs, step] of STEPS) {
  test(`${runs.map((run) => JSON.stringify(run)).join(" and ")} become ${step}`, () => {
    assert.deepEqual(mined(...runs), [step]);
  });
}

test("what repeats is kept as it was written", () => {
  const line = `FOO="a b" sudo git commit -m 'it works' "$HOME" *.ts $(git rev-parse HEAD) | tee -a out.log`;
  assert.deepEqual(mined(line, line), [line]);
});

test("one exception among many does not make a slot", () => {
  assert.deepEqual(mined("git add .", "git add .", "git add .", "git add src"), ["git add ."]);
  assert.deepEqual(mined("git add .", "git add .", "git add src"), ["git add <path>"]);
});

test("the commonest shape decides, and of two the shorter", () => {
  assert.deepEqual(mined("npm test", "npm test", "npm test src/a.ts --watch"), ["npm test"]);
  assert.deepEqual(mined("git push origin main", "git push"), ["git push"]);
});

test("the words of the family are never asked for", () => {
  assert.deepEqual(mined("/usr/bin/git status", "git status", "git status"), ["git status"]);
});

test("names are unique in a workflow", () => {
  const run = (a: string, b: string) => `git commit -m ${a} && npm test && git commit -m ${b}`;
  assert.deepEqual(mined(run("a", "b"), run("c", "d")), [
    "git commit -m <message>",
    "npm test",
    "git commit -m <message2>",
  ]);
});

test("what was the same in every run is one slot", () => {
  const run = (tag: string) => `git tag ${tag} && git push origin ${tag}`;
  assert.deepEqual(mined(run("v1"), run("v2")), ["git tag <tag>", "git push origin <tag>"]);
});

test("a variable of a loop is asked for, one of the environment is kept", () => {
  const loop = "for f in *.ts; do eslint $f; done";
  assert.deepEqual(mined(loop, loop), ["eslint <path>"]);
  assert.deepEqual(mined("cp a $HOME", "cp a $HOME"), ["cp a $HOME"]);
  const awk = "awk '{print $1}' log";
  assert.deepEqual(mined(awk, awk), [awk]);
});

test("a secret is asked for, also where it repeats", () => {
  const bearer = `curl -H 'Authorization: Bearer ${"a1B2c3D4".repeat(4)}' https://example.org`;
  assert.deepEqual(mined(bearer, bearer), ["curl -H <secret> https://example.org"]);
  const withheld = "deploy --token [secret:github-token]";
  assert.deepEqual(mined(withheld, withheld), ["deploy --token <secret>"]);
  const joined = "mysql -uroot -p[secret:password] app";
  assert.deepEqual(mined(joined, joined), ["mysql -uroot -p<secret> app"]);
});

test("text that looks like a slot stays text", () => {
  const line = `echo '<div>' "<p>"`;
  assert.deepEqual(mined(line, line), [`echo '<''div>' "<""p>"`]);
});

test("no runs give no steps", () => {
  assert.deepEqual(mineSteps([]), []);
  assert.deepEqual(mineSteps([[], []]), []);
});
