/** Forgetting waits for its turn beside writers and other forgets: no process sees an error, and no byte is left. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { run } from "../tools/child.ts";
import { isLong, newHome, within } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";

const TURNS = isLong ? 60 : 8;
const ROLES = ["forget a", "forget b", "write c", "write d", "write e"];

test(`2 processes forget beside 3 that write, ${TURNS} times each, without an error or a byte left`, async (t) => {
  const home = newHome(t);
  const ended = await Promise.all(
    ROLES.map((role) => run("forgetting/beside-driver.ts", { home, args: [...role.split(" "), String(TURNS)] })),
  );
  assert.deepEqual(
    ended
      .flatMap(({ code, stdout, stderr }) => [stdout, stderr, code === 0 ? "" : `exit ${code}`])
      .filter((text) => text !== ""),
    [],
  );
  // The next command finishes what a reader held up.
  const records = await within(home, (memory) => memory.list({ status: "all" }));
  assert.equal(records.length, 3 * TURNS);
  const left = walk(home).filter((path) => readText(path).includes("zyxomma"));
  assert.deepEqual(left, []);
});

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1").toLowerCase();
  } catch {
    return ""; // a directory
  }
}
