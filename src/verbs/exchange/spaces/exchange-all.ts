/** Exchanges records with every space: when a person asks for it, and in passing. */

import type { RecordId } from "../../../core/record/record.ts";
import { readSpaces, type Space } from "../../../store/replicate/team/space-files.ts";
import { type CallContext, demandPerson } from "../../call/call-context.ts";
import { finishLeaving } from "../../team/space/remove-space.ts";
import { inPassing, underLease } from "../under-lease.ts";
import { exchangeWith, type SpaceResult } from "./exchange-with.ts";

const LIMIT_MS = 60_000;
/** In passing, a server that does not answer at once is left to the next time. */
const PASSING_LIMIT_MS = 4000;

export async function exchangeWithAll(call: CallContext): Promise<readonly SpaceResult[]> {
  demandPerson(call.env, "sync");
  return exchangeWithEach(call, readSpaces(call.home), { limitMs: LIMIT_MS });
}

export async function exchangeInPassing(call: CallContext, { isUrgent = false } = {}): Promise<void> {
  await finishLeaving(call);
  const spaces = readSpaces(call.home);
  await inPassing(
    call,
    spaces.map(({ id }) => id),
    {
      isUrgent,
      run: (due) =>
        exchangeWithEach(
          call,
          spaces.filter(({ id }) => due.includes(id)),
          { limitMs: PASSING_LIMIT_MS },
        ),
    },
  );
}

/** Notes that a forgotten record has to be erased in its spaces too; only the id is kept for that. True if any space has one. */
export function noteErasures({ store, home }: CallContext, ids: readonly RecordId[]): boolean {
  const joined = new Set(readSpaces(home).map(({ id }) => id));
  let isAny = false;
  for (const record of ids) {
    for (const space of store.remotes.holding(record).filter((id) => joined.has(id))) {
      const key = store.newId("act");
      store.remotes.send(space, { record, op: "erase", key, revision: 0, state: "sending" });
      isAny = true;
    }
  }
  return isAny;
}

async function exchangeWithEach(
  call: CallContext,
  spaces: readonly Space[],
  { limitMs }: { readonly limitMs: number },
): Promise<readonly SpaceResult[]> {
  if (spaces.length === 0) return [];
  return underLease(call, "teams", async () => {
    const results: SpaceResult[] = [];
    for (const space of spaces) results.push(await exchangeWith(call, space, { limitMs }));
    return results;
  });
}
