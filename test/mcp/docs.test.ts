import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../src/core/artifact/address.ts";
import { PROMPTS } from "../../src/mcp/prompts.ts";
import { RECORDS, WHOLE } from "../../src/mcp/read-resource.ts";
import { TOOLS } from "../../src/mcp/server.ts";

const page = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");

for (const { name, input } of TOOLS) {
  test(`docs/mcp.md has a row for ${name} with everything that it takes`, () => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    const told = [...(row.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, field]) => field);
    const fields = Object.keys(input.shape).filter((field) => field !== "cwd");
    assert.deepEqual(told.toSorted(), fields.toSorted());
  });
}

test("docs/mcp.md names every resource and prompt", () => {
  for (const word of [ROOT, WHOLE, RECORDS, ...PROMPTS.map(({ name }) => name)])
    assert.ok(page.includes(`\`${word}\``), word);
});
