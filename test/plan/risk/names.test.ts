import assert from "node:assert/strict";
import { test } from "node:test";
import { assess } from "../../../src/plan/risk/assess.ts";

const COMMANDS: readonly (readonly [command: string, names: readonly string[]])[] = [
  ["rm -rf build app", ["build", "app"]],
  ["rm -rf 'my dir' $HOME/cache", ["'my dir'", "$HOME/cache"]],
  ["fly deploy --config=fly.prod.toml", ["fly.prod.toml"]],
  ["scp lamp pi@lamp.local:/opt", ["lamp", "pi@lamp.local:/opt"]],
  ["docker compose stop db", ["db"]],
  ["kubectl --context prod delete deploy/api", ["prod", "deploy/api"]],
  ["git status", []],
];

for (const [command, names] of COMMANDS) {
  test(`what deletes or deploys says what it touches: ${command}`, () => {
    const { flags } = assess(command, { cwd: "/project", scripts: { find: () => undefined } });
    assert.deepEqual([...new Set(flags.flatMap((flag) => flag.names ?? []))], names);
  });
}

test("a script that deletes says what, although the line does not", () => {
  const find = () => ({ body: "rm -rf build app", cwd: "/project" });
  const { flags } = assess("make clean", { cwd: "/project", scripts: { find } });
  assert.deepEqual(
    flags.flatMap((flag) => flag.names ?? []),
    ["build", "app"],
  );
});
