/** The command of a shell tool is the line that a person would type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../../src/agents/format/codex.ts";
import { patchedFiles } from "../../../src/core/guard/tool-act.ts";

const CALLS: readonly { argument: unknown; command: ReturnType<typeof commandOf> }[] = [
  { argument: "npm test", command: { command: "npm test" } },
  { argument: ["bash", "-lc", "npm test && git push"], command: { command: "npm test && git push", shell: "bash" } },
  { argument: ["/usr/bin/zsh", "-c", "ls"], command: { command: "ls", shell: "zsh" } },
  { argument: ["pwsh", "-Command", "Get-Item ."], command: { command: "Get-Item .", shell: "powershell" } },
  { argument: ["git", "commit", "-m", "it's done"], command: { command: String.raw`git commit -m 'it'\''s done'` } },
  { argument: [], command: {} },
  { argument: 7, command: {} },
];

for (const { argument, command } of CALLS) {
  test(`${JSON.stringify(argument)} is ${JSON.stringify(command)}`, () =>
    assert.deepEqual(commandOf(argument), command));
}

test("a patch names its files", () => {
  const patch =
    "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: src/b c.ts\n*** Delete File: d.ts\n*** End Patch";
  assert.deepEqual(patchedFiles(patch), ["a.ts", "src/b c.ts", "d.ts"]);
});
