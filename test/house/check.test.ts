import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./tree.ts";

const checks = [
  { name: "the types hold", command: ["typescript/bin/tsc", "-p", ".", "--pretty", "false"] },
  { name: "the types of the page hold", command: ["typescript/bin/tsc", "-p", "web", "--pretty", "false"] },
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
