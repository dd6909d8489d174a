import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLooks, seemsToLook } from "../../../src/core/command/only-looks.ts";
import { readLine } from "../../../src/core/command/read-line.ts";
import { parseLine } from "../../../src/core/command/steps.ts";

const LOOKS = [
  "ls -la",
  "find . -name x",
  "sort a",
  "git status",
  "git stash list",
  "npm ls",
  "date",
  "tail -f app.log",
];
const DOES_MORE = ["find . -delete", "git log --output=x", "go env -w A=1", "npm run build", "git config a b", "rm x"];
const LOOKS_ELSEWHERE = ["kubectl get pods", "npm view react", "gh pr view 1", "curl -s x.org", "vim a.ts"];

const looks = (line: string): boolean => readLine(line).commands.every((one) => onlyLooks(one) !== undefined);
const seems = (line: string): boolean => parseLine(line).every(seemsToLook);

test("a command that only prints is read-only, unless an option writes or runs something", () => {
  assert.deepEqual(
    [...LOOKS, ...DOES_MORE].filter((line) => looks(line) !== LOOKS.includes(line)),
    [],
  );
});

test("in a session, reading from another machine is read-only too", () => {
  const all = [...LOOKS, ...LOOKS_ELSEWHERE];
  assert.deepEqual(
    [...all, ...DOES_MORE].filter((line) => seems(line) !== all.includes(line)),
    [],
  );
  assert.deepEqual(LOOKS_ELSEWHERE.filter(looks), []);
});

test("an unknown option is not read-only, but counts as harmless in a session", () => {
  assert.deepEqual([looks("git branch --frob"), seems("git branch --frob")], [false, true]);
});

test("a wrapper that adds nothing is read-only itself", () => {
  const [outer, inner] = readLine("timeout 5 rm x").commands;
  assert.deepEqual([onlyLooks(outer!), onlyLooks(inner!)], ["anywhere", undefined]);
});
