/** Keeps a claim alive while its work goes on, and tells the work to stop when somebody else has the job. */
import type { Claim, Jobs } from "./job.ts";

type Heartbeat = {
  /** Aborted when the claim is worth nothing any more: a model's answer would be paid for and thrown away. */
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
    lost.abort(new Error("somebody else has this job now"));
  };
  const timer = setInterval(beat, claim.leaseMs / BEATS_PER_LEASE);
  timer.unref();
  return { signal: lost.signal, stop };
}

const BEATS_PER_LEASE = 3;
