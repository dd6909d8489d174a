import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, isoTime } from "../../../src/core/base/clock.ts";
import { derivedId } from "../../../src/core/base/id.ts";
import type { Episode } from "../../../src/core/event/event.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { type Promotion, promotions } from "../../../src/learn/consolidate/promote-episodes.ts";
import { recordOf } from "../../fixtures/records.ts";

const BEGIN_MS = Date.UTC(2026, 4, 1, 9);
const NOW_MS = BEGIN_MS + 30 * DAY_MS;

/** One episode a day, failures by default. */
function episodesOf(texts: readonly string[], parts: Partial<Episode> = {}): Episode[] {
  return texts.map((text, n) => ({
    id: derivedId("epi", `${n} ${text}`),
    text,
    outcome: "failure",
    tags: [],
    atMs: BEGIN_MS + n * DAY_MS,
    trust: "agent",
    scope: "global",
    session: "one",
    source: "test",
    ...parts,
  }));
}

const promoted = (episodes: readonly Episode[], known: readonly MemoryRecord[] = []): Promotion[] =>
  promotions(episodes, { nowMs: NOW_MS, known });

const BROKEN = [
  "Deploy to staging failed because the token expired",
  "The deploy to staging failed because the token expired.",
  "Deploying to staging failed because the token expired",
];

test("what failed three times on three days is suggested as a pitfall", () => {
  const episodes = episodesOf(BROKEN, { tags: ["deploy"], project: "prj_a" });
  const [found, ...more] = promoted(episodes);
  assert.deepEqual(more, []);
  assert.deepEqual(found, {
    record: {
      ...recordOf({ type: "pitfall", text: BROKEN[2]!, id: found!.record.id, trust: "agent", origin: "observed" }),
      scope: "project",
      project: "prj_a",
      tags: ["deploy"],
      confidence: 0.65,
      createdAt: isoTime(NOW_MS),
      updatedAt: isoTime(NOW_MS),
      source: episodes[2]!.id,
    },
    reason: "It failed 3 times on 3 different days.",
    evidence: { count: 3, days: 3, examples: episodes.map(({ id }) => id) },
  });
});

const SAME_EVENT: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "times, runs and hashes apart",
    [],
    [
      "Build 12 timed out at 10:31 on a1b2c3d4",
      "Build 13 timed out at 11:02 on f00dfeed1",
      "Build #14 timed out at 9:05 on 0badc0de2",
    ],
  ],
  [
    "the same error named in other tellings",
    [],
    [
      "Start failed: EADDRINUSE: address already in use :::3000",
      "Saw EADDRINUSE: address already in use :::3000",
      "Again EADDRINUSE: address already in use :::3000",
    ],
  ],
  [
    "the same tags, and most of the telling words",
    ["ci"],
    [
      "Flaky snapshot mismatch in checkout page",
      "Snapshot mismatch in checkout page again flaky",
      "Checkout page: flaky snapshot mismatch",
    ],
  ],
];
for (const [what, tags, texts] of SAME_EVENT) {
  test(`one event: ${what}`, () => assert.equal(promoted(episodesOf(texts, { tags }))[0]?.evidence.count, 3));
}

const OTHER_EVENTS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "a long word in common",
    [],
    ["Deployment of billing failed", "Deployment of search was slow", "Deployment notes were lost"],
  ],
  [
    "tags in common",
    ["ci"],
    ["Lint found unused imports", "Docker image pull was denied", "Coverage report was empty"],
  ],
  ["a bare error code in common", [], ["ENOENT: a.txt", "ENOENT: b.txt", "ENOENT: c.txt"]],
  [
    "all but the port",
    ["net"],
    [
      "Server start blocked, port 3000 in use",
      "Server start blocked, port 3001 in use",
      "Server start blocked, port 3002 in use",
    ],
  ],
  [
    "all but a denial",
    ["db"],
    [
      "Migration lock was released early today",
      "Migration lock was not released early today",
      "Migration lock was never released early",
    ],
  ],
];
for (const [what, tags, texts] of OTHER_EVENTS) {
  test(`different events: ${what}`, () => assert.deepEqual(promoted(episodesOf(texts, { tags })), []));
}

test("three times on one day are not enough, nor twice on two", () => {
  assert.deepEqual(promoted(episodesOf(BROKEN, { atMs: BEGIN_MS })), []);
  assert.deepEqual(promoted(episodesOf(BROKEN.slice(0, 2))), []);
});

test("an episode that is passed twice counts once", () => {
  const [first, second] = episodesOf(BROKEN);
  assert.deepEqual(promoted([first!, second!, second!]), []);
});

test("a success is a fact, or a workflow if it names its commands", () => {
  const worked = { outcome: "success" } as const;
  const text = "Released with `npm version minor` and `npm publish`";
  const types = [BROKEN.map(() => "Clearing the cache fixed the build"), BROKEN.map(() => text)].map((texts) => {
    const episodes = episodesOf(texts, worked).map((episode, n) => ({ ...episode, id: derivedId("epi", `${n}`) }));
    const { record, reason } = promoted(episodes)[0]!;
    return [record.type, record.steps, reason];
  });
  const reason = "It worked 3 times on 3 different days.";
  assert.deepEqual(types, [
    ["fact", undefined, reason],
    ["workflow", ["npm version minor", "npm publish"], reason],
  ]);
});

test("a suggestion has the weakest trust of its episodes", () => {
  const episodes = episodesOf(BROKEN, { trust: "person" }).map((episode, n) =>
    n === 1 ? { ...episode, trust: "external" as const } : episode,
  );
  assert.equal(promoted(episodes)[0]?.record.trust, "external");
});

test("episodes of two projects give a global suggestion", () => {
  const episodes = episodesOf(BROKEN, { project: "prj_a" }).map((episode, n) =>
    n === 1 ? { ...episode, project: "prj_b" } : episode,
  );
  const { record } = promoted(episodes)[0]!;
  assert.deepEqual([record.scope, record.project], ["global", undefined]);
});

test("a known or suggested record is not suggested again", () => {
  assert.deepEqual(promoted(episodesOf(BROKEN), [recordOf({ text: BROKEN[1]!, status: "archived" })]), []);
  const [first] = promoted(episodesOf(BROKEN));
  assert.deepEqual(promoted(episodesOf(BROKEN), [{ ...first!.record, text: "Edited by a person" }]), []);
});

test("the order of episodes makes no difference", () => {
  const episodes = episodesOf([...BROKEN, ...SAME_EVENT[0]![2]]);
  assert.deepEqual(promoted(episodes.toReversed()), promoted(episodes));
});
