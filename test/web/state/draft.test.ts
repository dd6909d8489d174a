import assert from "node:assert/strict";
import { test } from "node:test";
import { guessIntent } from "../../../web/state/draft.ts";

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

test("a known program or shell syntax makes a command, anything else is a request", () => {
  for (const text of COMMANDS) assert.equal(guessIntent(text), "command", text);
  for (const text of REQUESTS) assert.equal(guessIntent(text), "request", text);
});
