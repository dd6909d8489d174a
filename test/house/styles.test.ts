/** Every class that the page gives an element literally has a style: a rule that was deleted with its last user but one shows here. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("every class in the page's elements is in a stylesheet", () => {
  const styles = globSync("web/**/*.css").map((file) => readFileSync(file, "utf8"));
  const known = new Set(styles.flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)));
  const unknown = globSync("web/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bclass="([^"{}]+)"/g)]
      .flatMap(([, names]) => names!.split(/\s+/))
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.ok(known.size > 50);
  assert.deepEqual(unknown, []);
});
