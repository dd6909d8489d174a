/** Jobs in state.db: claimed under a lease with a fencing token, retried after a pause, never run by two processes at once. */
import type { Clock } from "../../core/base/clock.ts";
import { type RandomBytes, toHex } from "../../core/base/hash.ts";
import type {
  Claim,
  ClaimAsk,
  Claimed,
  DueJob,
  Fenced,
  JobCount,
  JobFailure,
  JobKind,
  JobName,
  JobStatus,
  Jobs,
  SkippedJobs,
  SkipReason,
} from "../../core/job/job.ts";
import type { Database } from "../databases/database.ts";
import { spendingOf } from "./spending.ts";

/** A worker that dies counts too: a job that kills its process must not be retried for ever. */
const MOST_ATTEMPTS = 3;
const FIRST_RETRY_MS = 2 * 60_000;
const LONGEST_RETRY_MS = 60 * 60_000;

export function jobsOf(state: Database, clock: Clock, random: RandomBytes): Jobs {
  const spending = spendingOf(state, clock);

  const isHeld = ({ kind, key, token }: Claim): boolean =>
    state.sql("SELECT 1 FROM jobs WHERE kind = ? AND key = ? AND token = ?").get(kind, key, token) !== undefined;
  const fenced = (claim: Claim, work: () => void): Fenced =>
    state.write(() => {
      if (!isHeld(claim)) return "fenced";
      work();
      return "done";
    });

  return {
    want({ kind, key }, mark) {
      // The same mark again changes nothing: asking often is cheap, and does not shorten the pause of a retry.
      state
        .sql(
          `INSERT INTO jobs (kind, key, status, input_mark, wanted_ms) VALUES (?, ?, 'wanted', ?, ?)
           ON CONFLICT (kind, key) DO UPDATE SET input_mark = excluded.input_mark, wanted_ms = excluded.wanted_ms,
             attempts = 0, retry_at_ms = 0, status = iif(status = 'running', 'running', 'wanted')
           WHERE excluded.input_mark > input_mark`,
        )
        .run(kind, key, mark, clock());
    },
    again({ kind, key }) {
      // A worker that runs it now uses old input: it loses its lease, and the job is open again.
      state
        .sql(
          `INSERT INTO jobs (kind, key, status, input_mark, wanted_ms) VALUES (?, ?, 'wanted', 0, ?)
           ON CONFLICT (kind, key) DO UPDATE SET status = 'wanted', token = NULL, done_mark = NULL, attempts = 0,
             retry_at_ms = 0, cooldown_until_ms = 0, wanted_ms = excluded.wanted_ms`,
        )
        .run(kind, key, clock());
    },
    due: (kind) => jobsOfKind(state, { kind, nowMs: clock() }).open.map(({ attempts: _, ...job }) => job),
    isRunning: (kind) => jobsOfKind(state, { kind, nowMs: clock() }).skipped.some(({ reason }) => reason === "running"),
    claim: (kind, ask) =>
      state.write((): Claimed => {
        const nowMs = clock();
        const { open, skipped } = jobsOfKind(state, { kind, key: ask.key, nowMs });
        const job = open[0];
        if (job === undefined) return { outcome: "none", skipped };
        const reservation = ask.reserve && spending.reserve(ask.reserve);
        if (ask.reserve !== undefined && reservation === undefined)
          return { outcome: "none", skipped: [...skipped, { reason: "over cap", count: open.length }] };
        const claim = take(state, job, { kind, nowMs, token: toHex(random(16)), leaseMs: ask.leaseMs });
        return { outcome: "claimed", claim: { ...claim, ...(reservation && { reservation }) } };
      }),
    renew: (claim) =>
      fenced(claim, () => {
        state
          .sql("UPDATE jobs SET lease_until_ms = ? WHERE kind = ? AND key = ?")
          .run(clock() + claim.leaseMs, claim.kind, claim.key);
      }) === "done",
    fenced,
    finish: (claim, { cooldownMs = 0 } = {}) =>
      fenced(claim, () => {
        state
          .sql(
            `UPDATE jobs SET status = iif(input_mark > ?1, 'wanted', 'done'), done_mark = ?1, token = NULL, attempts = 0,
               last_error = NULL, cooldown_until_ms = ?2, cooldown_ms = ?3 WHERE kind = ?4 AND key = ?5`,
          )
          .run(claim.mark, clock() + cooldownMs, cooldownMs, claim.kind, claim.key);
      }),
    fail: (claim, error) =>
      fenced(claim, () => {
        const retryAtMs = clock() + retryPauseMs(claim.attempt, random);
        state
          .sql(
            `UPDATE jobs SET status = iif(input_mark > ?1, 'wanted', 'failed'), token = NULL, last_error = ?2,
               retry_at_ms = ?3 WHERE kind = ?4 AND key = ?5`,
          )
          .run(claim.mark, error, retryAtMs, claim.kind, claim.key);
      }),
    release: (claim) =>
      fenced(claim, () => {
        state
          .sql(
            `UPDATE jobs SET status = 'wanted', token = NULL, attempts = max(0, attempts - 1) WHERE kind = ? AND key = ?`,
          )
          .run(claim.kind, claim.key);
      }),
    drop: (names) =>
      state.write(() =>
        names.reduce((dropped, { kind, key }) => {
          const { changes } = state.sql("DELETE FROM jobs WHERE kind = ? AND key = ?").run(kind, key);
          return dropped + Number(changes);
        }, 0),
      ),
    doneMarks: (kind) =>
      new Map(
        state
          .sql("SELECT key, done_mark FROM jobs WHERE kind = ? AND done_mark IS NOT NULL")
          .all(kind)
          .map((row) => [String(row.key), Number(row.done_mark)]),
      ),
    counts: () =>
      state
        .sql("SELECT kind, status, count(*) AS n FROM jobs GROUP BY kind, status ORDER BY kind, status")
        .all()
        .map((row): JobCount => ({ kind: row.kind as JobKind, status: row.status as JobStatus, count: Number(row.n) })),
    failures: () =>
      state
        .sql("SELECT * FROM jobs WHERE last_error IS NOT NULL ORDER BY kind, key")
        .all()
        .map((row): JobFailure => {
          const attempts = Number(row.attempts);
          return { ...jobName(row), error: String(row.last_error), attempts, isGivenUp: attempts >= MOST_ATTEMPTS };
        }),
  };
}

type JobRow = DueJob & { readonly attempts: number };

type JobFilter = { readonly kind: JobKind; readonly key?: ClaimAsk["key"]; readonly nowMs: number };

/** The jobs that can be claimed, the oldest first, and why the others cannot. */
function jobsOfKind(state: Database, { kind, key, nowMs }: JobFilter): { open: JobRow[]; skipped: SkippedJobs[] } {
  const counts = new Map<SkipReason, number>();
  const count = (reason: SkipReason, n: number) => n > 0 && counts.set(reason, (counts.get(reason) ?? 0) + n);
  const which = "kind = ?1 AND (?2 IS NULL OR key = ?2)";
  const isDone = "done_mark IS NOT NULL AND done_mark >= input_mark";
  const done = state.sql(`SELECT count(*) AS n FROM jobs WHERE ${which} AND ${isDone}`).get(kind, key ?? null);
  count("up to date", Number(done?.n));
  const open: JobRow[] = [];
  for (const row of state
    .sql(`SELECT * FROM jobs WHERE ${which} AND NOT (${isDone}) ORDER BY wanted_ms, key`)
    .all(kind, key ?? null)) {
    const reason = skipReason(row, nowMs);
    if (reason === undefined)
      open.push({
        ...jobName(row),
        mark: Number(row.input_mark),
        ...(row.done_mark !== null && { doneMark: Number(row.done_mark) }),
        attempts: Number(row.attempts),
      });
    else count(reason, 1);
  }
  return { open, skipped: [...counts].map(([reason, count]) => ({ reason, count })) };
}

function skipReason(row: Record<string, unknown>, nowMs: number): SkipReason | undefined {
  const lasts = (untilMs: unknown, lengthMs: unknown) => isAhead(Number(untilMs), Number(lengthMs), nowMs);
  if (row.status === "running" && lasts(row.lease_until_ms, row.lease_ms)) return "running";
  if (Number(row.attempts) >= MOST_ATTEMPTS) return "given up";
  if (lasts(row.retry_at_ms, LONGEST_RETRY_MS)) return "backing off";
  if (lasts(row.cooldown_until_ms, row.cooldown_ms)) return "cooling down";
  return undefined;
}

/** A time further away than twice its length was set before the clock was set back: it must not block a job for ever. */
function isAhead(untilMs: number, lengthMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= 2 * lengthMs;
}

type Lease = Pick<Claim, "kind" | "token" | "leaseMs"> & { readonly nowMs: number };

function take(state: Database, job: JobRow, { kind, nowMs, token, leaseMs }: Lease): Claim {
  const attempt = job.attempts + 1;
  state
    .sql(
      `UPDATE jobs SET status = 'running', token = ?, lease_until_ms = ?, lease_ms = ?, attempts = ?
       WHERE kind = ? AND key = ?`,
    )
    .run(token, nowMs + leaseMs, leaseMs, attempt, kind, job.key);
  return { kind, key: job.key, token, leaseMs, mark: job.mark, attempt };
}

/** Doubles each time, minus up to half at random, so that jobs that failed together are not retried together. */
function retryPauseMs(attempt: number, random: RandomBytes): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  return Math.round(longest * (1 - (random(1)[0] ?? 0) / 512));
}

function jobName(row: Record<string, unknown>): JobName {
  return { kind: row.kind as JobKind, key: String(row.key) };
}
