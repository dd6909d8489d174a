/** Keeps a job's claim alive while something slow is done for it. */

import type { CallContext } from "../../context/call-context.ts";
import { startHeartbeat } from "../../core/job/heartbeat.ts";
import type { Claim } from "../../core/job/job.ts";

/** A call may last longer than a lease: the claim is kept alive meanwhile, and the call ends when it is lost. */
export async function whileAlive<T>(
  { store }: CallContext,
  claim: Claim,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const heart = startHeartbeat(store.jobs, claim);
  try {
    return await call(heart.signal);
  } finally {
    heart.stop();
  }
}
