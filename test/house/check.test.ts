import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./tree.ts";

/** The compiler keeps there what it found for files that did not change, by their content. */
const known = (name: string) => ["--incremental", "--tsBuildInfoFile", join(root, "node_modules/.cache", name)];

const checks = [
  {
    name: "the types hold",
    command: ["typescript/bin/tsc", "-p", ".", "--pretty", "false", ...known("types.json")],
  },
  {
    name: "the types of the page hold",
    command: ["typescript/bin/tsc", "-p", "web", "--pretty", "false", ...known("page-types.json")],
  },
  { name: "format and lint are clean", command: ["@biomejs/biome/bin/biome", "check", ".", "--colors=off"] },
];

for (const { name, command } of checks) {
  test(name, () => {
    const [program = "", ...args] = command;
    const done = spawnSync(process.execPath, [join(root, "node_modules", program), ...args], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(done.status, 0, `\n${done.stdout}${done.stderr}`);
  });
}
