/** Work that is due: one job for a kind and a key, done by one process at a time, however many there are. */
import type { Clean } from "../screen/clean.ts";
import type { Reservation } from "./spending.ts";

/** `extract` has a session's id as its key, `consolidate` a project's id or `global`. */
export type JobKind = "extract" | "consolidate";

export type JobName = { readonly kind: JobKind; readonly key: string };

/** The right to do a job until its lease ends; whoever takes the job over gets another token, and this one is worth nothing. */
export type Claim = JobName & {
  readonly token: string;
  readonly leaseMs: number;
  /** How far the input had come when the job was claimed; what comes later is work for the next claim. */
  readonly mark: number;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** What of the day's tokens is set aside for this job. */
  readonly reservation?: Reservation;
};

export type SkipReason =
  | "up to date"
  | "running" // somebody holds its lease
  | "backing off" // it failed a moment ago
  | "given up" // it failed too often; new input or `again` opens it
  | "cooling down" // it was done a moment ago
  | "over cap"; // the day's tokens do not suffice

export type Skipped = { readonly reason: SkipReason; readonly count: number };

export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /** Why no job of the kind could be had; empty where none was ever wanted. */
  | { readonly outcome: "none"; readonly skipped: readonly Skipped[] };

export type ClaimAsk = {
  readonly leaseMs: number;
  /** Only this job; any of the kind, the longest wanted first, where left out. */
  readonly key?: string;
  /** Tokens to set aside in the same step: no claim without them. */
  readonly reserve?: { readonly model: string; readonly tokens: number; readonly capPerDay: number };
};

/** Whether the claim was still worth something. */
export type Fenced = "done" | "fenced";

export type DueJob = JobName & {
  readonly mark: number;
  /** How far it was done before. */
  readonly doneMark?: number;
};

export interface Jobs {
  /** There is input up to this mark, which only ever rises; more input opens a job that was given up. */
  want(job: JobName, mark: number): void;
  /** Wants it anew whatever was done: no mark, pause or failure stands in its way. */
  again(job: JobName): void;
  /** Those that could be claimed now, the longest wanted first. */
  due(kind: JobKind): readonly DueJob[];
  /** Whether somebody is at a job of the kind now. */
  isRunning(kind: JobKind): boolean;
  claim(kind: JobKind, ask: ClaimAsk): Claimed;
  /** A heartbeat: the lease starts anew. False where somebody else has the job. */
  renew(claim: Claim): boolean;
  /** Does the work in one write transaction, if the claim is still worth something; what it throws undoes all of it. */
  fenced(claim: Claim, work: () => void): Fenced;
  finish(claim: Claim, result?: { readonly cooldownMs?: number }): Fenced;
  fail(claim: Claim, error: Clean): Fenced;
  /** Gives the job back as if it had not been claimed, for who has to stop before the work is done. */
  release(claim: Claim): Fenced;
  /** Drops jobs whose subject is gone. */
  drop(jobs: readonly JobName[]): number;
  /** How far each job of the kind was done. */
  doneMarks(kind: JobKind): ReadonlyMap<string, number>;
  counts(): readonly JobCount[];
  /** What failed and was not done since. */
  failures(): readonly JobFailure[];
}

export type JobStatus = "wanted" | "running" | "failed" | "done";
export type JobCount = { readonly kind: JobKind; readonly status: JobStatus; readonly count: number };
export type JobFailure = JobName & {
  readonly error: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
};
