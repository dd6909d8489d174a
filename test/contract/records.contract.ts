/** The contract that every store of records must keep, a person's or a team's, tested through its ports. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import type { MemoryRecord } from "../../src/core/record/record.ts";
import type { Suggestion } from "../../src/core/record/suggestion.ts";
import { BORN, recordId, recordOf } from "../fixtures/records.ts";
import {
  committed,
  type MakeRecordStore,
  type MakeStore,
  type Opened,
  type Ports,
  put,
  type RecordPorts,
  remove,
} from "./ports.ts";
import { searchContract } from "./search.contract.ts";
import {
  receiptContract,
  suggestionContract,
  tombstoneContract,
  useContract,
} from "./suggestions-and-uses.contract.ts";

export function recordsContract(name: string, makeStore: MakeRecordStore): void {
  describe(`${name} keeps the contract of records`, () => {
    const opened = async (t: TestContext): Promise<RecordPorts> => (await makeStore(t)).open();
    keeping(opened);
    tombstoneContract(opened);
    sharing(makeStore);
  });
}

/** What only the store of a person's own machine has. */
export function localContract(name: string, makeStore: MakeStore): void {
  describe(`${name} keeps the contract of a memory`, () => {
    const opened = async (t: TestContext): Promise<Ports> => (await makeStore(t)).open();
    searchContract(opened);
    suggestionContract(opened);
    receiptContract(opened);
    useContract(makeStore);
    sharingSuggestions(makeStore);
  });
}

function keeping(opened: Opened<RecordPorts>): void {
  test("a stored record is returned unchanged, with a version", async (t) => {
    const { records } = await opened(t);
    const record = recordOf({ tags: ["a"], paths: ["src/**"], value: "x", expires: "2027-01-31" });
    const [kept] = await committed(records, put(record));
    assert.deepEqual(kept!.record, record);
    assert.notEqual(kept!.version, "");
    assert.ok(kept!.tokens > 0);
    assert.deepEqual(await records.get(record.id), kept);
  });

  test("a record that was never stored is not found", async (t) => {
    const { records } = await opened(t);
    assert.equal(await records.get(recordId("nothing")), undefined);
    assert.equal(await records.get("../../etc/passwd"), undefined);
    assert.deepEqual(await records.history(recordId("nothing")), []);
  });

  test("a changed record has another version, and changed back it has the first one again", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    const [first] = await committed(records, put(record));
    const [second] = await committed(records, put({ ...record, tags: ["new"] }, first!));
    const [third] = await committed(records, put(record, second!));
    assert.notEqual(second!.version, first!.version);
    assert.equal(third!.version, first!.version);
  });

  test("a change made from an old version is a conflict, and neither change is lost", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    const [first] = await committed(records, put(record));
    const [second] = await committed(records, put({ ...record, tags: ["theirs"] }, first!));
    const outcome = await records.commit([put({ ...record, tags: ["mine"] }, first!)]);
    assert.deepEqual(outcome, { outcome: "conflict", now: [second] });
    assert.deepEqual(await records.get(record.id), second);
  });

  test("a record that exists is not created a second time", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    const [kept] = await committed(records, put(record));
    const outcome = await records.commit([put({ ...record, tags: ["other"] })]);
    assert.deepEqual(outcome, { outcome: "conflict", now: [kept] });
  });

  test("a record that is gone is not changed", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    const [kept] = await committed(records, put(record));
    await committed(records, remove(kept!));
    assert.deepEqual(await records.commit([put({ ...record, tags: ["late"] }, kept!)]), {
      outcome: "conflict",
      now: [],
    });
    assert.equal(await records.get(record.id), undefined);
  });

  test("several changes are made all together or not at all", async (t) => {
    const { records } = await opened(t);
    const [a, b, c] = ["a", "b", "c"].map((word) => recordOf({ text: `Statement ${word}.` }));
    const [keptA] = await committed(records, put(a!));
    const [newA] = await committed(records, put({ ...a!, tags: ["newer"] }, keptA!));
    const outcome = await records.commit([put(b!), put({ ...a!, tags: ["late"] }, keptA!), put(c!)]);
    assert.deepEqual(outcome, { outcome: "conflict", now: [newA] });
    assert.equal(await records.get(b!.id), undefined);
    assert.equal(await records.get(c!.id), undefined);
    const kept = await committed(records, put(b!), put({ ...a!, tags: ["now"] }, newA!), put(c!));
    assert.deepEqual(
      kept.map(({ record }) => record),
      [b, { ...a!, tags: ["now"] }, c],
    );
  });

  test("an empty commit is not a conflict", async (t) => {
    const { records } = await opened(t);
    assert.deepEqual(await records.commit([]), { outcome: "kept", kept: [] });
  });

  test("a removed record is gone", async (t) => {
    const { records } = await opened(t);
    const [kept] = await committed(records, put(recordOf({ key: "rate" })));
    assert.deepEqual(await committed(records, remove(kept!)), []);
    assert.equal(await records.get(kept!.record.id), undefined);
  });

  test("a record keeps its id in another category", async (t) => {
    const { records } = await opened(t);
    const record = recordOf({ type: "fact" });
    const [kept] = await committed(records, put(record));
    const moved: MemoryRecord = { ...record, type: "pitfall", category: "incidents" };
    await committed(records, put(moved, kept!, "reclassify"));
    assert.deepEqual((await records.get(record.id))?.record, moved);
  });

  test("the history lists every change with who made it, before and after", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    const [first] = await committed(records, put(record));
    const changed = { ...record, tags: ["x"] };
    const [second] = await committed(records, put(changed, first!, "update"));
    await committed(records, remove(second!));
    const revisions = (await records.history(record.id)).map(({ why, before, after, undone }) => ({
      why,
      before,
      after,
      undone,
    }));
    assert.deepEqual(revisions, [
      { why: { verb: "add", actor: "person", by: "a test" }, before: undefined, after: record, undone: false },
      { why: { verb: "update", actor: "person", by: "a test" }, before: record, after: changed, undone: false },
      { why: { verb: "delete", actor: "person", by: "a test" }, before: changed, after: undefined, undone: false },
    ]);
  });

  test("a change that was refused leaves no history", async (t) => {
    const { records } = await opened(t);
    const record = recordOf();
    await committed(records, put(record));
    await records.commit([put({ ...record, tags: ["x"] })]);
    assert.equal((await records.history(record.id)).length, 1);
  });
}

function sharing(makeStore: MakeRecordStore): void {
  test("two handles on one store see each other's changes", async (t) => {
    const store = await makeStore(t);
    const [mine, theirs] = [await store.open(), await store.open()];
    const record = recordOf();
    const [kept] = await committed(mine.records, put(record));
    assert.deepEqual(await theirs.records.get(record.id), kept);
    const [changed] = await committed(theirs.records, put({ ...record, tags: ["theirs"] }, kept!));
    assert.deepEqual(await mine.records.get(record.id), changed);
    assert.deepEqual(await mine.records.commit([put({ ...record, tags: ["mine"] }, kept!)]), {
      outcome: "conflict",
      now: [changed],
    });
    await committed(mine.records, remove(changed!));
    assert.equal(await theirs.records.get(record.id), undefined);
    assert.deepEqual(await theirs.tombstones.match({ id: record.id, text: record.text }), { id: true, text: true });
    assert.equal((await theirs.records.history(record.id)).length, 3);
  });

  test("if two handles create the same record, one succeeds and the other gets a conflict", async (t) => {
    const store = await makeStore(t);
    const [mine, theirs] = [await store.open(), await store.open()];
    const record = recordOf();
    const [kept] = await committed(mine.records, put(record));
    assert.deepEqual(await theirs.records.commit([put({ ...record, tags: ["x"] })]), {
      outcome: "conflict",
      now: [kept],
    });
  });
}

function sharingSuggestions(makeStore: MakeStore): void {
  test("a suggestion decided by one handle is decided for the other", async (t) => {
    const store = await makeStore(t);
    const [mine, theirs] = [await store.open(), await store.open()];
    const one: Suggestion = { id: "sug_1", record: recordOf(), reason: "", status: "pending", createdAt: BORN };
    await mine.suggestions.put(one);
    assert.equal((await theirs.suggestions.decide("sug_1", "accepted"))?.status, "accepted");
    assert.equal(await mine.suggestions.decide("sug_1", "dismissed"), undefined);
  });
}
