import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const launcher = new URL("../../../scripts/launcher.cjs", import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), "oldhand-launcher-"));
after(() => rmSync(dir, { recursive: true, force: true }));

// This simulates any Node version: the launcher reads only process.versions.
function startOn(version: string, args: string[]) {
  const disguise = join(dir, `node-${version}.cjs`);
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(disguise, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
  const done = spawnSync(process.execPath, ["-r", disguise, launcher, ...args], { encoding: "utf8" });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

for (const version of ["0.12.18", "16.20.2", "20.20.2", "22.22.2"]) {
  const line = `oldhand needs Node 22.23 or later; this is ${version} at ${process.execPath}.\n`;

  test(`on Node ${version} the program prints in one line which version it needs, and fails`, () => {
    assert.deepEqual(startOn(version, ["recall", "x"]), { status: 1, stdout: "", stderr: line });
  });

  test(`on Node ${version} a hook prints the same, and does not fail its host`, () => {
    assert.deepEqual(startOn(version, ["hook", "claude-code"]), { status: 0, stdout: "", stderr: line });
  });
}

test("a hook that cannot be loaded does not fail its host", () => {
  // Next to its source the launcher has no bundle to load.
  const { status, stdout, stderr } = startOn("24.15.0", ["hook", "claude-code"]);
  assert.deepEqual({ status, stdout }, { status: 0, stdout: "" });
  assert.match(stderr, /^oldhand hook: Error: Cannot find module '.\/hook.cjs'/);
});
