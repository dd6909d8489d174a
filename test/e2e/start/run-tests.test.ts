import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

for (const path of ["test/nowhere", "nowhere.test.ts"])
  test(`a missing test path ${path} is an error, not a test name that matches nothing`, () => {
    const done = spawnSync(process.execPath, ["scripts/run-tests.ts", path], { cwd: root, encoding: "utf8" });
    assert.deepEqual(
      { status: done.status, err: done.stderr },
      { status: 2, err: `No file or folder ${path}. Give one that exists, or a part of a test name.\n` },
    );
  });
