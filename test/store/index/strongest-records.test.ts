import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, isoTime } from "../../../src/core/base/clock.ts";
import type { Kept, StrongestAsk } from "../../../src/core/ports.ts";
import { PRIORITIES, type RecordType, TYPES } from "../../../src/core/record/record.ts";
import { strength } from "../../../src/core/record/strength.ts";
import { rankEntries } from "../../../src/search/rank-entries.ts";
import { putRow } from "../../../src/store/databases/database.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { openWriteStore, type WriteStore } from "../../../src/store/write-store.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { type Random, randomFrom } from "../../fixtures/random.ts";
import { recordOf } from "../../fixtures/records.ts";

const NOW = Date.parse("2026-03-01T10:00:00.000Z");
const AT = { nowMs: NOW, halfLifeDays: 90 };
const FOLDER = { key: "global", scope: "global", fromRepo: false, takesNew: true } as const;

function storeOf(t: Cleaning): WriteStore {
  const home = homeFrom(memoryHome(t).env());
  const store = openWriteStore({
    home,
    folders: [{ ...FOLDER, path: home.records }],
    clock: () => NOW,
    rank: rankEntries,
    session: "one",
    at: () => {},
    note: () => {},
  });
  t.after(store.close);
  return store;
}

async function filled(store: WriteStore, count: number, random: Random): Promise<void> {
  const changes = Array.from({ length: count }, (_, n) => ({
    op: "put" as const,
    record: recordOf({
      text: `Statement ${n} of many`,
      type: random.pick(TYPES.filter((type) => type !== "habit")),
      priority: random.pick(PRIORITIES),
      createdAt: isoTime(NOW - random.below(600) * DAY_MS),
      paths: random.below(8) === 0 ? ["src/**"] : [],
      status: random.below(8) === 0 ? "archived" : "active",
      ...(random.below(8) === 0 && { trust: "external" as const }),
      ...(random.below(16) === 0 && { trust: "tool" as const, accepted: true }),
    }),
    base: null,
    why: { verb: "add", actor: "person", by: "a test" } as const,
  }));
  await store.records.commit(changes);
}

function used(store: WriteStore, kept: readonly Kept[], random: Random): void {
  for (const { record } of kept) {
    const at_ms = NOW - random.below(400) * DAY_MS;
    putRow(store.state, "uses", { session: "*", record: record.id, count: 1 + random.below(6), at_ms });
  }
}

/** Every record, read and ranked. */
async function byBruteForce(
  store: WriteStore,
  { types, priorities, byPriority, limit }: StrongestAsk,
): Promise<Kept[]> {
  const all = await store.search.where({ types, statuses: ["active"] });
  const strong = ({ record, lastUsedMs, reinforcement }: Kept): number =>
    strength(record.type, { lastUsedMs, reinforcement }, AT);
  const rank = ({ record }: Kept): number => (byPriority === true ? PRIORITIES.indexOf(record.priority) : 0);
  return all
    .filter(({ record }) => record.paths.length === 0)
    .filter(({ record: { trust, accepted } }) => trust === "person" || trust === "agent" || accepted === true)
    .filter(({ record }) => priorities?.includes(record.priority) ?? true)
    .sort((a, b) => rank(a) - rank(b) || strong(b) - strong(a) || (a.record.id < b.record.id ? -1 : 1))
    .slice(0, limit);
}

const RULES: readonly RecordType[] = ["policy", "architecture", "preference"];
const ASKS: readonly StrongestAsk[] = [
  { types: TYPES, limit: 40, at: AT },
  { types: ["fact"], limit: 12, at: AT },
  { types: RULES, priorities: ["critical", "high"], byPriority: true, limit: 40, at: AT },
  { types: RULES, limit: 3, at: AT },
];

async function assertSame(store: WriteStore): Promise<void> {
  const ids = (kept: readonly Kept[]): string[] => kept.map(({ record }) => record.id);
  for (const ask of ASKS) {
    assert.deepEqual(ids(await store.search.strongest(ask)), ids(await byBruteForce(store, ask)), JSON.stringify(ask));
  }
}

for (const [count, uses] of [
  [0, 0],
  [30, 10],
  [150, 0],
  [150, 60],
] as const) {
  test(`of ${count} records, ${uses} of them used, the strongest are the same as in a full scan`, async (t) => {
    const random = randomFrom(count + uses);
    const store = storeOf(t);
    await filled(store, count, random);
    used(store, (await store.search.where({})).slice(0, uses), random);
    await assertSame(store);
  });
}

test("with more than 200 used records, the strongest of the 200 last used and of the newest are found", async (t) => {
  const random = randomFrom(7);
  const store = storeOf(t);
  await filled(store, 300, random);
  const all = await store.search.where({ statuses: ["active"] });
  used(store, all.slice(0, 230), random);
  const seen = new Set(store.counters.latest(200).map(({ record }) => record));
  const everyone = await byBruteForce(store, { types: TYPES, limit: 1000, at: AT });
  const unseen = new Set(store.counters.latest(1000).flatMap(({ record }) => (seen.has(record) ? [] : [record])));
  // Records used long ago are skipped, unless they are among the newest of their type.
  const found = await store.search.strongest({ types: TYPES, limit: 20, at: AT });
  const expected = everyone.filter(({ record }) => !unseen.has(record.id)).slice(0, 20);
  const missed = expected.filter(({ record }) => !found.some((one) => one.record.id === record.id));
  const strongest = (kept: Kept): number => strength(kept.record.type, kept, AT);
  for (const one of missed) assert.ok(strongest(one) <= Math.min(...found.map(strongest)), one.record.id);
  assert.equal(found[0]!.record.id, expected[0]!.record.id);
});

test("records that are not accepted are never among the strongest, and can be requested", async (t) => {
  const store = storeOf(t);
  const poison = Array.from({ length: 100 }, (_, n) => recordOf({ text: `poison ${n}`, trust: "external" }));
  const own = recordOf({ text: "The one that counts", createdAt: isoTime(NOW - 300 * DAY_MS) });
  const why = { verb: "add", actor: "person", by: "a test" } as const;
  await store.records.commit([...poison, own].map((record) => ({ op: "put", record, base: null, why }) as const));
  const ask = { types: ["fact"], limit: 5, at: AT } as const;
  const texts = (kept: readonly Kept[]) => kept.map(({ record }) => record.text);
  assert.deepEqual(texts(await store.search.strongest(ask)), ["The one that counts"]);
  const pending = await store.search.strongest({ ...ask, pending: true });
  assert.ok(pending.length === 5 && pending.every(({ record }) => record.trust === "external"));
});

test("records bound to a file come newest first, and those not accepted last", async (t) => {
  const store = storeOf(t);
  const at = (days: number): string => isoTime(NOW - days * DAY_MS);
  const bound = [
    recordOf({ text: "old", paths: ["src/**"], createdAt: at(9) }),
    recordOf({ text: "outside", paths: ["src/**"], createdAt: at(1), trust: "external" }),
    recordOf({ text: "new", paths: ["src/*.ts"], createdAt: at(2) }),
    recordOf({ text: "elsewhere", paths: ["db/**"], createdAt: at(1) }),
    recordOf({ text: "hidden", paths: [".ci/**"], createdAt: at(1) }),
  ];
  const why = { verb: "add", actor: "person", by: "a test" } as const;
  await store.records.commit(bound.map((record) => ({ op: "put", record, base: null, why }) as const));
  const texts = async (file: string, limit = 10) =>
    (await store.search.boundTo(file, limit)).map(({ record }) => record.text);
  assert.deepEqual(await texts("src/a.ts"), ["new", "old", "outside"]);
  assert.deepEqual(await texts("src/a.ts", 1), ["new"]);
  assert.deepEqual(await texts(".ci/build.yml"), ["hidden"]);
  assert.deepEqual(await texts("README.md"), []);
});
