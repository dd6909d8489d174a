/** Runs exchanges one process at a time: when a person asks for them, and in passing. */
import { hostname } from "node:os";
import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import type { RemoteId } from "../../store/rows/remotes.ts";
import { processStart } from "../../system/run/process-table.ts";
import type { CallContext } from "../call/call-context.ts";
import { withHeartbeat } from "../learning/with-heartbeat.ts";

const LEASE_MS = 60_000;

export async function underLease<T>(
  { store }: CallContext,
  key: "own machines" | "teams",
  work: () => Promise<T>,
): Promise<T> {
  // In one transaction: `again` takes a running job from another process.
  const claimed = store.state.write(() => {
    if (isSyncing({ store }))
      throw new OldhandError("io", "Another process is syncing. Run `oldhand sync status` in a moment.");
    store.jobs.again({ kind: "sync", key });
    store.synced.setHolder(markOfProcess(process.pid) ?? "");
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

/** Quiet if it was done lately, if another process is at it, or if no remote answers. */
export async function inPassing(
  { store, config, clock }: CallContext,
  remotes: readonly RemoteId[],
  {
    isUrgent = false,
    run,
  }: { readonly isUrgent?: boolean; readonly run: (due: readonly RemoteId[]) => Promise<unknown> },
): Promise<void> {
  const everyMs = config["sync.everyMinutes"] * 60_000;
  const ageMs = (id: RemoteId): number => Math.abs(clock() - (store.remotes.progress(id).lastMs ?? 0));
  const due = remotes.filter((id) => isUrgent || (everyMs > 0 && ageMs(id) >= everyMs));
  if (due.length === 0 || isSyncing({ store })) return;
  try {
    await run(due);
  } catch (error) {
    // `sync status`, `team` and `doctor` show it; the command that the person typed goes on.
    if (!(error instanceof OldhandError)) throw error;
  }
}

/** Whether another process holds the lease: one that died no longer does, although its lease is not over. */
export function isSyncing({ store }: Pick<CallContext, "store">): boolean {
  if (!store.jobs.isRunning("sync")) return false;
  const [host, pid, startedAt] = (store.synced.holder() ?? "").split(" ");
  // A home on a shared disk may be in use on another computer, and of that nothing is known here.
  if (host !== hostname() || pid === undefined || startedAt === undefined) return true;
  return markOfProcess(Number(pid)) === `${host} ${pid} ${startedAt}`;
}

/** A process and when it started: its number alone may be another process's by now. Undefined if it is not running. */
function markOfProcess(pid: number): string | undefined {
  const startedAt = processStart(pid);
  return startedAt === undefined ? undefined : `${hostname()} ${pid} ${startedAt}`;
}
