/** Consolidation: twins merged, what faded archived, what recurs suggested; weekly in passing, and whenever it is asked for. */
import { type ConsolidationPass, consolidationPass } from "../../consolidate/consolidation-pass.ts";
import type { CallContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { admit } from "../records/admit.ts";

export type Consolidated = {
  readonly dryRun: boolean;
  readonly merged: readonly { readonly into: string; readonly from: readonly string[]; readonly reason: string }[];
  readonly archived: readonly { readonly id: string; readonly text: string; readonly reason: string }[];
  readonly promoted: readonly { readonly text: string; readonly type: string; readonly reason: string }[];
  /** What waits for the next time, since much time seems to have passed at once. */
  readonly held: readonly { readonly id: string; readonly reason: string }[];
};

const BY = "oldhand";

export async function consolidate(call: CallContext, { dryRun }: { readonly dryRun: boolean }): Promise<Consolidated> {
  const { store, clock, config } = call;
  const kept = await call.search.where({});
  const { lastSweepMs, lastJumpMs } = store.consolidations.last(call.project?.id);
  const swept = consolidationPass({
    kept,
    episodes: store.episodes.all(),
    nowMs: clock(),
    settings: { halfLifeDays: config["decay.halfLifeDays"], archiveBelow: config["decay.archiveBelow"] },
    ...(lastSweepMs !== undefined && { lastRunMs: lastSweepMs }),
    ...(lastJumpMs !== undefined && { lastJumpMs }),
    suggested: (await store.suggestions.list()).map(({ record }) => record),
    carried: carriedIn(call, kept),
  });
  const promotions = swept.promotions.filter(({ record }) => mayBeSuggested(call, record));
  if (!dryRun) {
    await carryOut(call, { ...swept, promotions }, kept);
    store.consolidations.record(call.project?.id, { atMs: clock(), hasJumped: swept.jump !== undefined });
  }
  return {
    dryRun,
    merged: swept.merges.map(({ into, from, reason }) => ({ into, from, reason })),
    archived: swept.archives.map(({ id, reason, record }) => ({ id, text: record.text, reason })),
    promoted: promotions.map(({ record, reason }) => ({ text: record.text, type: record.type, reason })),
    held: swept.held,
  };
}

/** What somebody changed meanwhile is left to the next time. */
async function carryOut(
  call: CallContext,
  { merges, archives, promotions }: ConsolidationPass,
  kept: readonly Kept[],
): Promise<void> {
  const { store } = call;
  const versions = new Map(kept.map(({ record, version }) => [record.id, version]));
  const changed = (record: MemoryRecord, verb: "merge" | "archive") =>
    ({ op: "put", record, base: versions.get(record.id) ?? null, why: { verb, by: BY } }) as const;
  for (const { survivor, superseded, into, from } of merges) {
    const committed = await store.records.commit([survivor, ...superseded].map((record) => changed(record, "merge")));
    if (committed.outcome === "kept") store.counters.join(into, from);
  }
  for (const { record } of archives) await store.records.commit([changed(record, "archive")]);
  for (const { record, reason } of promotions)
    await admit(call, { record: { ...record, id: store.newId("rec") }, keyBy: "slug" }, { askFirst: reason });
}

/** A repository's records are its team's: one person's disuse says nothing about them. */
function carriedIn({ store }: CallContext, kept: readonly Kept[]): Set<string> {
  const carried = store.folders.filter(({ fromRepo }) => fromRepo).map(({ path }) => `${path}/`);
  return new Set(
    kept.filter(({ file }) => carried.some((path) => file.startsWith(path))).map(({ record }) => record.id),
  );
}

/** What another project knows cannot be seen from here: its own sweep suggests it. */
function mayBeSuggested({ store, project }: CallContext, { text, scope, project: of }: MemoryRecord): boolean {
  if (scope === "project" && of !== project?.id) return false;
  return screen(text).outcome === "clean" && !store.tombstones.matchNow({ text }).text;
}
