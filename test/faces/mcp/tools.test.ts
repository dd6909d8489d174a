import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../../src/core/base/hash.ts";
import { allTools } from "../../../src/faces/mcp/server.ts";
import { connected } from "./connected.ts";

/** A hash of everything agents read here: change it only together with a deliberate change of the texts. */
const TEXTS_HASH = "4f9b6d6a67aa3e12";

const reading = ["memory_recall", "memory_brief", "memory_get", "memory_list", "memory_stats"];
const adding = ["memory_learn", "memory_episode"];
const changing = [
  "memory_procedure",
  "memory_update",
  "memory_reclassify",
  "memory_archive",
  "memory_forget",
  "memory_consolidate",
];

test("the texts that agents read change only on purpose", async (t) => {
  const { request } = await connected(t);
  const { tools } = (await request("tools/list")).result;
  const { prompts } = (await request("prompts/list")).result;
  const { resources } = (await request("resources/list")).result;
  const { resourceTemplates } = (await request("resources/templates/list")).result;
  assert.equal(sha256(JSON.stringify({ tools, prompts, resources, resourceTemplates })).slice(0, 16), TEXTS_HASH);
});

test("the tools are those that other programs rely on", () => {
  assert.deepEqual(
    allTools()
      .map(({ name }) => name)
      .sort(),
    [...reading, ...adding, ...changing].sort(),
  );
});

test("annotations match what the tools do", () => {
  const marked = (hints: object): string[] =>
    allTools()
      .filter(({ annotations }) => Object.entries(hints).every(([hint, is]) => Reflect.get(annotations, hint) === is))
      .map(({ name }) => name)
      .sort();
  assert.deepEqual(marked({ readOnlyHint: true, destructiveHint: false, openWorldHint: false }), reading.toSorted());
  assert.deepEqual(marked({ readOnlyHint: false, destructiveHint: false, openWorldHint: false }), adding.toSorted());
  assert.deepEqual(marked({ readOnlyHint: false, destructiveHint: true, openWorldHint: false }), changing.toSorted());
});

for (const { name, description, input } of allTools()) {
  test(`${name} takes a directory, refuses unknown fields, and says when to call it`, () => {
    const { type, properties, additionalProperties } = input["~standard"].jsonSchema.input({
      target: "draft-2020-12",
    }) as Record<string, object>;
    assert.deepEqual({ type, additionalProperties }, { type: "object", additionalProperties: false });
    assert.ok(properties && "cwd" in properties);
    assert.match(description, /\b[Cc]all it|Count the memory/);
    assert.ok(description.length < 1200, `${description.length} characters`);
  });
}

const fields: Record<string, string[]> = {
  memory_learn: ["text", "type", "scope", "priority", "key", "tags", "paths"],
  memory_recall: ["query", "type", "scope", "path", "budget", "archived"],
  memory_episode: ["text", "outcome", "tags"],
  memory_procedure: ["name", "steps", "description"],
};

for (const [name, wanted] of Object.entries(fields)) {
  test(`${name} takes ${wanted.join(", ")}`, () => {
    const known = allTools().find((tool) => tool.name === name)!.fields;
    assert.deepEqual(
      wanted.filter((field) => !known.includes(field)),
      [],
    );
  });
}
