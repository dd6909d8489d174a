import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { references } from "../../scripts/write-docs.ts";
import { root } from "./tree.ts";

for (const [path, text] of references()) {
  test(`${path} matches its table; \`node scripts/write-docs.ts\` updates it`, () => {
    assert.equal(readFileSync(join(root, path), "utf8"), text);
  });
}

test("the folders that ARCHITECTURE.md names exist", () => {
  const named = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/`((?:src|test|bench)\/[\w/.-]*)`/g);
  const missing = [...named].map(([, path]) => path!).filter((path) => !exists(path));
  assert.deepEqual(missing, []);
});

function exists(path: string): boolean {
  try {
    readFileSync(join(root, path));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EISDIR";
  }
}
