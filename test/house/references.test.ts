import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { references } from "../../scripts/write-docs.ts";
import { root } from "./tree.ts";

for (const [path, text] of references()) {
  test(`${path} matches its table; \`node scripts/write-docs.ts\` updates it`, () => {
    assert.equal(readFileSync(join(root, path), "utf8"), text);
  });
}

const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

test("every path that ARCHITECTURE.md and AGENTS.md name exists", () => {
  const guide = readFileSync(join(root, "AGENTS.md"), "utf8");
  const named = [...`${architecture}${guide}`.matchAll(/`((?:[a-z-]+\/)+(?:[\w.-]+\.(?:ts|md))?)`/g)].map(
    (found) => found[1]!,
  );
  assert.ok(named.length > 40);
  const places = ["", "src", "src/verbs/record/kept"];
  const kept = /^(?:records|projects|snapshots|skills|spool|journal|sync|teams|code|sample|contract|faults|e2e)\//;
  const missing = named.filter((path) => !kept.test(path) && !places.some((at) => existsSync(join(root, at, path))));
  assert.deepEqual(missing, []);
});

test("ARCHITECTURE.md names every folder of src", () => {
  const folders = foldersIn("src").map((name) => `src/${name}/`);
  assert.deepEqual(
    folders.filter((path) => !architecture.includes(`\`${path}\``)),
    [],
  );
});

/** The words of the specification that exist in the product. */
const WORDS =
  `record type category habit kind scope paths project event session actor ticket episode workflow suggestion
  origin trust confidence strength relevance guard reader nomination fix brief receipt effect space tombstone`.split(
    /\s+/,
  );

test("the glossary holds the words of the specification and no others", () => {
  const glossary = readFileSync(join(root, "docs", "glossary.md"), "utf8");
  assert.deepEqual(
    [...glossary.matchAll(/^\| \*\*(.+?)\*\* /gm)].map((found) => found[1]),
    WORDS,
  );
});

function foldersIn(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
