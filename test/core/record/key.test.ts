import assert from "node:assert/strict";
import { test } from "node:test";
import { hasNamedKey, keyFor } from "../../../src/core/record/key.ts";
import { slug } from "../../../src/core/text/words.ts";

const TOPICS: readonly (readonly [text: string, key: string, value: string])[] = [
  ["Use pnpm, not npm", "package-manager", "pnpm"],
  ["Use pnpm instead of npm", "package-manager", "pnpm"],
  ["Use npm rather than yarn", "package-manager", "npm"],
  ["Prefer bun over npm", "package-manager", "bun"],
  ["We use pnpm here.", "package-manager", "pnpm"],
  ["I always use yarn", "package-manager", "yarn"],
  ["We switched to bun", "package-manager", "bun"],
  ["We switched from npm to pnpm", "package-manager", "pnpm"],
  ["Never use npm, use pnpm", "package-manager", "pnpm"],
  ["Don't use yarn; use npm", "package-manager", "npm"],
  ["The package manager is pnpm", "package-manager", "pnpm"],
  ["Use uv for Python packages", "python-package-manager", "uv"],
  ["Use poetry, not pip", "python-package-manager", "poetry"],
  ["Tests run with vitest", "test-runner", "vitest"],
  ["Use node:test for tests", "test-runner", "node:test"],
  ["We use pytest, not unittest", "test-runner", "pytest"],
  ["Use tabs for indentation", "indentation", "tabs"],
  ["Indent with two spaces", "indentation", "two spaces"],
  ["I prefer 4 spaces", "indentation", "four spaces"],
  ["Use tabs, not spaces", "indentation", "tabs"],
  ["Use single quotes", "quotes", "single quotes"],
  ["Always double quotes, never single quotes", "quotes", "double quotes"],
  ["Use no semicolons", "semicolons", "no semicolons"],
  ["Always use semicolons", "semicolons", "semicolons"],
  ["Format with prettier", "formatter", "prettier"],
  ["Use black for formatting", "formatter", "black"],
  ["Use eslint", "linter", "eslint"],
  ["Always use snake_case for names", "naming-case", "snake_case"],
  ["Use pnpm in this repo because it saves space", "package-manager", "pnpm"],
  ["Please use 2 spaces everywhere", "indentation", "two spaces"],
  ["Our database is PostgreSQL", "database", "postgres"],
  ["Don’t use yarn, use bun", "package-manager", "bun"],
  ["Use camelCase, not snake_case", "naming-case", "camelcase"],
  ["Use conventional commits", "commit-style", "conventional commits"],
  ["Prefer rebase over merge commits", "merge-style", "rebase"],
  ["The default branch is trunk", "default-branch", "trunk"],
  ["Use Postgres as the database", "database", "postgres"],
  ["Chose SQLite over Postgres", "database", "sqlite"],
  ["We use Drizzle, not Prisma", "orm", "drizzle"],
  ["Style with tailwind", "css", "tailwind"],
  ["Use vite instead of webpack", "bundler", "vite"],
  ["My shell is fish", "shell", "fish"],
  ["I use zsh", "shell", "zsh"],
  ["My editor is neovim, not vim", "editor", "neovim"],
  ["I prefer concise answers", "answer-length", "concise"],
];

for (const [text, key, value] of TOPICS) {
  test(`${JSON.stringify(text)} picks ${value} as the ${key}`, () =>
    assert.deepEqual(keyFor(text), { key, value, by: "topic" }));
}

/** A topic is a choice among its options, stated plainly; these are something else. */
const NO_TOPIC = [
  "You should not use yarn here",
  "The API allows 100 calls a minute",
  "Auth is a separate service",
  "Use npm or pnpm, both work",
  "npm and pnpm are both installed",
  "Never use npm",
  "Don't use yarn",
  "Avoid tabs",
  "The main entry point is src/index.ts",
  "The main reason is speed",
  "Run npm test before pushing",
  "npm audit is noisy",
  "npm run build fails on Windows",
  "The pip command is broken on CI",
  "Use the postgres user for psql",
  "Postgres migrations are run by hand",
  "The jest mock of the clock is slow",
  "Deploy the fish tank service on Mondays",
  "Never push to main",
  "Use npm to publish",
  "Use npm test",
  "In CI we use npm",
  "Always use snake_case for columns",
  "Chose SQLite over Postgres for the cache",
  "Use bash for the deploy scripts",
  "Don't merge into main without review",
  "Run the script with bash",
  "Hooks are written in bash and are run with sh",
  "A very long statement that mentions that we use pnpm somewhere in the middle of it and much more besides",
];

for (const text of NO_TOPIC) {
  test(`${JSON.stringify(text)} is no choice, so its key is a slug of its words`, () =>
    assert.deepEqual(keyFor(text), { key: slug(text), by: "slug" }));
}

test("a key that was given is taken, whatever the words say", () => {
  assert.deepEqual(keyFor("Use pnpm", " Tooling "), { key: "Tooling", by: "given" });
  assert.deepEqual(keyFor("Use pnpm", "  "), { key: "package-manager", value: "pnpm", by: "topic" });
});

test("two ways to name one database are one choice", () => {
  assert.equal(keyFor("Use PostgreSQL").value, keyFor("Use postgres").value);
});

test("a given or a topic key is a name; a slug is none", () => {
  assert.equal(hasNamedKey({ key: "package-manager", text: "Use pnpm" }), true);
  assert.equal(hasNamedKey({ key: "rate", text: "The API allows 100 calls a minute" }), true);
  const text = "The API allows 100 calls a minute";
  assert.equal(hasNamedKey({ key: slug(text), text }), false);
});
