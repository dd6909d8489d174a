import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { readDiff } from "../../../src/verbs/check/read-diff.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const RULE = `---
id: rec_00000000000000any0
type: policy
scope: project
created: 2026-11-03T10:00:00.000Z
updated: 2026-11-03T10:00:00.000Z
guards:
  - { text: { in: "**/*.ts", adds: "\\\\bas any\\\\b" } }
  - { protect: "generated/**" }
---

No \`as any\`, and no edits of generated files.
`;

function inRepo(t: TestContext) {
  const it = sandbox(t);
  const root = makeRepo(t);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (message: string): void => {
    git("add", "-A");
    git("commit", "--quiet", "--no-verify", "-m", message);
  };
  const env = { cwd: root, variables: { PATH: process.env.PATH } };
  const check = (argv: readonly string[], input?: string): ReturnType<Sandbox["oldhand"]> =>
    it.oldhand(["check", ...argv], { env, ...(input !== undefined && { input }) });
  write(".oldhand/records/principles/no-any.md", RULE);
  write("src/a.ts", "export const a = 1;\n");
  commit("Share the rules");
  return { ...it, root, git, write, commit, check, env };
}

test("what is staged is checked against the shared rules, without a home and without acceptance", async (t) => {
  const { write, git, check, home } = inRepo(t);
  write("src/a.ts", "export const a = 1;\nconst b = 1;\nexport const c = b as any;\n");
  write("generated/x.ts", "export {};\n");
  git("add", "-A");
  const { exit, out } = await check(["--staged", "--json"]);
  assert.equal(exit, 1);
  const rule = "denies added text that matches `\\bas any\\b` in `**/*.ts`";
  const of = { record: "rec_00000000000000any0", text: "No `as any`, and no edits of generated files." };
  assert.deepEqual(JSON.parse(out), {
    schemaVersion: 1,
    findings: [
      { path: "generated/x.ts", line: 1, ...of, rule: "protects the files `generated/**`" },
      { path: "src/a.ts", line: 3, ...of, rule },
    ],
  });
  const { out: text } = await check([]);
  assert.match(text, /^src\/a\.ts:3: "No `as any`.*; Ann, 2026-11-03, rec_00000000000000any0\)$/m);
  assert.equal(existsSync(home), false);
});

test("a change that breaks no rule passes, and so does a line that was there before", async (t) => {
  const { write, git, check, commit } = inRepo(t);
  write("src/old.ts", "export const o = x as any;\n");
  commit("Add an old line");
  write("src/old.ts", "export const o = x as any;\nexport const p = 2;\n");
  git("add", "-A");
  const { exit, out, err } = await check(["--staged"]);
  assert.deepEqual([exit, out, err.trim()], [0, "", "oldhand: No rule is broken."]);
});

test("a range is checked against the rules at its base: a change cannot remove the rule that it breaks", async (t) => {
  const { write, git, check, commit, root } = inRepo(t);
  const base = git("rev-parse", "HEAD").trim();
  write(".oldhand/records/principles/no-any.md", RULE.replace("as any", "as never"));
  write("src/a.ts", "export const a = x as any;\n");
  commit("Change a rule and break it");
  const { exit, out } = await check(["--range", `${base}..HEAD`, "--json"]);
  assert.equal(exit, 1);
  const found = JSON.parse(out).findings.map(({ path, record }: Record<string, string>) => [path, record]);
  assert.deepEqual(found, [
    ["src/a.ts", "rec_00000000000000any0"],
    [".oldhand/records/principles/no-any.md", "built-in"],
  ]);
  assert.ok(existsSync(root));
});

test("a change of the shared rules alone is reported, and does not fail", async (t) => {
  const { write, git, check } = inRepo(t);
  write(".oldhand/records/principles/more.md", RULE.replaceAll("any0", "m0re"));
  git("add", "-A");
  const { exit, out } = await check([]);
  assert.equal(exit, 0);
  assert.match(out, /^\.oldhand\/records\/principles\/more\.md:1: changes the shared rules\./);
});

test("a diff on stdin, and the formats of GitHub and SARIF", async (t) => {
  const { write, git, check } = inRepo(t);
  write("src/a.ts", "export const a = x as any;\n");
  const diff = git("diff");
  const { exit, out } = await check(["-", "--format", "github"], diff);
  assert.equal(exit, 1);
  assert.match(out, /^::error file=src\/a\.ts,line=1::"No `as any`/);
  const { out: sarif } = await check(["-", "--format", "sarif"], diff);
  const [run] = JSON.parse(sarif).runs;
  assert.deepEqual(
    [run.tool.driver.rules.length, run.results[0].locations[0].physicalLocation.region.startLine],
    [1, 1],
  );
});

test("the person's own accepted rules hold too, where there is a home", async (t) => {
  const { write, git, check, oldhand, env } = inRepo(t);
  await oldhand(["add", "No XXYZ here", "--text", "**/*.ts=XXYZ"], { env });
  write("src/a.ts", "// XXYZ\n");
  git("add", "-A");
  const { exit, out } = await check([]);
  assert.equal(exit, 1);
  assert.match(out, /src\/a\.ts:1: "No XXYZ here" \(.*; you, /);
});

test("a range that is not one, and a directory without git, say what to do", async (t) => {
  const { check, oldhand, project } = inRepo(t);
  const wrong = await check(["--range", "nowhere..HEAD"]);
  assert.match(wrong.err, /"nowhere" is not a commit here/);
  const outside = await oldhand(["check"], { env: { cwd: project } });
  assert.match(outside.err, /not in a git repository/);
  const both = await check(["--staged", "--range", "HEAD~1..HEAD"]);
  assert.match(both.err, /Give one of/);
});

test("the pre-commit hook is written, run by git, and removed; one that is there stays", async (t) => {
  const { root, oldhand, env, git } = inRepo(t);
  const program = join(root, "..", "oldhand.cjs");
  writeFileSync(program, "process.stderr.write(process.argv.slice(2).join(' ')); process.exit(1);\n");
  const installing = { env: { ...env, started: { node: process.execPath, program } } };
  const { exit, err } = await oldhand(["install", "pre-commit"], installing);
  assert.equal(exit, 0, err);
  const hook = join(root, ".git/hooks/pre-commit");
  assert.match(readFileSync(hook, "utf8"), /check --staged/);
  assert.throws(() => git("commit", "--allow-empty", "-m", "x"));
  await oldhand(["uninstall", "pre-commit"], installing);
  assert.equal(existsSync(hook), false);
  writeFileSync(hook, "#!/bin/sh\n");
  const refused = await oldhand(["install", "pre-commit"], installing);
  assert.match(refused.err, /is there already: add the line `oldhand check --staged` to it/);
  assert.equal(readFileSync(hook, "utf8"), "#!/bin/sh\n");
});

test("a diff is read with renames, quoted names, and lines that look like headers", () => {
  const diff = [
    "diff --git a/old.ts b/new.ts",
    "similarity index 90%",
    "rename from old.ts",
    "rename to new.ts",
    "--- a/old.ts",
    "+++ b/new.ts",
    "@@ -1,0 +2,2 @@",
    "+++ x",
    "+b",
    'diff --git "a/\\303\\244 b.ts" "b/\\303\\244 b.ts"',
    '--- "a/\\303\\244 b.ts"',
    '+++ "b/\\303\\244 b.ts"',
    "@@ -3 +3 @@",
    "--- y",
    "+c",
    "diff --git a/gone.ts b/gone.ts",
    "deleted file mode 100644",
    "--- a/gone.ts",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-d",
    "diff --git a/p.png b/p.png",
    "Binary files a/p.png and b/p.png differ",
    "",
  ].join("\n");
  assert.deepEqual(readDiff(diff), [
    {
      path: "new.ts",
      from: "old.ts",
      line: 2,
      added: [
        { line: 2, text: "++ x" },
        { line: 3, text: "b" },
      ],
    },
    { path: "ä b.ts", line: 3, added: [{ line: 3, text: "c" }] },
    { path: "gone.ts", line: 1, added: [] },
    { path: "p.png", line: 1, added: [] },
  ]);
});
