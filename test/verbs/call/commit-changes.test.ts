import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, Verb } from "../../../src/core/ports.ts";
import { actOfChange, type Caller, type Owner, type RecordAct, rulingOn } from "../../../src/remember/authority.ts";
import { commitChanges } from "../../../src/verbs/call/commit-changes.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { type Cell, cellsFor, putRecords } from "../../fixtures/records-by-owner.ts";

const VERBS: readonly Exclude<Verb, "hand">[] = [
  ...(["add", "import", "update", "reclassify", "restore", "undo", "merge"] as const),
  ...(["supersede", "archive", "expire", "delete", "share"] as const),
];

function changeBy(verb: Verb, { record }: Cell, version: string): Change {
  const why = { verb, actor: "person", by: "a test" } as const;
  if (verb === "delete") return { op: "remove", id: record.id, base: version, leaveTombstone: true, why };
  const type = verb === "reclassify" ? "decision" : record.type;
  return { op: "put", record: { ...record, type, tags: ["changed"] }, base: version, why };
}

/** The acts that only the table stands between: every verb, trust and acceptance, through the function that commits. */
for (const caller of ["person", "agent", "oldhand"] as const satisfies readonly Caller[]) {
  for (const verb of VERBS) {
    test(`the commit of "${verb}" by ${caller} follows the table, for every trust and acceptance`, async (t) => {
      const home = memoryHome(t, { on: "memory" });
      const cells = cellsFor(verb);
      const isNew = verb === "add" || verb === "import";
      if (!isNew)
        await putRecords(
          home.env(),
          cells.map(({ record }) => record),
        );
      const call = await openForWriting(home.env({ isAgent: caller === "agent" }), {});
      t.after(() => call.store.close());
      await call.store.refresh("sweep");
      for (const cell of cells) {
        const before = await call.store.records.get(cell.record.id);
        const change = changeBy(verb, cell, before?.version ?? "");
        const put = isNew && change.op === "put" ? { ...change, base: null } : change;
        const act = actOfChange(verb, {
          before: before?.record,
          after: change.op === "put" ? change.record : undefined,
        });
        const isAllowed = rulingOn(caller, act, cell.record) === "done";
        if (isAllowed) assert.equal((await commitChanges(call, [put], caller)).outcome, "kept", cell.name);
        else await assert.rejects(commitChanges(call, [put], caller), { message: /^Only a person can / }, cell.name);
        const after = await call.store.records.get(cell.record.id);
        assert.equal(after?.version === before?.version, !isAllowed, cell.name);
      }
    });
  }
}

test("every act but forgetting and making a rule is committed by some verb", () => {
  const record = (owner: Owner) => cellsFor("any").find((cell) => cell.owner === owner)!.record;
  const acts = VERBS.map((verb) =>
    actOfChange(verb, { before: record("person"), after: verb === "delete" ? undefined : record("person") }),
  );
  const all: readonly RecordAct[] = [
    ...(["add", "edit", "restore", "undo", "merge", "supersede", "archive", "expire", "delete", "share"] as const),
  ];
  assert.deepEqual([...new Set(acts)].toSorted(), all.toSorted());
});

test("all changes of one commit are refused if one may not be made", async (t) => {
  const home = memoryHome(t);
  const cells = cellsFor("both");
  const [own, theirs] = [cells.find(({ owner }) => owner === "agent")!, cells.find(({ owner }) => owner === "person")!];
  await putRecords(home.env(), [own.record, theirs.record]);
  const call = await openForWriting(home.env({ isAgent: true }), {});
  t.after(() => call.store.close());
  await call.store.refresh("sweep");
  const versionOf = async ({ record }: Cell) => (await call.store.records.get(record.id))!.version;
  const changes = [changeBy("update", own, await versionOf(own)), changeBy("update", theirs, await versionOf(theirs))];
  await assert.rejects(commitChanges(call, changes), { code: "invalid" });
  assert.deepEqual((await call.store.records.get(own.record.id))!.record.tags, []);
});

test("an agent cannot put a record that is the person's, or a rule that nobody accepted", async (t) => {
  const home = memoryHome(t);
  const call = await openForWriting(home.env({ isAgent: true }), {});
  t.after(() => call.store.close());
  const [cell] = cellsFor("forged").filter(({ owner }) => owner === "agent");
  const why = { verb: "add", actor: "agent", by: "an agent, through MCP" } as const;
  for (const forged of [{ trust: "person" }, { accepted: true }, { type: "policy" }] as const)
    await assert.rejects(
      commitChanges(call, [{ op: "put", record: { ...cell!.record, ...forged }, base: null, why }]),
      { code: "invalid" },
      JSON.stringify(forged),
    );
});
