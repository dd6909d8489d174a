/** Incremental counts equal a full recount, whatever is added or removed, in any order. */
import assert from "node:assert/strict";
import { StatementSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import type { HabitStep, NumberedEvent, PlacedEvent } from "../../../src/core/event/event.ts";
import { DETECTORS } from "../../../src/detect/detectors.ts";
import { habitSteps } from "../../../src/detect/habit-steps.ts";
import type { WriteStore } from "../../../src/store/write-store.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { learnHabits, unlearnHabits } from "../../../src/verbs/history/count-habits.ts";
import { eventOf, FIRST_MS, MINUTE_MS } from "../../fixtures/command-events.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function storeFor(t: TestContext): Promise<WriteStore> {
  const { store } = await openForWriting(memoryHome(t).env(), { note: () => {} });
  t.after(store.close);
  return store;
}

/** The same sequence for the same seed. */
function chances(seed: number) {
  let state = seed;
  const below = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return { below, oneOf: <T>(items: readonly T[]): T => items[below(items.length)]! };
}

type Chances = ReturnType<typeof chances>;

const LINES = ["git add .", "git commit -m x", "git push", "npm test", "npm test && git push", "ls", "[withheld]"];
const STATUSES = ["success", "success", "success", "failure", "unknown", "interrupted", "rejected"] as const;

/** Within a short day, so that late events fall between existing ones; with a pause. */
function someEvent({ below, oneOf }: Chances, source: string): PlacedEvent {
  const minute = below(60);
  const isTimed = source !== "bash";
  const { startMs, cwd, ...event } = eventOf({
    command: oneOf(LINES),
    source,
    session: isTimed ? oneOf(["ses_one", "ses_two"]) : "ses_file",
    actor: oneOf(["person", "person", "agent"]),
    status: isTimed ? oneOf(STATUSES) : "unknown",
    startMs: FIRST_MS + (minute + (minute > 40 ? 35 : 0)) * MINUTE_MS + below(3) * 1000,
    ...(below(8) === 0 && { proposed: "npm t" as PlacedEvent["command"] }),
  });
  const project = oneOf([undefined, "prj_a", "prj_b"]);
  return {
    ...event,
    ...(isTimed && { startMs: startMs! }),
    ...(event.status !== "unknown" && { cwd: oneOf(["/a", "/b"]), ...(project !== undefined && { project }) }),
  };
}

/** Details of the same command from another source: its exit status and directory. */
function toldAgain({ id: _, seq: __, at: ___, ...event }: NumberedEvent): PlacedEvent {
  return { ...event, source: "atuin", status: "success", cwd: "/a", project: "prj_a" };
}

const CHANGES: readonly ((store: WriteStore, chance: Chances) => Promise<void>)[] = [
  async ({ events }, chance) => {
    const source = chance.oneOf(["live", "zsh", "bash"]);
    await events.append(Array.from({ length: 1 + chance.below(20) }, () => someEvent(chance, source)));
  },
  async (store, chance) => {
    const all = store.events.after(0, 1000);
    const gone = all.filter(() => chance.below(6) === 0).map(({ id }) => id);
    await store.events.remove(gone);
    unlearnHabits(store, gone);
  },
  async ({ events }, chance) => {
    const unsure = events.after(0, 1000).filter(({ status, startMs }) => status === "unknown" && startMs !== undefined);
    await events.append(unsure.filter(() => chance.below(3) === 0).map(toldAgain));
  },
];

type Rows = Readonly<Record<string, number>>;

function countedRows({ index }: WriteStore): Rows {
  const rows = index
    .sql("SELECT habit, key, value, actor, project, session, n FROM tallies WHERE project <> '*'")
    .all();
  const sums = index.sql("SELECT habit, key, value, actor, n FROM tallies WHERE project = '*'").all();
  return Object.fromEntries([...rows, ...sums].map(({ n, ...row }) => [Object.values(row).join("|"), Number(n)]));
}

/** The full recount: all steps of a session and actor, in order, through every detector. */
function fromTheBeginning({ events }: WriteStore): Rows {
  const counts: Record<string, number> = {};
  const add = (name: string, n: number): void => {
    counts[name] = (counts[name] ?? 0) + n;
  };
  const sittings = Map.groupBy(events.after(0, 10_000), ({ session, actor }) => `${session} ${actor}`);
  for (const sitting of sittings.values()) {
    const steps = sitting
      .flatMap(habitSteps)
      .sort((a: HabitStep, b: HabitStep) => a.at - b.at || a.seq - b.seq || a.ord - b.ord);
    for (const { habit, key, value, actor, project, session, n } of DETECTORS.flatMap((detect) => detect(steps))) {
      add([habit, key, value, actor, project, session].join("|"), n);
      add([habit, key, value, actor].join("|"), n);
    }
  }
  return counts;
}

/** How often each line was run by the person, in each project and directory. */
function countedLines({ index }: WriteStore): Rows {
  const rows = index.sql("SELECT command, project, cwd, n, successes FROM lines WHERE mark <> ''").all();
  return Object.fromEntries(
    rows.map((row) => [[row.command, row.project, row.cwd, row.successes].join("|"), Number(row.n)]),
  );
}

function linesFromTheBeginning({ events }: WriteStore): Rows {
  const own = events
    .after(0, 10_000)
    .filter(({ actor }) => actor === "person")
    .filter((event) => habitSteps(event).some(({ family }) => family !== ""));
  const places = Map.groupBy(own, ({ command, project = "", cwd = "" }) => [command, project, cwd].join("|"));
  return Object.fromEntries(
    [...places].map(([place, all]) => [
      `${place}|${all.filter(({ status }) => status === "success").length}`,
      all.length,
    ]),
  );
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`after each of 40 random changes (${seed}) the counts equal a full recount`, async (t) => {
    const store = await storeFor(t);
    const chance = chances(seed);
    for (let turn = 0; turn < 40; turn++) {
      const change = turn < 4 ? CHANGES[0]! : chance.oneOf([CHANGES[0]!, ...CHANGES]);
      await change(store, chance);
      learnHabits(store);
      assert.deepEqual(countedRows(store), fromTheBeginning(store), `after change ${turn}`);
      assert.deepEqual(countedLines(store), linesFromTheBeginning(store), `lines after change ${turn}`);
    }
    const counted = countedRows(store);
    assert.ok(Object.keys(counted).length > 50, "the sessions are rich enough to tell");
    store.index.write(() => store.habits.clear());
    assert.deepEqual(countedRows(store), {});
    learnHabits(store);
    assert.deepEqual(countedRows(store), counted);
  });
}

test("an event is counted once, however often the counts are requested", async (t) => {
  const store = await storeFor(t);
  await store.events.append([eventOf({ command: "npm test" })]);
  assert.deepEqual([learnHabits(store), learnHabits(store)], [1, 0]);
  assert.equal(store.habits.count("recurring_command", "npm test"), 1);
});

test("a replaced history is counted again", async (t) => {
  const store = await storeFor(t);
  await store.events.append([eventOf({ command: "npm test" }), eventOf({ command: "git push" })]);
  learnHabits(store);
  store.state.sql("DELETE FROM meta WHERE key = 'events_epoch'").run();
  store.state.sql("DELETE FROM events WHERE command = 'git push'").run();
  learnHabits(store);
  assert.deepEqual(
    ["npm test", "git push"].map((family) => store.habits.count("recurring_command", family)),
    [1, 0],
  );
});

/** Every statement that one more command takes, with how often, and the rows that came back. */
async function costOfOneMore(t: TestContext, store: WriteStore): Promise<Record<string, number>> {
  const cost: Record<string, number> = {};
  const mocks = (["run", "get", "all"] as const).map((name) => {
    const real = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
    return t.mock.method(StatementSync.prototype, name, function (this: StatementSync, ...values: unknown[]) {
      const answer = real.apply(this, values);
      cost[this.sourceSQL] = (cost[this.sourceSQL] ?? 0) + 1 + (Array.isArray(answer) ? answer.length : 0);
      return answer;
    });
  });
  await store.events.append([eventOf({ command: "git push", startMs: FIRST_MS + 90 * 24 * 60 * MINUTE_MS })]);
  learnHabits(store);
  for (const { mock } of mocks) mock.restore();
  return cost;
}

test("one more command takes the same statements at 1,000 commands and at 20,000, and none of them reads an entire table", async (t) => {
  const costs: Record<string, number>[] = [];
  for (const size of [1000, 20_000]) {
    const store = await storeFor(t);
    const families = ["git add .", "git commit", "npm test", "make"];
    const events = Array.from({ length: size }, (_, at) =>
      eventOf({
        command: families[at % 4]!,
        session: `ses_${at >> 7}`,
        startMs: FIRST_MS + at * 5 * MINUTE_MS,
        project: `prj_${(at >> 7) % 5}`,
      }),
    );
    await store.events.append(events.map((event, at) => (at >= size - 128 ? { ...event, session: "ses_one" } : event)));
    learnHabits(store);
    costs.push(await costOfOneMore(t, store));
    for (const text of Object.keys(costs.at(-1)!)) {
      const db = /\b(?:events|cursors)\b/.test(text) || text.includes("tombstone") ? store.state : store.index;
      const plan = db.sql(`EXPLAIN QUERY PLAN ${text}`).all();
      assert.deepEqual(
        plan.filter(({ detail }) => /^SCAN (?!CONSTANT)/.test(String(detail))),
        [],
        text,
      );
    }
  }
  assert.deepEqual(costs[1], costs[0]);
  assert.ok(Object.keys(costs[0]!).length > 5);
});
