import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../../fixtures/git-repo.ts";
import { until } from "../../fixtures/patience.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

for (const path of ["test/nowhere", "nowhere.test.ts"])
  test(`a missing test path ${path} is an error, not a test name that matches nothing`, () => {
    const done = spawnSync(process.execPath, ["scripts/run-tests.ts", path], { cwd: root, encoding: "utf8" });
    assert.deepEqual(
      { status: done.status, err: done.stderr },
      { status: 2, err: `No file or folder ${path}. Give one that exists, or a part of a test name.\n` },
    );
  });

test("a file that hangs is ended and counts as failed, and the others are run", async (t) => {
  const directory = tempDir(t, "hanging");
  mkdirSync(join(directory, "test", "e2e"), { recursive: true });
  const files = {
    "ignores.test.ts":
      'writeFileSync("pid", String(process.pid)); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); test("waits", () => new Promise(() => {}));',
    "loops.test.ts": 'test("loops", () => { for (;;); });',
    "works.test.ts": 'test("works", () => {});',
  };
  for (const [name, code] of Object.entries(files))
    writeFileSync(
      join(directory, "test", "e2e", name),
      `import { writeFileSync } from "node:fs";\nimport { test } from "node:test";\n${code}\n`,
    );
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const done = spawnSync(process.execPath, [join(root, "scripts/run-tests.ts")], {
    cwd: directory,
    env: { ...env, OLDHAND_TEST_HANG_MS: "1000" },
    encoding: "utf8",
  });
  const ended = done.stderr.split("\n").filter((line) => line.startsWith("Ended"));
  assert.deepEqual(
    { status: done.status, ended: ended.sort(), works: /works/.test(done.stdout) },
    {
      status: 1,
      ended: ["ignores.test.ts (waits)", "loops.test.ts (before its first test)"].map(
        (file) => `Ended because no test of it ended for too long: ${join("test", "e2e", file)}`,
      ),
      works: true,
    },
  );
  const pid = Number(readFileSync(join(directory, "pid"), "utf8"));
  await until(
    () => !isRunning(pid),
    () => "the end of a process that ignores SIGTERM",
  );
});

/** A process that was killed exists until its parent notices. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false; // it is gone
  }
}
