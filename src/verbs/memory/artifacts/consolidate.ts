/** Consolidation: merges duplicates, archives unused records, suggests recurring ones; weekly, or on request. */

import { type Kept, OLDHAND } from "../../../core/ports.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { type ConsolidationPass, consolidationPass } from "../../../learn/consolidate/consolidation-pass.ts";
import { othersPaths } from "../../../store/files/record-folder.ts";
import type { CallContext } from "../../call/call-context.ts";
import { commitChanges } from "../../call/commit-changes.ts";
import { admit } from "../../record/kept/admit.ts";
import { suggestConflicts } from "../../record/kept/suggest-conflicts.ts";

export type Consolidated = {
  readonly dryRun: boolean;
  readonly merged: readonly { readonly into: string; readonly from: readonly string[]; readonly reason: string }[];
  readonly archived: readonly { readonly id: string; readonly text: string; readonly reason: string }[];
  readonly promoted: readonly { readonly text: string; readonly type: string; readonly reason: string }[];
  /** Left for the next time, because the clock may have jumped. */
  readonly held: readonly { readonly id: string; readonly reason: string }[];
};

export async function consolidate(call: CallContext, { dryRun }: { readonly dryRun: boolean }): Promise<Consolidated> {
  const { store, clock, config } = call;
  const kept = await call.search.where({});
  const { lastSweepMs, lastJumpMs } = store.consolidations.last(call.project?.id);
  const pass = consolidationPass({
    kept,
    episodes: store.episodes.all(),
    nowMs: clock(),
    settings: { halfLifeDays: config["decay.halfLifeDays"], archiveBelow: config["decay.archiveBelow"] },
    ...(lastSweepMs !== undefined && { lastRunMs: lastSweepMs }),
    ...(lastJumpMs !== undefined && { lastJumpMs }),
    suggested: (await store.suggestions.list()).map(({ record }) => record),
    carried: ofOthers(call, kept),
  });
  const promotions = pass.promotions.filter(({ record }) => mayBeSuggested(call, record));
  if (!dryRun) {
    await apply(call, { ...pass, promotions }, kept);
    store.consolidations.record(call.project?.id, { atMs: clock(), hasJumped: pass.jump !== undefined });
  }
  return {
    dryRun,
    merged: pass.merges.map(({ into, from, reason }) => ({ into, from, reason })),
    archived: pass.archives.map(({ id, reason, record }) => ({ id, text: record.text, reason })),
    promoted: promotions.map(({ record, reason }) => ({ text: record.text, type: record.type, reason })),
    held: pass.held,
  };
}

/** Records that changed meanwhile are left to the next time. */
async function apply(
  call: CallContext,
  { merges, archives, promotions }: ConsolidationPass,
  kept: readonly Kept[],
): Promise<void> {
  const { store } = call;
  const versions = new Map(kept.map(({ record, version }) => [record.id, version]));
  const changed = (record: MemoryRecord, verb: "merge" | "archive") =>
    ({
      op: "put",
      record,
      base: versions.get(record.id) ?? null,
      why: { verb, ...OLDHAND },
      keepsAcceptance: true,
    }) as const;
  for (const { survivor, superseded, into, from } of merges) {
    const committed = await commitChanges(
      call,
      [survivor, ...superseded].map((record) => changed(record, "merge")),
      "oldhand",
    );
    if (committed.outcome === "kept") store.counters.join(into, from);
  }
  for (const { record } of archives) await commitChanges(call, [changed(record, "archive")], "oldhand");
  for (const { record, reason } of promotions)
    await admit(
      call,
      { record: { ...record, id: store.newId("rec") }, keyBy: "slug" },
      { askFirst: reason, caller: "oldhand" },
    );
  await suggestConflicts(call, await call.search.where({ statuses: ["active"] }));
}

/** The records of a repository and of a space belong to a team: that one person does not use them says nothing. */
function ofOthers({ store }: CallContext, kept: readonly Kept[]): Set<string> {
  const carried = othersPaths(store.folders);
  return new Set(
    kept.filter(({ file }) => carried.some((path) => file.startsWith(path))).map(({ record }) => record.id),
  );
}

/** Records of other projects are not visible here: their own pass suggests them. */
function mayBeSuggested({ store, project }: CallContext, { text, scope, project: of }: MemoryRecord): boolean {
  if (scope === "project" && of !== project?.id) return false;
  return screen(text).outcome === "clean" && !store.tombstones.matchNow({ text }).text;
}
