import assert from "node:assert/strict";
import { test } from "node:test";
import { withBlock, withoutBlock } from "../../../src/system/install/apply-change.ts";

const BLOCK = { lines: ["eval ours"], isThere: /oldhand(?:\.cjs)?['"]? init zsh/ };
const OURS = "# >>> oldhand >>>\neval ours\n# <<< oldhand <<<\n";

const cases: readonly (readonly [says: string, before: string, after: string])[] = [
  ["an empty file gets the block alone", "", OURS],
  ["it is at the end", "alias a=b\n", `alias a=b\n${OURS}`],
  ["a last line without an end is ended first", "alias a=b", `alias a=b\n${OURS}`],
  [
    "a block of an earlier version is replaced in its place",
    "a\n# >>> oldhand >>>\nold\n# <<< oldhand <<<\nb\n",
    `a\n${OURS}b\n`,
  ],
  ["what the person wired by hand is enough", 'eval "$(oldhand init zsh)"\n', 'eval "$(oldhand init zsh)"\n'],
  [
    "a line that is commented out wires nothing",
    '# eval "$(oldhand init zsh)"\n',
    `# eval "$(oldhand init zsh)"\n${OURS}`,
  ],
  ["half a block is not ours to touch", "# >>> oldhand >>>\nmine\n", `# >>> oldhand >>>\nmine\n${OURS}`],
];

for (const [says, before, after] of cases) test(says, () => assert.equal(withBlock(before, BLOCK), after));

test("text around the block stays when it is removed", () => {
  assert.equal(withoutBlock(`a\n${OURS}b\n`), "a\nb\n");
  assert.equal(withoutBlock("a\n"), "a\n");
});
