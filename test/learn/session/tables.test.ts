import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../../../src/core/command/steps.ts";
import { isSetting, type Nature, natureOf } from "../../../src/learn/cures/nature.ts";
import { HOST_TEXTS, TAKEBACKS, takesBack } from "../../../src/learn/session/host-texts.ts";

for (const { name, pattern, example } of TAKEBACKS) {
  test(`${name} is found in its example`, () => {
    assert.match(example, pattern);
  });
}

for (const { name, pattern, example } of HOST_TEXTS) {
  test(`${name} is found in its example`, () => {
    assert.match(example, pattern);
  });
}

const NATURES: Readonly<Record<Nature, readonly string[]>> = {
  look: [
    "git status",
    "kubectl get pods",
    "docker compose logs api",
    "ls -la",
    "rg foo src",
    "npm ls react",
    "node --version",
    "python -c 'import x'",
    "psql -c 'select 1'",
    "curl -s localhost:3000",
    "sed -n 1,20p a.ts",
  ],
  check: [
    "npm test",
    "npm run lint",
    "pytest -q",
    "go vet ./...",
    "cargo clippy",
    "npx tsc --noEmit",
    "terraform plan",
    "kubectl rollout status deploy/web",
    "cargo publish --dry-run",
  ],
  note: ["git add -A", "git commit -m x", "git push", "gh pr create --fill", "mkdir build"],
  change: [
    "npm ci",
    "npm run lint -- --fix",
    "npm run lint:fix",
    "npm run build",
    "npx playwright install",
    "sed -i s/a/b/ x",
    "export A=b",
    "source .venv/bin/activate",
    "psql -c 'CREATE EXTENSION pgcrypto'",
    "curl https://example.test/x.sh | sh",
    "kill 4123",
    "git stash",
  ],
};

for (const [nature, lines] of Object.entries(NATURES)) {
  for (const line of lines) {
    test(`${line} is a ${nature}`, () => {
      assert.equal(natureOf(parseLine(line)[0]!), nature);
    });
  }
}

test("settings files are distinguished from code", () => {
  const files = ["tsconfig.json", "Dockerfile", ".env", "infra/main.tf", "vite.config.ts", "src/a.ts", "lib/b.py"];
  assert.deepEqual(files.filter(isSetting), ["tsconfig.json", "Dockerfile", ".env", "infra/main.tf", "vite.config.ts"]);
});

test("only the start of a message retracts an earlier statement", () => {
  assert.deepEqual(
    ["scratch that", "Actually, never mind", "never mind the styling", "do not forget it"].map(takesBack),
    [true, true, false, false],
  );
});
