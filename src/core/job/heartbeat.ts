/** Renews a claim while its work goes on, and aborts the work when another process has the job. */
import type { Claim, Jobs } from "./job.ts";

export type Heartbeat = {
  /** Aborted when the claim is lost: a model's answer would be paid for and thrown away. */
  readonly signal: AbortSignal;
  stop(): void;
};

export function startHeartbeat(jobs: Pick<Jobs, "renew">, claim: Claim): Heartbeat {
  const lost = new AbortController();
  const stop = () => clearInterval(timer);
  const beat = () => {
    try {
      if (jobs.renew(claim)) return;
    } catch {
      return; // the store is busy; the lease lasts for two more beats
    }
    stop();
    lost.abort(new Error("another process has taken over this job"));
  };
  const timer = setInterval(beat, claim.leaseMs / BEATS_PER_LEASE);
  timer.unref();
  return { signal: lost.signal, stop };
}

const BEATS_PER_LEASE = 3;
