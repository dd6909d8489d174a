import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, isoTime } from "../../../src/core/base/clock.ts";
import type { Kept } from "../../../src/core/ports.ts";
import { type MemoryRecord, TRUSTS, TYPES } from "../../../src/core/record/record.ts";
import {
  type ConsolidationPass,
  consolidationPass,
  type PassInput,
} from "../../../src/learn/consolidate/consolidation-pass.ts";
import { AUTHORITY_PAIRS } from "../../fixtures/authorities.ts";
import { COULD_BE_CONFUSED, DIFFERENT, SAME } from "../../fixtures/pairs/statement-pairs.ts";
import { keptRecord, recordId } from "../../fixtures/records.ts";

const BORN_MS = Date.UTC(2026, 2, 1, 10);
const NOW_MS = BORN_MS + 10 * DAY_MS;
const SETTINGS = { halfLifeDays: 90, archiveBelow: 0.1 };

function passOver(kept: readonly Kept[], parts: Partial<PassInput> = {}): ConsolidationPass {
  return consolidationPass({
    kept,
    episodes: [],
    nowMs: NOW_MS,
    settings: SETTINGS,
    lastRunMs: NOW_MS - 7 * DAY_MS,
    ...parts,
  });
}

/** Used now and then, so that the clock is not in doubt. */
const inUse = (nowMs: number): Kept => ({
  ...keptRecord({ type: "policy", text: "Sign all tags" }),
  lastUsedMs: nowMs,
});

const preferenceOf = (id: string, text: string, parts: Partial<MemoryRecord> = {}): Kept =>
  keptRecord({ id: recordId(id), type: "preference", text, ...parts });

function pairOf(parts: Partial<MemoryRecord>, others: Partial<MemoryRecord>): Kept[] {
  const [a, b] = [recordId("a"), recordId("b")].sort();
  return [
    keptRecord({ id: a!, type: "preference", text: "Never commit build output to the repo", ...parts }),
    keptRecord({ id: b!, type: "preference", text: "Don't commit build output to the repository", ...others }),
  ];
}

test("two duplicates become the older one, with the fields of both", () => {
  const [older, younger] = pairOf(
    { tags: ["git"], priority: "normal" },
    { tags: ["git", "ci"], aliases: ["artifacts"] },
  );
  const at = isoTime(NOW_MS);
  assert.deepEqual(passOver([younger!, older!]).merges, [
    {
      into: older!.record.id,
      from: [younger!.record.id],
      reason: `${younger!.record.id} says the same as ${older!.record.id}.`,
      survivor: {
        ...older!.record,
        tags: ["git", "ci"],
        aliases: ["artifacts"],
        priority: "medium",
        supersedes: [younger!.record.id],
        updatedAt: at,
      },
      superseded: [
        {
          ...younger!.record,
          status: "superseded",
          statusReason: `merged into ${older!.record.id}`,
          updatedAt: at,
        },
      ],
    },
  ]);
});

test("the more trusted one stays unchanged and takes nothing from the weaker", () => {
  const [agents, persons] = pairOf({ trust: "agent", tags: ["from-agent"], priority: "critical" }, { trust: "person" });
  const [merge] = passOver([agents!, persons!]).merges;
  assert.deepEqual(merge?.survivor, {
    ...persons!.record,
    supersedes: [agents!.record.id],
    updatedAt: isoTime(NOW_MS),
  });
});

for (const [older, younger] of AUTHORITY_PAIRS) {
  const stays = older.rank <= younger.rank ? older : younger;
  test(`of duplicates (${older.name}; ${younger.name}), the one with more authority stays`, () => {
    const pair = pairOf(older.fields, younger.fields);
    const [merge] = passOver(pair).merges;
    const { trust, accepted } = merge!.survivor;
    const rank = accepted === true ? 0 : TRUSTS.indexOf(trust);
    assert.equal(rank, stays.rank);
    assert.equal(merge!.survivor.text, pair.find(({ record }) => record.id === merge!.into)!.record.text);
  });
}

const APART: readonly (readonly [string, Partial<MemoryRecord>, Partial<MemoryRecord>])[] = [
  ["of different types", { type: "preference" }, { type: "policy" }],
  ["of different scopes", {}, { scope: "project", project: recordId("p") }],
  ["of different projects", { scope: "project", project: "prj_a" }, { scope: "project", project: "prj_b" }],
  ["for different paths", { paths: ["web/**"] }, { paths: ["api/**"] }],
  ["for some paths and for all", { paths: ["web/**"] }, {}],
  ["with different given keys", { key: "build-output" }, { key: "artifacts" }],
  ["with a given key and without one", { key: "build-output" }, {}],
  ["with different values", { key: "output", value: "no" }, { key: "output", value: "yes" }],
  ["with different steps", { type: "workflow", key: "w", steps: ["a"] }, { type: "workflow", key: "w", steps: ["b"] }],
  [
    "under different names of a workflow",
    { type: "workflow", key: "v", steps: ["a"] },
    { type: "workflow", key: "w", steps: ["a"] },
  ],
  ["that expire and that do not", { expires: "2027-01-01T00:00:00.000Z" }, {}],
  ["active and archived", {}, { status: "archived" }],
  ["with different checks", { verify: ["file:a"] }, { verify: ["file:b"] }],
];

for (const [what, a, b] of APART) {
  test(`records ${what} are not merged`, () => assert.deepEqual(passOver(pairOf(a, b)).merges, []));
}

test("the repository's records are neither merged nor archived", () => {
  const kept = pairOf({}, {});
  const carried = new Set([kept[1]!.record.id]);
  assert.deepEqual(passOver(kept, { carried }).merges, []);
  const nowMs = BORN_MS + 1000 * DAY_MS;
  const { archives } = passOver([inUse(nowMs), kept[1]!], { carried, nowMs, lastRunMs: nowMs - DAY_MS });
  assert.deepEqual(archives, []);
});

for (const [days, isArchived] of [
  [90, false],
  [298, false],
  [299, true],
  [310, true],
] as const) {
  test(`a preference that was used once is ${isArchived ? "archived" : "kept"} after ${days} days without use`, () => {
    const nowMs = BORN_MS + days * DAY_MS;
    const one = preferenceOf("one", "Prefer short answers");
    const { archives } = passOver([one, inUse(nowMs)], { nowMs, lastRunMs: nowMs - DAY_MS });
    const reason = `not used for ${days} days`;
    const record = { ...one.record, status: "archived", statusReason: reason, updatedAt: isoTime(nowMs) };
    assert.deepEqual(archives, isArchived ? [{ id: one.record.id, reason, record }] : []);
  });
}

test("a private record is not merged into one of a space, nor one of a space into another's", () => {
  const text = "Never commit build output to the repo";
  const ofTeam = (id: string, space: string): Kept => ({
    ...preferenceOf(id, text, { trust: "team", accepted: true }),
    space,
  });
  const own = preferenceOf("own", text, { trust: "agent" });
  const pass = passOver([ofTeam("a", "one"), ofTeam("b", "two"), own], { carried: new Set() });
  assert.deepEqual(pass.merges, []);
});

test("the uses of duplicates are added up", () => {
  const nowMs = BORN_MS + 320 * DAY_MS;
  const { merges, archives } = passOver([...pairOf({}, {}), inUse(nowMs)], { nowMs, lastRunMs: nowMs - DAY_MS });
  assert.deepEqual([merges.length, archives.length], [1, 0]);
});

test("unused duplicates are archived without a merge", () => {
  const nowMs = BORN_MS + 500 * DAY_MS;
  const { merges, archives } = passOver([...pairOf({}, {}), inUse(nowMs)], { nowMs, lastRunMs: nowMs - DAY_MS });
  assert.deepEqual([merges.length, archives.length], [0, 2]);
});

const manyOld = Array.from({ length: 100 }, (_, n) => ({
  ...preferenceOf(`old ${n}`, `Fact number ${n}`),
  lastUsedMs: BORN_MS + n * 60_000,
}));

const JUMPS: readonly (readonly [string, Partial<PassInput>, string])[] = [
  ["after 400 days without a consolidation", { lastRunMs: BORN_MS }, "the last consolidation was 400 days ago"],
  ["when the last jump is recent", { lastJumpMs: BORN_MS + 393 * DAY_MS }, "the clock jumped 7 days ago"],
];
for (const [when, parts, jump] of JUMPS) {
  test(`${when} the weakest 5 in 100 are archived and the rest is held`, () => {
    const nowMs = BORN_MS + 400 * DAY_MS;
    const kept = [...manyOld.slice(1), inUse(nowMs)];
    const result = passOver(kept, { nowMs, lastRunMs: nowMs - DAY_MS, ...parts });
    assert.equal(result.jump, jump);
    assert.deepEqual(
      result.archives.map(({ id }) => id),
      manyOld.slice(1, 6).map(({ record }) => record.id),
    );
    assert.equal(result.held.length, 94);
    assert.deepEqual(result.held[0], {
      id: manyOld[6]!.record.id,
      reason: "not used for 399 days, but the clock may have jumped",
    });
  });
}

test("when nothing was used for long, at least one record is archived", () => {
  const nowMs = BORN_MS + 400 * DAY_MS;
  const result = passOver(manyOld.slice(0, 3), { nowMs, lastRunMs: nowMs - DAY_MS });
  assert.deepEqual([result.jump, result.archives.length, result.held.length], ["nothing was used for 399 days", 1, 2]);
});

test("a clock behind the newest record is in doubt", () => {
  const { jump } = passOver([keptRecord({ createdAt: isoTime(NOW_MS + DAY_MS) })]);
  assert.equal(jump, "the clock is behind the newest record");
});

/** Pseudo-random numbers that are the same each time. */
function chance(seed: number): (below: number) => number {
  let x = seed;
  return (below) => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) >>> 0;
    return (x >>> 8) % below;
  };
}

function someStore(seed: number): Kept[] {
  const below = chance(seed);
  const texts = [...SAME, ...DIFFERENT, ...COULD_BE_CONFUSED].flat();
  return Array.from({ length: 60 }, (_, n) => {
    const isGlobal = below(2) === 0;
    const kept = keptRecord({
      id: recordId(`${seed} ${n}`),
      type: TYPES[below(TYPES.length)]!,
      text: texts[below(40) * 3]!,
      trust: TRUSTS[below(TRUSTS.length)]!,
      ...(isGlobal ? {} : { scope: "project", project: `prj_${below(2)}` }),
    });
    return { ...kept, lastUsedMs: BORN_MS + below(400) * DAY_MS, reinforcement: 1 + below(4) };
  });
}

function applied(kept: readonly Kept[], { merges, archives }: ConsolidationPass): Kept[] {
  const records = new Map(
    [
      ...merges.flatMap(({ survivor, superseded }) => [survivor, ...superseded]),
      ...archives.map(({ record }) => record),
    ].map((record) => [record.id, record]),
  );
  const byId = new Map(kept.map((one) => [one.record.id, one]));
  return kept.map((one) => {
    const from = merges.find(({ into }) => into === one.record.id)?.from ?? [];
    const merged = [one, ...from.map((id) => byId.get(id)!)];
    return {
      ...one,
      record: records.get(one.record.id) ?? one.record,
      reinforcement: merged.reduce((sum, { reinforcement }) => sum + reinforcement, 0),
      lastUsedMs: Math.max(...merged.map(({ lastUsedMs }) => lastUsedMs)),
    };
  });
}

const LATER: Partial<PassInput> = { nowMs: BORN_MS + 405 * DAY_MS, lastRunMs: BORN_MS + 400 * DAY_MS };

test("for any records, merges stay within a scope, a project and a type, and trust never rises", () => {
  let count = 0;
  for (let seed = 0; seed < 40; seed++) {
    const kept = someStore(seed);
    const before = new Map(kept.map(({ record }) => [record.id, record]));
    for (const { into, survivor, superseded } of passOver(kept, LATER).merges) {
      count += 1;
      const place = ({ scope, project, type }: MemoryRecord) => JSON.stringify([scope, project, type]);
      assert.deepEqual(new Set([survivor, ...superseded].map(place)).size, 1);
      assert.deepEqual([survivor.trust, survivor.text], [before.get(into)!.trust, before.get(into)!.text]);
      for (const { trust } of superseded) assert.ok(TRUSTS.indexOf(trust) >= TRUSTS.indexOf(survivor.trust));
    }
  }
  assert.ok(count > 20);
});

test("for any records, policies and architecture are never archived", () => {
  const types = new Set<string>();
  for (let seed = 0; seed < 40; seed++)
    for (const { record } of passOver(someStore(seed), LATER).archives) types.add(record.type);
  assert.deepEqual([...types].sort(), TYPES.filter((type) => type !== "policy" && type !== "architecture").toSorted());
});

test("a second pass finds nothing more to do", () => {
  for (let seed = 0; seed < 40; seed++) {
    const kept = someStore(seed);
    const { merges, archives } = passOver(applied(kept, passOver(kept, LATER)), LATER);
    assert.deepEqual([merges, archives], [[], []]);
  }
});

test("the order of records makes no difference", () => {
  for (let seed = 0; seed < 40; seed++) {
    const kept = someStore(seed);
    const below = chance(seed + 1000);
    const shuffled = kept.map((one) => ({ one, at: below(1_000_000) })).toSorted((a, b) => a.at - b.at);
    assert.deepEqual(
      passOver(
        shuffled.map(({ one }) => one),
        LATER,
      ),
      passOver(kept, LATER),
    );
  }
});

test("no record is changed twice in one pass", () => {
  for (let seed = 0; seed < 40; seed++) {
    const { merges, archives } = passOver(someStore(seed), LATER);
    const ids = [...merges.flatMap(({ into, from }) => [into, ...from]), ...archives.map(({ id }) => id)];
    assert.equal(new Set(ids).size, ids.length);
  }
});
