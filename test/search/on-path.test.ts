import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnPath } from "../../src/search/recall.ts";

const CASES: readonly (readonly [paths: readonly string[], file: string | undefined, on: boolean])[] = [
  [[], "src/a.ts", true],
  [[], undefined, true],
  [["src/**"], undefined, true],
  [["src/**"], "src/a.ts", true],
  [["src/**"], "src/deep/er/a.ts", true],
  [["src/**"], "test/a.ts", false],
  [["src/*.ts"], "src/a.ts", true],
  [["src/*.ts"], "src/deep/a.ts", false],
  [["**/*.test.ts"], "src/deep/a.test.ts", true],
  [["docs/**", "*.md"], "README.md", true],
  [["docs/**", "*.md"], "src/README.md", false],
  [[".github/**"], ".github/workflows/ci.yml", true],
  [["**"], ".env.example", true],
  [["src/**"], "src/.eslintrc.json", true],
  [["{.github,docs}/**"], ".github/workflows/ci.yml", true],
  [[".env*"], ".env.example", true],
  [["env*"], ".env.example", false],
  [["packages/{a,b}/**"], "packages/b/index.ts", true],
  [["packages/{a,b}/**"], "packages/c/index.ts", false],
  [["!src/**"], "test/a.ts", false],
  [["src/[ab].ts"], "src/b.ts", true],
  [["("], "src/a.ts", false],
];

for (const [paths, file, on] of CASES) {
  test(`a record bound to ${JSON.stringify(paths)} ${on ? "applies" : "does not apply"} to ${file ?? "no file"}`, () =>
    assert.equal(isOnPath({ paths }, file), on));
}
