import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../../src/core/artifact/address.ts";
import { PROMPTS } from "../../../src/faces/mcp/prompts.ts";
import { allTools } from "../../../src/faces/mcp/server.ts";
import { MEMORY_ADDRESS, RECORDS_ADDRESS } from "../../../src/verbs/memory/artifacts/read-address.ts";

const page = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");

for (const { name, fields: taken } of allTools()) {
  test(`docs/mcp.md has a row for ${name} with all of its fields`, () => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    const documented = [...(row.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, field]) => field);
    const fields = taken.filter((field) => field !== "cwd");
    assert.deepEqual(documented.toSorted(), fields.toSorted());
  });
}

test("docs/mcp.md names every resource and prompt", () => {
  for (const word of [ROOT, MEMORY_ADDRESS, RECORDS_ADDRESS, ...PROMPTS.map(({ name }) => name)])
    assert.ok(page.includes(`\`${word}\``), word);
});
