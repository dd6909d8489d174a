/** Jobs, one for each kind and key, done by one process at a time, and the model tokens that they spend. */

import { DAY_MS, HOUR_MS } from "../base/clock.ts";
import type { Kept } from "../ports.ts";
import type { Clean } from "../screen/clean.ts";
import { count } from "../text/wording.ts";

/** `extract` has a session's id as its key, `consolidate` a project's id or `global`, `sync` always the same one. */
export type JobKind = "extract" | "consolidate" | "sync";

export type JobName = { readonly kind: JobKind; readonly key: string };

/** The right to do a job until its lease ends; a process that takes over gets another token, and this one becomes invalid. */
export type Claim = JobName & {
  readonly token: string;
  readonly leaseMs: number;
  /** How far the input had come when the job was claimed; later input is for the next claim. */
  readonly mark: number;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Tokens of the day that are reserved for this job. */
  readonly reservation?: Reservation;
};

export type SkipReason =
  | "up to date"
  | "running" // another process holds its lease
  | "backing off" // it failed recently
  | "given up" // it failed too often; new input or `again` reopens it
  | "cooling down" // it was done recently
  | "over cap"; // the day's tokens are used up

export type SkippedJobs = { readonly reason: SkipReason; readonly count: number };

export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /** Why no job of the kind could be claimed; empty if there never was one. */
  | { readonly outcome: "none"; readonly skipped: readonly SkippedJobs[] };

export type ClaimAsk = {
  readonly leaseMs: number;
  /** Only this job; default: any of the kind, oldest first. */
  readonly key?: string;
  /** Tokens to reserve in the same step: no claim without them. */
  readonly reserve?: { readonly model: string; readonly tokens: number; readonly capPerDay: number };
};

/** `fenced`: the claim was no longer valid. */
export type Fenced = "done" | "fenced";

export type DueJob = JobName & {
  readonly mark: number;
  /** How far it was done before. */
  readonly doneMark?: number;
};

export interface Jobs {
  /** There is input up to this mark, which only increases; more input reopens a job that was given up. */
  want(job: JobName, mark: number): void;
  /** Schedules it again, whatever its mark, pause or failures. */
  again(job: JobName): void;
  /** Jobs that could be claimed now, oldest first. */
  due(kind: JobKind): readonly DueJob[];
  /** Whether a job of the kind is running now. */
  isRunning(kind: JobKind): boolean;
  claim(kind: JobKind, ask: ClaimAsk): Claimed;
  /** A heartbeat: extends the lease. False if another process has the job. */
  renew(claim: Claim): boolean;
  /** Does the work in one write transaction if the claim is still valid; an exception rolls it back. */
  fenced(claim: Claim, work: () => void): Fenced;
  finish(claim: Claim, result?: { readonly cooldownMs?: number }): Fenced;
  fail(claim: Claim, error: Clean): Fenced;
  /** Returns the job as if it had not been claimed, for a process that has to stop early. */
  release(claim: Claim): Fenced;
  /** Drops jobs whose subject is gone. */
  drop(jobs: readonly JobName[]): number;
  /** How far each job of the kind was done. */
  doneMarks(kind: JobKind): ReadonlyMap<string, number>;
  counts(): readonly JobCount[];
  /** Jobs that failed and were not done since. */
  failures(): readonly JobFailure[];
}

export type JobStatus = "wanted" | "running" | "failed" | "done";
export type JobCount = { readonly kind: JobKind; readonly status: JobStatus; readonly count: number };
export type JobFailure = JobName & {
  readonly error: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
};

export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** Tokens of one day that are reserved for calls to come. */
export type Reservation = { readonly day: string; readonly model: string; readonly tokens: number };

/** Allows or denies each call of a model, by the daily cap. */
export interface TokenBudget {
  /** Reserves tokens for one call; undefined if the daily cap does not allow it. */
  take(model: string, tokens: number): Reservation | undefined;
  /** Replaces the reservation by what the call really used. */
  settle(reservation: Reservation, used: Usage): void;
}

/** One line of the ledger. */
export type Spent = Usage & {
  readonly day: string;
  readonly model: string;
  readonly calls: number;
  /** Reserved and not settled: a call in progress, or one whose process died. */
  readonly reserved: number;
};

/** The cost of having a model read some sessions. */
export type Estimate = {
  readonly sessions: number;
  readonly calls: number;
  readonly inputTokens: number;
  /** If every answer has the maximum length. */
  readonly mostOutputTokens: number;
};

const WEEK_MS = 7 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/** Weekly. A last time a week or more in the future comes from a wrong clock, and must not block consolidation for ever. */
export function isDue(lastRunMs: number | undefined, nowMs: number): boolean {
  return lastRunMs === undefined || Math.abs(nowMs - lastRunMs) >= WEEK_MS;
}

type Times = {
  readonly kept: readonly Kept[];
  readonly nowMs: number;
  readonly lastRunMs?: number;
  readonly lastJumpMs?: number;
};

/** Why the clock may be wrong, or may have jumped so far that nobody could have used anything in between. */
export function clockDoubt({ kept, nowMs, lastRunMs, lastJumpMs }: Times): string | undefined {
  let [newestMs, lastUseMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { record, lastUsedMs } of kept) {
    newestMs = Math.max(newestMs, Date.parse(record.createdAt), lastUsedMs);
    lastUseMs = Math.max(lastUseMs, lastUsedMs);
  }
  // Machines that share records differ by minutes.
  if (newestMs > nowMs + HOUR_MS) return "the clock is behind the newest record";
  if (lastRunMs !== undefined && lastRunMs > nowMs + HOUR_MS) return "the clock is behind the last consolidation";
  if (lastRunMs !== undefined && nowMs - lastRunMs > LONG_MS)
    return `the last consolidation was ${daysOf(nowMs - lastRunMs)} ago`;
  if (kept.length > 0 && nowMs - lastUseMs > LONG_MS) return `nothing was used for ${daysOf(nowMs - lastUseMs)}`;
  // A pass after a jump sets a new last time: without this check, the next pass would archive all the rest.
  if (lastJumpMs !== undefined && nowMs - lastJumpMs > 0 && nowMs - lastJumpMs < LONG_MS)
    return `the clock jumped ${daysOf(nowMs - lastJumpMs)} ago`;
  return undefined;
}

export function daysOf(ms: number): string {
  return count(Math.max(0, Math.floor(ms / DAY_MS)), "day");
}
