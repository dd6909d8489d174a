/** The part of the contract about tombstones, suggestions, receipts and uses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Kept, Receipt } from "../../src/core/ports.ts";
import type { Suggestion } from "../../src/core/record/suggestion.ts";
import { BORN, recordId, recordOf } from "../fixtures/records.ts";
import { committed, type MakeStore, type Opened, put, type RecordPorts, remove } from "./ports.ts";

export function tombstoneContract(opened: Opened<RecordPorts>): void {
  test("a tombstone matches a record by its id and by its words, until it is lifted", async (t) => {
    const { records, tombstones } = await opened(t);
    const record = recordOf();
    const what = { id: record.id, text: record.text };
    assert.deepEqual(await tombstones.match(what), { id: false, text: false });
    const [kept] = await committed(records, put(record));
    await committed(records, remove(kept!));
    assert.deepEqual(await tombstones.match(what), { id: true, text: true });
    assert.deepEqual(await tombstones.match({ id: recordId("another"), text: "the api ALLOWS 100 calls a minute" }), {
      id: false,
      text: true,
    });
    assert.deepEqual(await tombstones.match({ text: "Something else entirely." }), { id: false, text: false });
    await tombstones.lift(what);
    assert.deepEqual(await tombstones.match(what), { id: false, text: false });
  });

  test("a removal without a tombstone leaves none", async (t) => {
    const { records, tombstones } = await opened(t);
    const [kept] = await committed(records, put(recordOf()));
    await committed(records, { ...remove(kept!), leaveTombstone: false });
    assert.deepEqual(await tombstones.match({ id: kept!.record.id, text: kept!.record.text }), {
      id: false,
      text: false,
    });
  });

  test("lifting a tombstone that does not exist changes nothing", async (t) => {
    const { tombstones } = await opened(t);
    await tombstones.lift({ text: "Never seen." });
    assert.deepEqual(await tombstones.match({ text: "Never seen." }), { id: false, text: false });
  });
}

export function suggestionContract(opened: Opened): void {
  const suggestion = (word: string): Suggestion => ({
    id: recordId(word).replace("rec", "sug"),
    record: recordOf({ text: `Suggestion ${word}.` }),
    reason: "An agent's policy needs your confirmation.",
    status: "pending",
    createdAt: BORN,
  });

  test("a suggestion is pending until it is decided, and is decided once", async (t) => {
    const { suggestions } = await opened(t);
    const one = suggestion("one");
    await suggestions.put(one);
    assert.deepEqual(await suggestions.list("pending"), [one]);
    assert.deepEqual(await suggestions.decide(one.id, "dismissed"), { ...one, status: "dismissed" });
    assert.equal(await suggestions.decide(one.id, "accepted"), undefined);
    assert.deepEqual(await suggestions.list("pending"), []);
    assert.deepEqual(await suggestions.list(), [{ ...one, status: "dismissed" }]);
  });

  test("suggestions are listed by id, and an unknown one cannot be decided", async (t) => {
    const { suggestions } = await opened(t);
    const all = ["one", "two", "three"].map(suggestion);
    for (const one of all) await suggestions.put(one);
    assert.deepEqual(
      await suggestions.list(),
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    assert.equal(await suggestions.decide("sug_nothing", "accepted"), undefined);
  });
}

export function receiptContract(opened: Opened): void {
  const receipt = (id: string): Receipt => ({
    id,
    atMs: Date.parse(BORN),
    query: "how many calls",
    budget: 800,
    tokens: 12,
    included: [{ id: recordId("a"), relevance: 0.5, tokens: 12 }],
    omitted: [{ id: recordId("b"), reason: "over budget", needTokens: 3 }],
  });

  test("a receipt is returned by its id, and the last one without an id", async (t) => {
    const { journal } = await opened(t);
    assert.equal(await journal.get(), undefined);
    await journal.append(receipt("rcp_1"));
    await journal.append(receipt("rcp_2"));
    assert.deepEqual(await journal.get("rcp_1"), receipt("rcp_1"));
    assert.deepEqual(await journal.get(), receipt("rcp_2"));
    assert.equal(await journal.get("rcp_3"), undefined);
  });
}

export function useContract(makeStore: MakeStore): void {
  const DAY = 86_400_000;
  const born = Date.parse(BORN);

  test("a use counts once per record and session, and sets the record's last use", async (t) => {
    const store = await makeStore(t);
    const { records, uses } = await store.open();
    const [kept] = await committed(records, put(recordOf()));
    assert.deepEqual(countOf(kept!), { reinforcement: 1, lastUsedMs: born });
    const { id } = kept!.record;
    store.setTime(born + DAY);
    await uses.used("session one", [id, id]);
    await uses.used("session one", [id]);
    assert.deepEqual(countOf((await records.get(id))!), { reinforcement: 2, lastUsedMs: born + DAY });
    store.setTime(born + 2 * DAY);
    await uses.used("session two", [id]);
    assert.deepEqual(countOf((await records.get(id))!), { reinforcement: 3, lastUsedMs: born + 2 * DAY });
  });

  test("stating a record again resets its last use and counts no use", async (t) => {
    const store = await makeStore(t);
    const { records, uses } = await store.open();
    const [kept] = await committed(records, put(recordOf()));
    store.setTime(born + DAY);
    await uses.touch(kept!.record.id);
    assert.deepEqual(countOf((await records.get(kept!.record.id))!), { reinforcement: 1, lastUsedMs: born + DAY });
  });

  test("a clock that was set back does not move the last use back", async (t) => {
    const store = await makeStore(t);
    const { records, uses } = await store.open();
    const [kept] = await committed(records, put(recordOf()));
    store.setTime(born + DAY);
    await uses.used("one", [kept!.record.id]);
    store.setTime(born - DAY);
    await uses.used("two", [kept!.record.id]);
    assert.deepEqual(countOf((await records.get(kept!.record.id))!), { reinforcement: 3, lastUsedMs: born + DAY });
  });
}

function countOf({ reinforcement, lastUsedMs }: Kept) {
  return { reinforcement, lastUsedMs };
}
