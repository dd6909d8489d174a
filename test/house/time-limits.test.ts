import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedTimeLimits } from "./time-limits.ts";
import { filesIn } from "./tree.ts";

test("no time limit in a test depends on how fast the machine is", () => {
  assert.deepEqual(fixedTimeLimits(filesIn(["test"], [".ts"])), []);
});

const violations: readonly [text: string, says: string][] = [
  [
    "const late = setTimeout(fail, 500);\nclearTimeout(late);",
    "a timer of its own as a limit (use giveUpAfter) (line 2)",
  ],
  ["spawn(node, [], { timeout: 5000 });", "a fixed timeout"],
  ["test(name, { timeout: LIMIT_MS }, work);", "a fixed timeout"],
  ["page.setDefaultTimeout(10_000);", "a limit per browser call"],
  ["await page.waitForTimeout(300);", "a fixed pause in a page"],
  ["const signal = AbortSignal.timeout(200);", "a fixed abort signal"],
  ["while (Date.now() < until) await pause(50);", "a fixed point in time as a limit"],
  ["assert.ok(took < 10_000);", "a timed assertion"],
  ["assert.ok(elapsedMs <= 500, name);", "a timed assertion"],
];

for (const [text, says] of violations) {
  test(`it is reported when a test has ${says}: ${text.replaceAll("\n", " ")}`, () => {
    const [found, ...more] = fixedTimeLimits([{ path: "test/e2e/some.test.ts", text }]);
    assert.ok(found?.startsWith(`test/e2e/some.test.ts has ${says}`), found);
    assert.deepEqual(more, []);
  });
}

test("limits in proportion to the machine, polling and pauses of a scenario are allowed", () => {
  const text = [
    "const cancel = giveUpAfter(LIMIT_MS, fail);",
    "page.setDefaultTimeout(0);",
    "await page.waitForTimeout(patience(300));",
    "const socket = connect({ host, port, timeout: patience(5000) });",
    "while (!existsSync(path)) await sleep(5);",
    "t.diagnostic(performance.now() - began);",
    "assert.ok(took >= 300);",
  ].join("\n");
  assert.deepEqual(fixedTimeLimits([{ path: "test/e2e/some.test.ts", text }]), []);
});
