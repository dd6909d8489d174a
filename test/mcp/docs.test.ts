import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../src/core/artifact/address.ts";
import { PROMPTS } from "../../src/mcp/prompts.ts";
import { MEMORY_FILE, RECORDS } from "../../src/mcp/read-resource.ts";
import { TOOLS } from "../../src/mcp/server.ts";

const page = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");

for (const { name, input } of TOOLS) {
  test(`docs/mcp.md has a row for ${name} with all of its fields`, () => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    const documented = [...(row.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, field]) => field);
    const fields = Object.keys(input.shape).filter((field) => field !== "cwd");
    assert.deepEqual(documented.toSorted(), fields.toSorted());
  });
}

test("docs/mcp.md names every resource and prompt", () => {
  for (const word of [ROOT, MEMORY_FILE, RECORDS, ...PROMPTS.map(({ name }) => name)])
    assert.ok(page.includes(`\`${word}\``), word);
});
