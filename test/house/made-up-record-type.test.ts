/** A record's type is one row of one table: what is made up here, in this file only, is kept, found, shown and offered everywhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type RecordType, TYPE_TABLE, TYPES } from "../../src/core/record/record.ts";

// Before anything that reads the table is loaded: the rest is imported below.
const recipe = {
  category: "procedures",
  priority: "critical",
  weight: 3,
  asks: "rule",
  decays: false,
  heading: "Recipes",
  plural: "recipes",
} as const;
Object.assign(TYPE_TABLE, { recipe });
(TYPES as RecordType[]).push("recipe" as RecordType);

const { sandbox } = await import("../faces/cli/sandbox.ts");
const { connected } = await import("../faces/mcp/connected.ts");
const { archivedByDecay } = await import("../../src/core/record/strength.ts");
const { completionScript } = await import("../../src/faces/cli/help/completion.ts");

const TEXT = "Let the rye rest for 18 hours";

test("a made-up type is kept with what its row says, and found, filtered and counted by it", async (t) => {
  const { json } = sandbox(t);
  const { record } = await json(["record", "add", TEXT, "--type", "recipe"]);
  assert.deepEqual([record.type, record.category, record.priority], ["recipe", "procedures", "critical"]);
  assert.equal(record.strength, 3);
  assert.deepEqual(
    (await json(["record", "list", "--type", "recipe"])).records.map(({ id }: { id: string }) => id),
    [record.id],
  );
  assert.equal((await json(["recall", "how long does rye rest", "--type", "recipe"])).results[0].id, record.id);
  assert.equal((await json(["stats"])).records.byType.recipe, 1);
  await json(["record", "reclassify", record.id, "fact"]);
  await json(["record", "reclassify", record.id, "recipe"]);
  const { type, priority } = await json(["record", "get", record.id]);
  assert.deepEqual([type, priority], ["recipe", "critical"]);
});

test("it binds, stands in every brief, and has its section in MEMORY.md", async (t) => {
  const { json, oldhand } = sandbox(t);
  await json(["record", "add", TEXT, "--type", "recipe", "--scope", "project"]);
  const { lines } = await json(["brief"]);
  assert.deepEqual(
    lines.map(({ layer, text }: { layer: string; text: string }) => [layer, text.includes(TEXT)]),
    [["A", true]],
  );
  await oldhand(["consolidate"]);
  assert.match((await oldhand(["show", "memory://root"])).out, /## Recipes\n[\s\S]*Let the rye rest/);
});

test("an agent can propose one, and only a person makes it count", async (t) => {
  const { request, call } = await connected(t);
  const { tools } = (await request("tools/list")).result;
  const learn = tools.find(({ name }: { name: string }) => name === "memory_learn");
  assert.ok(JSON.stringify(learn.inputSchema).includes('"recipe"'));
  const told = await call("memory_learn", { text: TEXT, type: "recipe" });
  assert.match(JSON.stringify(told), /proposed/);
});

test("help and completions name it", async (t) => {
  assert.match((await sandbox(t).oldhand(["help", "record", "add"])).out, /recipe/);
  assert.match(completionScript("zsh"), /recipe/);
});

test("it is archived for lack of use only if its row says so", () => {
  const weak = { strength: 0.01, archiveBelow: 0.1 };
  assert.equal(archivedByDecay("recipe" as RecordType, weak), false);
  assert.equal(archivedByDecay("fact", weak), true);
});
