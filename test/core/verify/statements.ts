/** Statements by people and agents, each with the checks that it should be bound to in the tree below. */
import { readTsv } from "../../fixtures/read-tsv.ts";
import type { Tree } from "./tree-of.ts";

export const TREE: Tree = {
  "package.json": JSON.stringify({
    packageManager: "pnpm@9.12.0",
    engines: { node: ">=22" },
    scripts: { build: "x", test: "x", "test:e2e": "x", lint: "x", dev: "x", release: "x", deploy: "x", start: "x" },
    dependencies: { react: "^18.2.0", express: "^4.19.0", zod: "3.23.8", next: "14.2.0" },
    devDependencies: { vitest: "^2.0.0", "@biomejs/biome": "^2.0.0", typescript: "~5.6.0", tailwindcss: "^3.4.0" },
  }),
  "pnpm-lock.yaml": "",
  "yarn.lock": "",
  ".nvmrc": "22\n",
  Makefile: "deploy: build\n\techo\nbuild:\n\techo\ntest:\n\techo\ndb-reset:\n\techo\n",
  "compose.yaml": "",
  "uv.lock": "",
  "pyproject.toml": '[project]\nrequires-python = ">=3.12"\n[tool.ruff]\n[tool.black]\n',
  "go.mod": "module example.org/shop\n\ngo 1.22\n",
  "README.md": "",
  ".gitignore": "# made\n/generated\n*.secret.md\nlocal-*.md\n**/snapshots/\n",
  ".env": "",
  ".env.example": "",
  ".github/workflows/ci.yml": "",
  "dist/index.js": "",
  "generated/api.ts": "",
  "local-notes.md": "",
  "src/snapshots/a.ts": "",
  "src/db.ts": "",
  "src/pool.ts": "",
  "src/legacy/orders.ts": "",
  "src/api/routes.ts": "",
  "src/index.js": "",
  "scripts/release.ts": "",
  "scripts/seed.sh": "",
  "migrations/001.sql": "",
  "docs/setup.md": "",
  "test/setup.ts": "",
  "packages/web/package.json": "{}",
};

export const STATEMENTS: readonly (readonly [text: string, ...checks: string[]])[] = readTsv(
  "statements/statements-with-the-checks-they-bind-to.tsv",
  ["about", "statement", "checks"],
).map(({ statement, checks }) => [statement, ...(checks === "" ? [] : checks.split("; "))]);
