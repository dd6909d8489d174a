import assert from "node:assert/strict";
import { test } from "node:test";
import { allTools } from "../../../src/faces/mcp/server.ts";
import type { Owner, Ruling } from "../../../src/remember/authority.ts";
import { type Cell, cellsFor, putRecords } from "../../fixtures/records-by-owner.ts";
import { connected } from "./connected.ts";

type Driver = {
  readonly tool: string;
  readonly input: (cell: Cell) => object;
  readonly expected: Readonly<Record<Owner, Ruling>>;
  readonly act: string | undefined;
};

const ASKED: Driver["expected"] = { person: "proposed", agent: "done", other: "done" };
const WHY = "The lamp was replaced.";

const DRIVERS: readonly Driver[] = [
  { tool: "memory_update", input: ({ record }) => ({ text: `No ${record.key} is lit` }), expected: ASKED, act: "edit" },
  { tool: "memory_update", input: () => ({ tags: ["lamp"] }), expected: ASKED, act: "edit" },
  {
    tool: "memory_update",
    input: () => ({ type: "policy" }),
    expected: { person: "proposed", agent: "proposed", other: "proposed" },
    act: undefined,
  },
  { tool: "memory_reclassify", input: () => ({ to: "decision" }), expected: ASKED, act: "reclassify" },
  {
    tool: "memory_reclassify",
    input: () => ({ to: "principles" }),
    expected: { person: "proposed", agent: "proposed", other: "proposed" },
    act: undefined,
  },
  { tool: "memory_archive", input: () => ({}), expected: ASKED, act: "archive" },
  { tool: "memory_forget", input: () => ({}), expected: ASKED, act: "delete" },
];

for (const { tool, input, expected, act } of DRIVERS) {
  const words = JSON.stringify(input(cellsFor("x")[0]!));
  test(`${tool} ${words} does what the table says, for every trust and acceptance`, async (t) => {
    const { call, again, home, project } = await connected(t);
    const cells = cellsFor(tool);
    await putRecords(
      home.env({ cwd: project }),
      cells.map(({ record }) => record),
    );
    const calls = { left: 0, call };
    for (const cell of cells) {
      // A session may write only so often.
      if (calls.left === 0) Object.assign(calls, { left: 10, call: (await again()).call });
      calls.left -= 1;
      const { id } = cell.record;
      const before = JSON.stringify(await call("memory_get", { id }));
      const { outcome, suggestion } = await calls.call(tool, { id, why: WHY, ...input(cell) });
      const isChanged = JSON.stringify(await call("memory_get", { id })) !== before;
      const wanted = expected[cell.owner];
      assert.deepEqual([isChanged, outcome === "proposed"], [wanted === "done", wanted === "proposed"], cell.name);
      if (wanted !== "proposed") continue;
      assert.deepEqual([suggestion.recordId, suggestion.by], [id, "an agent, through MCP"], cell.name);
      assert.ok(suggestion.changes.length > 0 && suggestion.reason.endsWith(WHY), cell.name);
      if (act !== undefined) assert.equal(suggestion.act, act, cell.name);
    }
  });
}

test("every tool that changes a record that exists is driven here", () => {
  const changing = allTools()
    .filter(({ fields }) => fields.includes("id") && fields.includes("why"))
    .map(({ name }) => name);
  assert.deepEqual([...new Set(DRIVERS.map(({ tool }) => tool))].toSorted(), changing.toSorted());
  const taking = allTools()
    .filter(({ fields }) => fields.includes("id"))
    .map(({ name }) => name);
  assert.deepEqual(
    taking.filter((name) => !changing.includes(name)),
    ["memory_get"],
  );
});

test("an agent that learns the person's key or words anew changes nothing of the person's", async (t) => {
  const { call, home, project } = await connected(t);
  const [cell] = cellsFor("learn").filter(({ owner }) => owner === "person");
  const { id, key, text } = cell!.record;
  await putRecords(home.env({ cwd: project }), [cell!.record]);
  const before = JSON.stringify(await call("memory_get", { id }));
  const replacing = await call("memory_learn", { text: "It is dark", type: "fact", key, scope: "global" });
  assert.deepEqual([replacing.outcome, replacing.suggestion.replaces], ["proposed", [{ id, text }]]);
  const repeating = await call("memory_learn", { text, type: "fact", key, tags: ["mine"], scope: "global" });
  assert.equal(repeating.outcome, "merged");
  assert.equal(JSON.stringify(await call("memory_get", { id })), before);
});
