/** The person's own records as they travel, and what changed in them since all machines agreed. */

import type { Kept } from "../../core/ports.ts";
import { writeRecord } from "../../core/record/file.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type MemoryRecord, STATUSES } from "../../core/record/record.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import type { LocalRecord } from "../../sync/own-changes.ts";

export type Here = { readonly kept: Kept; readonly text: string };

/** Every file was screened when it was read: one with a secret is not among them. */
export async function recordsHere(store: WriteStore): Promise<ReadonlyMap<RecordId, Here>> {
  const all = await store.search.where({ statuses: STATUSES });
  return new Map(all.map((kept) => [kept.record.id, { kept, text: travelText(kept.record) }]));
}

/** Without the project, whose id differs between machines. */
export function travelText({ project: _, ...record }: MemoryRecord): string {
  return writeRecord(record);
}

type Since = { readonly here: Here | undefined; readonly since: number };

/** The record with its changes after the revision with that number. */
export function localRecord(store: WriteStore, id: RecordId, { here, since }: Since): LocalRecord {
  const changes = store.revisions.of(id).filter(({ seq }) => seq > since);
  if (here === undefined) {
    const removal = store.tombstones.removalOf(id);
    const removed = removal && (removal.why === "forget" ? ("forget" as const) : ("delete" as const));
    return { id, changes, ...(removed !== undefined && { removed }) };
  }
  const { project } = here.kept.record;
  return { id, changes, text: here.text, ...(project !== undefined && { project }) };
}
