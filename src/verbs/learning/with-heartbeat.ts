/** Renews a job's claim while a slow call runs for it, and aborts the call if another process takes over the job. */
import type { Claim, Jobs } from "../../core/job/job.ts";

const BEATS_PER_LEASE = 3;

export async function withHeartbeat<T>(
  jobs: Pick<Jobs, "renew">,
  claim: Claim,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Aborted when the claim is lost: a model's answer would be paid for and thrown away.
  const lost = new AbortController();
  const beat = () => {
    try {
      if (jobs.renew(claim)) return;
    } catch {
      return; // the store is busy; the lease lasts for two more beats
    }
    clearInterval(timer);
    lost.abort(new Error("another process has taken over this job"));
  };
  const timer = setInterval(beat, claim.leaseMs / BEATS_PER_LEASE).unref();
  try {
    return await call(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
