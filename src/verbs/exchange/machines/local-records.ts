/** The person's own records as they travel, and what changed in them since all machines agreed. */

import type { Kept } from "../../../core/ports.ts";
import { unconfirmed } from "../../../core/record/acceptance.ts";
import { writeRecord } from "../../../core/record/file.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { type MemoryRecord, STATUSES } from "../../../core/record/record.ts";
import type { RecordVersion } from "../../../core/sync/machine-log.ts";
import { globalFolder, projectFolder, readRecordBytes } from "../../../store/files/record-folder.ts";
import { readYamlHead } from "../../../store/files/yaml-head.ts";
import type { WriteStore } from "../../../store/write-store.ts";

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

/** The record that a version is; undefined if it is not valid, or contains a secret. */
export function recordIn(
  version: Pick<RecordVersion, "id" | "text">,
  { home, project }: { readonly home: WriteStore["home"]; readonly project: ProjectId | undefined },
): MemoryRecord | undefined {
  const folder = project === undefined ? globalFolder(home) : projectFolder(home, project);
  const file = { category: "" as const, name: `${version.id}.md`, bytes: Buffer.from(version.text), modifiedMs: 0 };
  const { parsed } = readRecordBytes(folder, file, readYamlHead);
  return parsed.outcome === "record" && parsed.record.id === version.id ? parsed.record : undefined;
}

/** Whether a file is that version, but was written by a sync that was stopped before it could confirm the file. */
export function isUnconfirmedCopy(store: WriteStore, local: Here, version: RecordVersion): boolean {
  const { id, project } = local.kept.record;
  const record = recordIn({ id, text: version.text }, { home: store.home, project });
  return record !== undefined && travelText(unconfirmed(record)) === local.text;
}
