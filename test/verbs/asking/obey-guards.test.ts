import assert from "node:assert/strict";
import { test } from "node:test";
import type { Guard } from "../../../src/core/guard/guard.ts";
import { rewriteWith } from "../../../src/verbs/asking/obey-guards.ts";

const rewritten = (guard: Guard, line: string) =>
  rewriteWith([{ record: "rec_1", text: "so it is done here", guards: [guard] }], "/project")?.(line)?.command;

const LINES: readonly (readonly [
  instead: Readonly<Record<string, string>>,
  line: string,
  becomes: string | undefined,
])[] = [
  [{ pytest: "uv run pytest" }, "pytest -q", "uv run pytest -q"],
  [{ pytest: "uv run pytest" }, "uv run pytest -q", undefined],
  [{ pytest: "uv run pytest" }, "uv run --frozen pytest -q", undefined],
  [{ pytest: "uv run pytest" }, "uv run pytest && pytest tests", "uv run pytest && uv run pytest tests"],
  [{ pytest: "poetry run pytest" }, "poetry run pytest", undefined],
  [{ rspec: "bundle exec rspec" }, "rspec", "bundle exec rspec"],
  [{ rspec: "bundle exec rspec" }, "bundle exec rspec", undefined],
];

for (const [instead, line, becomes] of LINES) {
  test(`a wrapper is applied once: ${line} with ${Object.values(instead)[0]}`, () => {
    assert.equal(rewritten({ instead }, line), becomes);
  });
}

test("what has to be done first is joined before the command, once", () => {
  const guard: Guard = { first: { command: "git push", run: "npm run lint" } };
  assert.equal(rewritten(guard, "git push -u origin HEAD"), "npm run lint && git push -u origin HEAD");
  assert.equal(rewritten(guard, "npm run lint && git push"), undefined);
  assert.equal(rewritten(guard, "git pull"), undefined);
});
