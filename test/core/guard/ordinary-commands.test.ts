import assert from "node:assert/strict";
import { test } from "node:test";
import { whatRuns } from "../../../src/core/command/what-runs.ts";
import type { Guard } from "../../../src/core/guard/guard.ts";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { projectScripts } from "../../../src/system/project/runnable/scripts/script-bodies.ts";
import { guardedProject } from "../../fixtures/guarded-project.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { readLines } from "../../fixtures/read-tsv.ts";

/** Fifty rules as people have them; none of the ordinary commands breaks one. */
const GUARDS: readonly Guard[] = [
  { deny: "git push --force", except: "--force-with-lease" },
  { deny: ["git add .", "git add -A"] },
  { deny: "git commit --no-verify" },
  { deny: "git reset --hard" },
  { deny: "git clean -fdx" },
  { deny: "git rebase -i" },
  { deny: "git stash drop" },
  { deny: "git push origin main" },
  { deny: "git checkout ." },
  { deny: "git branch -D" },
  { deny: "rm -rf" },
  { deny: "sudo" },
  { deny: "chmod 777" },
  { deny: "curl | bash" },
  { deny: "npm publish" },
  { deny: "npm audit fix --force" },
  { deny: "npm install -g" },
  { deny: "docker system prune" },
  { deny: "docker compose down -v" },
  { deny: "kubectl delete" },
  { deny: "terraform destroy" },
  { deny: "prisma migrate reset" },
  { deny: "dropdb" },
  { deny: "redis-cli flushall" },
  { deny: "aws s3 rm --recursive" },
  { deny: "gh pr merge" },
  { deny: "helm uninstall" },
  { deny: "pip install" },
  { deny: "conda" },
  { deny: "--no-verify" },
  { instead: { yarn: "pnpm" } },
  { instead: { bun: "pnpm" } },
  { instead: { jest: "vitest" } },
  { instead: { black: "ruff format" } },
  { instead: { poetry: "uv" } },
  { instead: { "docker-compose": "docker compose" } },
  { instead: { python2: "python3" } },
  { instead: { "npm start": "npm run dev" } },
  { instead: { tslint: "eslint" } },
  { instead: { gulp: "vite" } },
  { require: { command: "terraform apply", flag: "-var-file" } },
  { require: { command: "kubectl apply", flag: "--context" } },
  { require: { command: "psql", flag: "-X" } },
  { require: { command: "rsync", flag: "--dry-run" } },
  { first: { command: "git push", run: "npm test" } },
  { first: { command: "npm publish", run: "npm run build" } },
  { protect: "generated/**" },
  { protect: ".env" },
  { protect: "~/.ssh/**" },
  { protect: "*.lock" },
];

const PARTS = {
  wrap: ["", "", "", "", "time ", "CI=1 ", "env A=1 ", "nice ", "timeout 60 ", "cd packages/web && "],
  run: [
    "git status",
    "git add src/{name}.ts",
    "git commit -m 'fix {name}: never git push --force, use yarn'",
    "git log --oneline -5",
    "git diff {name}.ts",
    "git checkout -b {name}",
    "git stash",
    "git fetch --prune",
    "npm run build",
    "npm test -- -t '{name}'",
    "npm install {name}",
    "pnpm --filter @shop/web run build",
    "npx vitest run src/{name}.test.ts",
    "node scripts/{name}.js",
    "python3 {name}.py",
    "uv run pytest tests/test_{name}.py",
    "cargo test {name}",
    "go test ./...",
    "make test",
    "just lint",
    "docker compose up -d {name}",
    "docker ps",
    "kubectl get pods -l app={name}",
    "terraform plan",
    "grep -rn 'rm -rf {name}' src",
    "rg 'git push --force' docs/{name}.md",
    "echo 'sudo rm -rf {name}; npm publish'",
    "cat generated/{name}.ts .env.example",
    "sed -n 1,20p generated/{name}.ts",
    "ls -la {name}",
    "find . -name '*.lock'",
    "rm {name}.tmp",
    "mkdir -p src/{name}",
    "cp generated/{name}.ts src/{name}.ts",
    "curl -s https://x/{name} | jq .",
    "gh pr view {name}",
    "tsc --noEmit",
    "eslint src/{name}.ts",
    "sqlite3 {name}.db '.tables'",
    "head -20 {name}.lock",
  ],
  after: ["", "", "", " 2>&1", " | head -20", " > out.txt", " || true", " && echo done"],
  name: ["user", "force", "yarn", "main", "sudo", "prod", "index", "publish", "delete", "reset"],
};

function ordinaryCommands(n: number): string[] {
  const { pick } = randomFrom(11);
  return Array.from({ length: n }, () =>
    `${pick(PARTS.wrap)}${pick(PARTS.run)}${pick(PARTS.after)}`.replaceAll("{name}", pick(PARTS.name)),
  );
}

test("ordinary commands are never stopped by fifty guards", (t) => {
  const cwd = guardedProject(t);
  const scripts = projectScripts(cwd);
  // Three of the guards are about these programs.
  const harmless = readLines("commands/harmless-commands.tsv", "command").filter(
    (line) => !/^(?:yarn|jest|black)\b/.test(line),
  );
  const commands = [...ordinaryCommands(1000), ...harmless];
  const stopped = commands.flatMap((command) => {
    const runs = whatRuns(command, { isThorough: true, cwd, home: "/home/ann", scripts });
    const matches = matchGuards(GUARDS, { kind: "command", runs }, { cwd, root: cwd, home: "/home/ann" });
    return matches.map(({ reason }) => `${command}: ${reason}`);
  });
  assert.equal(GUARDS.length, 50);
  assert.deepEqual(stopped, []);
});
