/** The command line of a shell tool is what a person would have typed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, patchedFiles } from "../../../../src/capture/agents/readers/shell-call.ts";

const CALLS: readonly { told: unknown; command: ReturnType<typeof commandOf> }[] = [
  { told: "npm test", command: { command: "npm test" } },
  { told: ["bash", "-lc", "npm test && git push"], command: { command: "npm test && git push", shell: "bash" } },
  { told: ["/usr/bin/zsh", "-c", "ls"], command: { command: "ls", shell: "zsh" } },
  { told: ["pwsh", "-Command", "Get-Item ."], command: { command: "Get-Item .", shell: "powershell" } },
  { told: ["git", "commit", "-m", "it's done"], command: { command: String.raw`git commit -m 'it'\''s done'` } },
  { told: [], command: {} },
  { told: 7, command: {} },
];

for (const { told, command } of CALLS) {
  test(`${JSON.stringify(told)} is ${JSON.stringify(command)}`, () => assert.deepEqual(commandOf(told), command));
}

test("a patch names its files", () => {
  const patch =
    "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: src/b c.ts\n*** Delete File: d.ts\n*** End Patch";
  assert.deepEqual(patchedFiles(patch), ["a.ts", "src/b c.ts", "d.ts"]);
});
