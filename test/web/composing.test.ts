import assert from "node:assert/strict";
import { test } from "node:test";
import { readAs } from "../../web/state/composing.ts";

const COMMANDS = [
  "npm test",
  "git status",
  "./deploy.sh",
  "ls -la",
  "FOO=1 make",
  "cat a | wc -l",
  "$EDITOR x",
  "unknown-tool --flag",
];
const REQUESTS = [
  "run the tests",
  "deploy to staging",
  "how do I build this?",
  "make the tests pass",
  "find all large files",
  "",
];

test("programs and signs of a shell make a command, everything else is a request", () => {
  for (const text of COMMANDS) assert.equal(readAs(text), "command", text);
  for (const text of REQUESTS) assert.equal(readAs(text), "request", text);
});
