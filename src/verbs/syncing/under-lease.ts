/** Runs an exchange with other machines or a team, one process at a time. */
import type { CallContext } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import { withHeartbeat } from "../learning/with-heartbeat.ts";

const LEASE_MS = 60_000;

export async function underLease<T>(
  { store }: CallContext,
  key: "own machines" | "teams",
  work: () => Promise<T>,
): Promise<T> {
  // In one transaction: `again` takes a running job from another process.
  const claimed = store.state.write(() => {
    if (store.jobs.isRunning("sync"))
      throw new OldhandError("io", "Another process is syncing. Run `oldhand sync status` in a moment.");
    store.jobs.again({ kind: "sync", key });
    return store.jobs.claim("sync", { key, leaseMs: LEASE_MS });
  });
  if (claimed.outcome === "none") throw new OldhandError("io", "Another process is syncing. Try again in a moment.");
  try {
    const result = await withHeartbeat(store.jobs, claimed.claim, work);
    store.jobs.finish(claimed.claim);
    return result;
  } catch (error) {
    store.jobs.fail(claimed.claim, screen(error instanceof Error ? error.message : String(error)).text);
    throw error;
  }
}
