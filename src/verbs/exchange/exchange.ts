/** One exchange with a remote: say what changed here, apply what others changed, publish or learn what was decided. */
import { OldhandError } from "../../core/base/error.ts";
import type { CallContext } from "../call/call-context.ts";
import { inFolders } from "../call/open-for-writing.ts";
import { applyArrival } from "./apply-arrival.ts";
import type { Remote } from "./remote.ts";

/** Another machine may publish at the same moment. */
const MOST_TRIES = 6;

/** What it found is kept, also if it failed: the next one in passing waits like after a success. */
export async function exchange<Result>(call: CallContext, remote: Remote<Result>): Promise<Result> {
  const { store, clock } = call;
  try {
    const result = await rounds(call, remote);
    const { arrived, ...found } = remote.found(result);
    const before = store.remotes.progress(remote.id);
    store.remotes.advance(remote.id, { ...found, lastMs: clock(), arrived: before.arrived + arrived });
    return result;
  } catch (error) {
    if (error instanceof OldhandError) store.remotes.advance(remote.id, { lastMs: clock(), problem: error.message });
    throw error;
  }
}

async function rounds<Result>(call: CallContext, remote: Remote<Result>): Promise<Result> {
  const { env, config } = call;
  return inFolders(call, remote.folders, async (store) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const round = await remote.begin(store);
      if ("done" in round) return round.done;
      const arrivals = round.arrivals();
      let next = await arrivals.next();
      while (next.done !== true) next = await arrivals.next(await applyArrival({ env, config, store }, next.value));
      const result = await round.finish();
      if (result !== "overtaken") return result;
    }
    throw new OldhandError("io", "Other machines publish at the same time. Run `oldhand sync` again.");
  });
}
