import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Claim, Claimed, JobName } from "../../../src/core/job/job.ts";
import { screen } from "../../../src/core/screen/clean.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { jobsOf } from "../../../src/store/rows/jobs.ts";
import { spendingOf } from "../../../src/store/rows/spending.ts";
import { withHeartbeat } from "../../../src/verbs/learning/with-heartbeat.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEASE_MS = MINUTE_MS;
const HARBOUR: JobName = { kind: "consolidate", key: "prj_harbour" };
const MILL: JobName = { kind: "consolidate", key: "prj_mill" };
const error = screen("the kettle was cold").text;

test("a requested job is claimed once, and done once", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 7);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  assert.deepEqual(
    { ...claim, token: claim.token.length },
    { ...HARBOUR, token: 32, leaseMs: LEASE_MS, mark: 7, attempt: 1 },
  );
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("running"));
  assert.equal(jobs.finish(claim), "done");
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("up to date"));
  assert.deepEqual(jobs.counts(), [{ kind: "consolidate", status: "done", count: 1 }]);
});

test("without a request nothing is claimed, nor a job of another kind", (t) => {
  const { jobs } = desk(t);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), { outcome: "none", skipped: [] });
  jobs.want({ kind: "extract", key: "ses_one" }, 1);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), { outcome: "none", skipped: [] });
});

test("each project has its own job, and one can be claimed by name", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  wait(1);
  jobs.want(MILL, 1);
  const mill = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS, key: MILL.key }));
  assert.equal(mill.key, MILL.key);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS, key: MILL.key }), none("running"));
  assert.equal(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })).key, HARBOUR.key);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("running", 2));
});

test("input that arrives while a job runs is work for the next claim", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 1);
  const first = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  jobs.want(HARBOUR, 2);
  assert.equal(jobs.finish(first), "done");
  const second = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  assert.deepEqual([first.mark, second.mark], [1, 2]);
});

test("a lower input mark than the known one reopens nothing", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 5);
  jobs.finish(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })));
  jobs.want(HARBOUR, 4);
  jobs.want(HARBOUR, 5);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("up to date"));
});

test("a job whose lease ended is taken over, and its first worker is fenced from everything", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const first = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  wait(LEASE_MS - 1);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("running"));
  wait(1);
  const second = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  assert.equal(second.attempt, 2);
  let worked = 0;
  const work = () => void worked++;
  assert.deepEqual(
    [jobs.renew(first), jobs.fenced(first, work), jobs.finish(first), jobs.fail(first, error), jobs.release(first)],
    [false, "fenced", "fenced", "fenced", "fenced"],
  );
  assert.equal(worked, 0);
  assert.deepEqual([jobs.renew(second), jobs.fenced(second, work), jobs.finish(second)], [true, "done", "done"]);
  assert.equal(worked, 1);
});

test("a late worker that was not replaced may still finish", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  wait(DAY_MS);
  assert.equal(jobs.finish(claim), "done");
});

test("a heartbeat keeps the job for as long as it is renewed", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  for (let beat = 0; beat < 10; beat++) {
    wait(LEASE_MS - 1);
    assert.equal(jobs.renew(claim), true);
  }
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("running"));
});

test("the heartbeat stops and the worker is notified when another process has the job", async (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: 6 }));
  wait(6);
  claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  // The heartbeat timer does not keep the process alive; this one does.
  const awake = setInterval(() => {}, SECOND_MS);
  const isAborted = await withHeartbeat(jobs, claim, async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return signal.aborted;
  });
  clearInterval(awake);
  assert.equal(isAborted, true);
});

test("an error inside fenced work rolls all of it back", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  const work = () => {
    jobs.finish(claim);
    throw new Error("the disk is full");
  };
  assert.throws(() => jobs.fenced(claim, work), /the disk is full/);
  assert.deepEqual(jobs.counts(), [{ kind: "consolidate", status: "running", count: 1 }]);
});

test("a failed job is retried with growing pauses, and given up after the third attempt", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = () => jobs.claim("consolidate", { leaseMs: LEASE_MS });
  const fail = () => assert.equal(jobs.fail(claimed(claim()), error), "done");
  fail();
  assert.deepEqual(claim(), none("backing off"));
  wait(2 * MINUTE_MS);
  fail();
  wait(2 * MINUTE_MS - 1);
  assert.deepEqual(claim(), none("backing off"));
  wait(2 * MINUTE_MS + 1);
  fail();
  wait(DAY_MS);
  assert.deepEqual(claim(), none("given up"));
  assert.deepEqual(jobs.failures(), [{ ...HARBOUR, error, attempts: 3, isGivenUp: true }]);
});

test("a job whose worker dies three times is given up", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  for (let n = 1; n <= 3; n++) {
    assert.equal(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })).attempt, n);
    wait(LEASE_MS);
  }
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("given up"));
});

test("new input reopens a job that was given up; the same input does not", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  giveUp(jobs, wait);
  jobs.want(HARBOUR, 1);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("given up"));
  jobs.want(HARBOUR, 2);
  assert.equal(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })).attempt, 1);
});

test("a finished job cools down before it runs again", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  jobs.finish(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })), { cooldownMs: 6 * MINUTE_MS });
  jobs.want(HARBOUR, 2);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("cooling down"));
  wait(6 * MINUTE_MS);
  assert.equal(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })).mark, 2);
});

test("a job that is forced to run again starts at once, and its current worker is fenced", (t) => {
  const { jobs, wait } = desk(t);
  const claim = () => claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  jobs.want(HARBOUR, 3);
  jobs.finish(claim(), { cooldownMs: DAY_MS });
  jobs.again(HARBOUR);
  const running = claim();
  jobs.again(HARBOUR);
  assert.equal(jobs.finish(running), "fenced");
  assert.equal(claim().mark, 3);
  jobs.again(HARBOUR);
  giveUp(jobs, wait);
  jobs.again(HARBOUR);
  assert.equal(claim().attempt, 1);
});

test("a job that is returned does not count as an attempt", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 1);
  for (let n = 0; n < 5; n++) {
    const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
    assert.equal(claim.attempt, 1);
    assert.equal(jobs.release(claim), "done");
  }
});

test("a clock that is set back delays a job for at most two leases, and clock jitter takes no job away", (t) => {
  const { jobs, wait } = desk(t);
  jobs.want(HARBOUR, 1);
  const first = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  wait(-30 * SECOND_MS);
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS }), none("running"));
  wait(-365 * DAY_MS);
  assert.equal(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })).attempt, 2);
  assert.equal(jobs.finish(first), "fenced");
});

test("a clock that is set back delays neither a retry nor a cool-down", (t) => {
  const { jobs, wait } = desk(t);
  const claim = () => claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  jobs.want(HARBOUR, 1);
  jobs.fail(claim(), error);
  wait(-365 * DAY_MS);
  jobs.finish(claim(), { cooldownMs: DAY_MS });
  jobs.want(HARBOUR, 2);
  wait(-365 * DAY_MS);
  assert.equal(claim().mark, 2);
});

test("a claim reserves its tokens in the same transaction, or fails", (t) => {
  const { jobs, spent } = desk(t);
  const reserve = { model: "ollama/small", tokens: 600, capPerDay: 1000 };
  jobs.want(HARBOUR, 1);
  jobs.want(MILL, 1);
  const { reservation } = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS, reserve }));
  assert.deepEqual(reservation, { day: "2026-10-24", model: "ollama/small", tokens: 600 });
  assert.deepEqual(jobs.claim("consolidate", { leaseMs: LEASE_MS, reserve }), {
    outcome: "none",
    skipped: [
      { reason: "running", count: 1 },
      { reason: "over cap", count: 1 },
    ],
  });
  assert.equal(spent(), 600);
  assert.deepEqual(jobs.counts(), [
    { kind: "consolidate", status: "running", count: 1 },
    { kind: "consolidate", status: "wanted", count: 1 },
  ]);
});

test("jobs whose subject no longer exists are deleted", (t) => {
  const { jobs } = desk(t);
  jobs.want(HARBOUR, 1);
  const claim = claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS }));
  assert.equal(jobs.drop([HARBOUR, MILL]), 1);
  assert.equal(jobs.finish(claim), "fenced");
  assert.deepEqual(jobs.counts(), []);
});

/** Jobs in a separate state.db, with a clock that the test sets. */
function desk(t: Cleaning) {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-jobs-"));
  const state = openState(homeFrom({ oldhandHome: dir }), { at: () => {}, note: () => {} });
  t.after(() => {
    state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  let nowMs = Date.UTC(2026, 9, 24, 12);
  const clock = () => nowMs;
  return {
    jobs: jobsOf(state, clock, withoutChance()),
    spent: () => spendingOf(state, clock).today()[0]?.reserved,
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

/** Bytes that count up from zero, so that tokens differ and a pause has its full length. */
function withoutChance() {
  let calls = 0;
  return (count: number) => {
    const bytes = new Uint8Array(count);
    if (count > 1) new DataView(bytes.buffer).setUint32(0, ++calls);
    return bytes;
  };
}

function giveUp(jobs: ReturnType<typeof desk>["jobs"], wait: (ms: number) => void): void {
  for (let n = 0; n < 3; n++) {
    jobs.fail(claimed(jobs.claim("consolidate", { leaseMs: LEASE_MS })), error);
    wait(DAY_MS);
  }
}

function claimed(answer: Claimed): Claim {
  assert.equal(answer.outcome, "claimed", JSON.stringify(answer));
  return (answer as Claimed & { outcome: "claimed" }).claim;
}

function none(reason: string, count = 1) {
  return { outcome: "none", skipped: [{ reason, count }] };
}
