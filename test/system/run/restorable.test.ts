import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assess } from "../../../src/plan/risk/assess.ts";
import { findGit } from "../../../src/system/project/git-directory.ts";
import { projectScripts } from "../../../src/system/project/runnable/scripts/script-bodies.ts";
import { gitStateOf } from "../../../src/system/run/restorable.ts";
import { git, makeRepo } from "../../fixtures/git-repo.ts";

const MAKEFILE = "ENV ?= staging\napply:\n\tterraform apply -auto-approve -var-file=$(ENV).tfvars\n";
const SCRIPTS = { reset: "rm -rf data", wipe: "rm -rf fixtures", clean: "rm -rf dist", tidy: "rm -rf gone" };

/** A repository with a workspace, a Makefile, a committed folder, and one that git ignores. */
function shop(t: Parameters<typeof makeRepo>[0]) {
  const root = makeRepo(t);
  const files: Readonly<Record<string, string>> = {
    "package.json": JSON.stringify({ scripts: SCRIPTS }),
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
    "packages/db/package.json": JSON.stringify({
      name: "@shop/db",
      scripts: { reset: "prisma migrate reset --force" },
    }),
    "envs/prod/main.tf": "",
    Makefile: MAKEFILE,
    "fixtures/a.json": "{}",
    ".gitignore": "data\ndist\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git(root, "add", "-A");
  git(root, "commit", "--quiet", "-m", "all");
  mkdirSync(join(root, "data"));
  writeFileSync(join(root, "data/rows"), "1");
  mkdirSync(join(root, "dist"));
  const tree = { root, commonDir: findGit([root])?.commonDir, env: process.env };
  const risk = (command: string, folder = "") =>
    assess(command, {
      cwd: join(root, folder),
      projectRoot: root,
      scripts: projectScripts(root),
      gitState: (path) => gitStateOf(path, tree),
    }).risk;
  return { root, risk };
}

test("a folder that a script deletes is high, unless it is committed, built or not there", (t) => {
  const { root, risk } = shop(t);
  const risks = () => Object.keys(SCRIPTS).map((name) => risk(`npm run ${name}`));
  assert.deepEqual(risks(), ["high", "medium", "medium", "medium"]);
  writeFileSync(join(root, "fixtures/b.json"), "{}");
  assert.equal(risk("npm run wipe"), "high");
  rmSync(join(root, "fixtures/b.json"));
  writeFileSync(join(root, "fixtures/a.json"), "[]");
  assert.equal(risk("npm run wipe"), "high");
});

test("a command is as risky as what it runs through wrappers, directories and workspaces", (t) => {
  const { risk } = shop(t);
  const commands = [
    "make ENV=prod apply",
    "pnpm --filter @shop/db run reset",
    "npm --prefix packages/db run reset",
    "cd packages/db && npm run reset",
    "nvm exec rm -rf fixtures",
  ];
  for (const command of commands) assert.equal(risk(command), "high", command);
  assert.equal(risk("make -C ../.. apply", "envs/prod"), "high");
});
