import assert from "node:assert/strict";
import { test } from "node:test";
import { isAssertion, reportsError, signatureOf } from "../../../src/core/session/error-signature.ts";

const SIGNATURES: readonly [output: string, signature: string][] = [
  ["Error: Cannot find module 'vitest/config'\nRequire stack:\n- /srv/app/x.ts", "Error: Cannot find module <name>"],
  [
    "Error: listen EADDRINUSE: address already in use :::5173",
    "Error: listen EADDRINUSE: address already in use <address>",
  ],
  ["Error: connect ECONNREFUSED 127.0.0.1:6379", "Error: connect ECONNREFUSED <address>"],
  [
    "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree",
    "ERESOLVE unable to resolve dependency tree",
  ],
  ["Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 'user'", "KeyError: <name>"],
  ["src/a.ts(3,7): error TS2307: Cannot find module './b'.", "<path>(<n>): error TS2307: Cannot find module <name>."],
  ["error[E0382]: borrow of moved value: `queue`\n  --> src/s.rs:88:9", "error[E0382]: borrow of moved value: <name>"],
  [
    "error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)",
    "error: linker <name> not found",
  ],
  ["2026-05-04T10:11:12Z ERROR job 41 failed after 3.2s", "ERROR job <n> failed after <n>"],
  ["fatal: bad object 3f2a91bc77", "fatal: bad object <hash>"],
  ["Lock 8f2c1c2e-9d0b-4a66-bb0f-3f6f7d9c1d11 could not be released", "Lock <hash> could not be released"],
  ["GET https://api.example.test/v1/users failed with 502", "GET <address> failed with <n>"],
  ["\u001b[31merror\u001b[0m Command not allowed", "error Command not allowed"],
  ["CMake Error at CMakeLists.txt:12 (find_package):", "CMake Error at <path> (find_package):"],
];

for (const [output, signature] of SIGNATURES) {
  test(`${JSON.stringify(output.slice(0, 50))} is known by ${signature}`, () => {
    assert.equal(signatureOf(output), signature);
  });
}

test("an error is the same on another machine, at another time and in another place", () => {
  const here = "2026-05-04 10:00:01 Error: ENOENT: no such file or directory, open '/srv/a/config.json' (pid 4123)";
  const there = "2025-11-30 23:59:59 Error: ENOENT: no such file or directory, open 'C:\\b\\config.json' (pid 77)";
  assert.equal(signatureOf(here), signatureOf(there));
});

test("different errors of one program differ", () => {
  assert.notEqual(
    signatureOf("error TS2307: Cannot find module 'a'."),
    signatureOf("error TS2304: Cannot find name 'a'."),
  );
});

test("without words there is no signature", () => {
  assert.deepEqual(["", "\n\n", "12 34", "-----"].map(signatureOf), [undefined, undefined, undefined, undefined]);
});

test("a signature holds no secret", () => {
  const signature = signatureOf("Error: bad token ghp_16C7e42F292c6912E7710c838347Ae178B4a");
  assert.ok(signature?.startsWith("Error: bad token "));
  assert.ok(!signature?.includes("16C7e42F"));
});

test("a signature is short, whatever was printed", () => {
  assert.ok(signatureOf(`error: ${"word ".repeat(50_000)}`)!.length <= 160);
});

test("a failed assertion is distinguished from an error", () => {
  assert.ok(isAssertion("AssertionError: expected 3 to equal 4"));
  assert.ok(isAssertion("expect(received).toBe(expected)\nExpected: 1, Received: 2, expected to be 1"));
  assert.ok(!isAssertion("Error: Cannot find module 'x'"));
});

test("the output of a successful run reports no error", () => {
  assert.ok(!reportsError("Test Files  14 passed (14)\nDone in 2s"));
  assert.ok(reportsError("1 passed\nError: Cannot find module 'x'"));
});
