/** Many processes want the same jobs: each is done once, even if a worker is stopped, killed or late. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { randomBytes } from "../../../src/core/base/hash.ts";
import type { Jobs } from "../../../src/core/job/job.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { jobsOf } from "../../../src/store/rows/jobs.ts";
import { spendingOf } from "../../../src/store/rows/spending.ts";
import { acks, type Child, run, start } from "../tools/child.ts";
import { type Cleaning, isLong, newHome } from "../tools/homes.ts";
import type { Order, WorkerEvent } from "./jobs-worker.ts";

const NOW = Date.UTC(2026, 9, 24, 12);
const LEASE_MS = 60_000;
const PROCESSES = 8;
const JOBS = isLong ? 400 : 80;
const ROUNDS = isLong ? 50 : 3;

test(`when ${PROCESSES} processes take ${JOBS} jobs, each job is done once`, async (t) => {
  const desk = newDesk(t);
  const keys = Array.from({ length: JOBS }, (_, n) => `ses_${String(n).padStart(4, "0")}`);
  desk.jobs((jobs) => {
    for (const key of keys) jobs.want({ kind: "extract", key }, 1);
  });
  const ended = await Promise.all(Array.from({ length: PROCESSES }, () => run(...desk.order({ do: "drain" }))));
  assert.deepEqual(
    ended.flatMap(({ code, stderr }) => [code, stderr]),
    Array.from({ length: PROCESSES }, () => [0, ""]).flat(),
  );
  assert.deepEqual(desk.published().sort(), keys);
  const workers = ended.filter((one) => acks(one).length > 0).length;
  t.diagnostic(`${workers} of ${PROCESSES} processes had work`);
});

test(`when ${PROCESSES} processes start at once, one consolidates`, async (t) => {
  const desk = newDesk(t);
  desk.wantConsolidation();
  desk.letPublish("all");
  const ended = await Promise.all(
    Array.from({ length: PROCESSES }, () => run(...desk.order({ do: "consolidate", name: "all", leaseMs: LEASE_MS }))),
  );
  assert.deepEqual(desk.published(), ["all"]);
  const none = ended.flatMap((one) => acks<WorkerEvent>(one)).filter(({ event }) => event === "none");
  assert.equal(none.length, PROCESSES - 1);
});

for (const publishesFirst of ["the one who took over", "the one who was stopped"] as const) {
  test(`if a worker is stopped past its lease and continued, and ${publishesFirst} publishes first, only one publishes`, async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const desk = newDesk(t);
      desk.wantConsolidation();
      const first = desk.start({ do: "consolidate", name: "first", leaseMs: LEASE_MS });
      assert.deepEqual(await next(first), { event: "claimed", attempt: 1 });
      first.kill("SIGSTOP");
      desk.setTime(NOW + LEASE_MS);
      const second = desk.start({ do: "consolidate", name: "second", leaseMs: LEASE_MS });
      assert.deepEqual(await next(second), { event: "claimed", attempt: 2 });
      const publish = {
        first: async () => {
          desk.letPublish("first");
          first.kill("SIGCONT");
          assert.deepEqual(await next(first), { event: "published", outcome: "fenced", stillHeld: false });
        },
        second: async () => {
          desk.letPublish("second");
          assert.deepEqual(await next(second), { event: "published", outcome: "done", stillHeld: false });
        },
      };
      const order = publishesFirst === "the one who took over" ? ["second", "first"] : ["first", "second"];
      for (const who of order) await publish[who as "first" | "second"]();
      await Promise.all([first.ended, second.ended]);
      assert.deepEqual(desk.published(), ["second"]);
    }
  });
}

test("a killed worker's job is left alone until its lease ends, then taken over", async (t) => {
  const desk = newDesk(t);
  desk.wantConsolidation();
  const first = desk.start({ do: "consolidate", name: "first", leaseMs: LEASE_MS });
  assert.deepEqual(await next(first), { event: "claimed", attempt: 1 });
  first.kill("SIGKILL");
  await first.ended;
  const second: Order = { do: "consolidate", name: "second", leaseMs: LEASE_MS };
  desk.letPublish("second");
  desk.setTime(NOW + LEASE_MS - 1);
  assert.deepEqual(acks(await run(...desk.order(second))), [{ event: "none", reasons: ["running"] }]);
  desk.setTime(NOW + LEASE_MS);
  assert.deepEqual(acks(await run(...desk.order(second))), [
    { event: "claimed", attempt: 2 },
    { event: "published", outcome: "done", stillHeld: false },
  ]);
});

test("a killed worker's job is taken over also when the clock was put back meanwhile", async (t) => {
  const desk = newDesk(t);
  desk.wantConsolidation();
  const first = desk.start({ do: "consolidate", name: "first", leaseMs: LEASE_MS });
  assert.deepEqual(await next(first), { event: "claimed", attempt: 1 });
  first.kill("SIGKILL");
  await first.ended;
  desk.letPublish("second");
  desk.setTime(NOW - 365 * 86_400_000);
  const ended = await run(...desk.order({ do: "consolidate", name: "second", leaseMs: LEASE_MS }));
  assert.deepEqual(acks(ended)[0], { event: "claimed", attempt: 2 });
  assert.deepEqual(desk.published(), ["second"]);
});

test("of eleven calls by four processes under a cap of ten, exactly one is refused", async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    const desk = newDesk(t);
    const order = { do: "spend", tokens: 100, capPerDay: 1000 } as const;
    const ended = await Promise.all([3, 3, 3, 2].map((calls) => run(...desk.order({ ...order, calls }))));
    const granted = ended.flatMap((one) => acks<WorkerEvent & { event: "spent" }>(one)).map((event) => event.granted);
    assert.equal(
      granted.reduce((sum, n) => sum + n, 0),
      10,
      String(granted),
    );
    const line = {
      day: "2026-10-24",
      model: "ollama/small",
      inputTokens: 990,
      outputTokens: 10,
      calls: 10,
      reserved: 0,
    };
    assert.deepEqual(desk.spent(), [line]);
  }
});

/** A home with jobs, and its clock in a file. */
function newDesk(t: Cleaning) {
  const home = newHome(t);
  mkdirSync(home, { mode: 0o700 });
  const now = join(home, "..", "now");
  const within = <T>(work: (state: ReturnType<typeof openState>) => T): T => {
    const state = openState(homeFrom({ oldhandHome: home }), { at: () => {}, note: () => {} });
    try {
      return work(state);
    } finally {
      state.close();
    }
  };
  const setTime = (ms: number) => writeFileSync(now, String(ms));
  setTime(NOW);
  const jobs = (work: (jobs: Jobs) => void) => within((state) => work(jobsOf(state, () => NOW, randomBytes)));
  const order = (given: Order) =>
    ["processes/jobs-worker.ts", { home, args: [JSON.stringify(given)], env: { OLDHAND_NOW_FILE: now } }] as const;
  return {
    jobs,
    order,
    setTime,
    start(given: Order): Child {
      const child = start(...order(given));
      // A test that fails half-way must not leave a stopped process behind.
      t.after(() => child.kill("SIGKILL"));
      return child;
    },
    wantConsolidation: () => jobs((all) => all.want({ kind: "consolidate", key: "prj_harbour" }, 1)),
    letPublish: (name: string) => writeFileSync(join(home, `publish-${name}`), ""),
    published(): string[] {
      const path = join(home, "published");
      return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    },
    spent: () => within((state) => spendingOf(state, () => NOW).today()),
  };
}

async function next(child: Child): Promise<WorkerEvent> {
  const { value } = await child.lines.next();
  if (value === undefined) throw new Error((await child.ended).stderr);
  return JSON.parse(value) as WorkerEvent;
}
