/** Deletes records, extractions and artifacts without tombstones, so that they can be learned again. */

import { OldhandError } from "../../core/base/error.ts";
import type { Kept } from "../../core/ports.ts";
import type { Scope } from "../../core/record/record.ts";
import { othersPaths } from "../../store/files/record-folder.ts";
import { clearArtifacts } from "../../store/forget/scrub-artifacts.ts";
import { type CallContext, changedBy, demandPerson, demandProject } from "../call/call-context.ts";
import { commitChanges } from "../call/commit-changes.ts";
import { inProjectOf } from "../call/open-for-writing.ts";

export type Cleared = {
  readonly records: number;
  readonly sessions: number;
  /** Projects whose directory is missing, so that nothing was deleted. */
  readonly outOfReach: number;
};

export type ClearAsk = { readonly everywhere: boolean };

export const clearable = (call: CallContext, ask: ClearAsk): Promise<Cleared> => inEach(call, ask, count);
export async function clear(call: CallContext, ask: ClearAsk): Promise<Cleared> {
  demandPerson(call.env, "clear memory");
  return inEach(call, ask, clearHere);
}

type Work = (call: CallContext, scope: Scope) => Promise<Omit<Cleared, "outOfReach">>;

async function inEach(call: CallContext, { everywhere }: ClearAsk, work: Work): Promise<Cleared> {
  if (!everywhere) {
    demandProject(call);
    return { ...(await work(call, "project")), outOfReach: 0 };
  }
  const sum = { records: 0, sessions: 0, outOfReach: 0 };
  const add = (part: Omit<Cleared, "outOfReach">): void => {
    sum.records += part.records;
    sum.sessions += part.sessions;
  };
  add(await work(call, "global"));
  for (const { id } of call.store.registry.all()) {
    try {
      add(await inProjectOf(call, id, (there) => work(there, "project")));
    } catch (error) {
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
      sum.outOfReach += 1;
    }
  }
  return sum;
}

const count: Work = async (call, scope) => ({
  records: (await recordsOf(call, scope)).length,
  sessions: sessionsOf(call, scope).length,
});

const clearHere: Work = async (call, scope) => {
  const { store, env } = call;
  const records = await recordsOf(call, scope);
  const why = { verb: "delete", ...changedBy(env) } as const;
  for (const { record, version } of records)
    await commitChanges(call, [{ op: "remove", id: record.id, base: version, leaveTombstone: false, why }]);
  const sessions = sessionsOf(call, scope);
  // They still count as read: the next run must not bring back what was just cleared. `enqueue` has them read again.
  for (const { id } of sessions) {
    store.ledger.record(id, [], 0);
    store.synopses.remove(id);
  }
  if (scope === "project") {
    const { id } = demandProject(call);
    store.wordings.drop(id);
    clearArtifacts(store.home, id);
  }
  return { records: records.length, sessions: sessions.length };
};

/** Without the records of the repository and of spaces, which belong to a team. */
async function recordsOf({ store, search }: CallContext, scope: Scope): Promise<readonly Kept[]> {
  const theirs = othersPaths(store.folders);
  const all = await search.where({ scopes: [scope] });
  return all.filter(({ file }) => !theirs.some((path) => file.startsWith(path)));
}

function sessionsOf(call: CallContext, scope: Scope) {
  const all = call.store.sessions.list({ limit: Number.MAX_SAFE_INTEGER });
  const wanted = scope === "project" ? demandProject(call).id : undefined;
  return all.filter(({ project }) => project === wanted);
}
