/** Exchanges records with every space: when a person asks for it, and in passing. */
import { type CallContext, demandPerson } from "../../../context/call-context.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { readSpaces, type Space } from "../../../store/local/team/space-files.ts";
import { underLease } from "../../syncing/under-lease.ts";
import { finishLeaving } from "../remove-space.ts";
import { exchangeWith, NOTHING, type SpaceResult } from "./exchange-with.ts";

const LIMIT_MS = 60_000;
/** In passing, a server that does not answer at once is left to the next time. */
const PASSING_LIMIT_MS = 4000;

export async function exchangeWithAll(call: CallContext): Promise<readonly SpaceResult[]> {
  demandPerson(call.env, "sync");
  return exchangeWithEach(call, readSpaces(call.home), { limitMs: LIMIT_MS });
}

/** Quiet if nothing was joined, if it was done lately, or if no server answers. */
export async function exchangeInPassing(call: CallContext, { isUrgent = false } = {}): Promise<void> {
  const { store, home, config, clock } = call;
  await finishLeaving(call);
  const everyMs = config["sync.everyMinutes"] * 60_000;
  if ((everyMs === 0 && !isUrgent) || store.jobs.isRunning("sync")) return;
  const isDue = ({ id }: Space): boolean =>
    isUrgent || Math.abs(clock() - (store.spaces.progress(id).lastMs ?? 0)) >= everyMs;
  const due = readSpaces(home).filter(isDue);
  if (due.length === 0) return;
  try {
    await exchangeWithEach(call, due, { limitMs: PASSING_LIMIT_MS });
  } catch (error) {
    // `team` and `doctor` show it; the command that the person typed goes on.
    if (!(error instanceof OldhandError)) throw error;
  }
}

/** Notes that a forgotten record has to be erased in its spaces too; only the id is kept for that. True if any space has one. */
export function noteErasures({ store, home }: CallContext, ids: readonly RecordId[]): boolean {
  const joined = new Set(readSpaces(home).map(({ id }) => id));
  let isAny = false;
  for (const record of ids) {
    for (const space of store.spaces.holding(record).filter((id) => joined.has(id))) {
      const key = store.newId("act");
      store.spaces.send(space, { record, op: "erase", key, revision: 0, state: "sending" });
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
    for (const space of spaces) {
      const result = await exchangeWith(call, space, { limitMs }).catch((error: unknown) => asProblem(space, error));
      results.push(result);
      if (result.problem !== undefined && result.isRemoved !== true) keepProblem(call, space, result.problem);
    }
    return results;
  });
}

/** A token that is missing says nothing about the other spaces. */
function asProblem({ name }: Space, error: unknown): SpaceResult {
  if (!(error instanceof OldhandError)) throw error;
  return { space: name, ...NOTHING, problem: error.message };
}

/** The next try in passing waits like after a success: somebody who is offline does not wait at every command. */
function keepProblem({ store, clock }: CallContext, { id }: Space, problem: string): void {
  store.spaces.setProgress(id, { ...store.spaces.progress(id), lastMs: clock(), problem });
}
