/** Makes this machine's records what all machines together say, through the one way to write records. */
import type { CallContext } from "../../context/call-context.ts";
import { commitChanges } from "../../context/commit-changes.ts";
import { sha256 } from "../../core/base/hash.ts";
import type { Change } from "../../core/ports.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { MachineId, RecordVersion } from "../../core/sync/machine-log.ts";
import { forgetEverywhere } from "../../store/local/forget/forget.ts";
import { entriesOf } from "../../store/local/index/record-entries.ts";
import type { Synced } from "../../store/local/rows/synced.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import type { CurrentState } from "../../sync/current-state.ts";
import { arrivedFrom } from "../../sync/own-changes.ts";
import { type Here, recordIn, travelText } from "./local-records.ts";

export type Arrivals = {
  /** Written, changed or removed here. */
  arrived: number;
  /** Of projects that are not known here. */
  waiting: number;
  /** Not valid, or with a secret. */
  refused: number;
  /** Not applied because the file changed meanwhile: the next round decides again. */
  conflicts: number;
  /** Known here, but its file is missing for now. */
  missing: number;
};

export type Applying = {
  readonly env: CallContext["env"];
  readonly config: CallContext["config"];
  readonly store: WriteStore;
  readonly here: ReadonlyMap<RecordId, Here>;
  readonly agreed: ReadonlyMap<RecordId, Synced>;
  /** The last change before `here` was read: what came later was not seen by this round. */
  readonly revision: number;
  readonly projects: ReadonlyMap<ProjectId, ProjectId>;
  readonly nameOf: (machine: MachineId) => string;
  /** Versions of a machine that nobody confirmed count as a repository's. */
  readonly isKnown: (machine: MachineId) => boolean;
};

export async function applyArrivals(
  states: ReadonlyMap<RecordId, CurrentState>,
  applying: Applying,
): Promise<Arrivals> {
  const counts: Arrivals = { arrived: 0, waiting: 0, refused: 0, conflicts: 0, missing: 0 };
  for (const [id, current] of states) {
    if (current.state === "removed") await applyRemoval(id, current.removal, { applying, counts });
    else await applyVersion(current, { applying, counts });
  }
  return counts;
}

type Step = { readonly applying: Applying; readonly counts: Arrivals };

async function applyRemoval(
  id: RecordId,
  { stamp, why }: Extract<CurrentState, { state: "removed" }>["removal"],
  { applying, counts }: Step,
): Promise<void> {
  const { env, config, store, here, revision, nameOf } = applying;
  const local = here.get(id);
  if (local === undefined) return;
  if (why === "forget") {
    const texts = [screen(local.kept.record.text).text];
    await forgetEverywhere(store, { ids: [id], texts }, env.at);
  } else {
    const change: Change = {
      op: "remove",
      id,
      base: local.kept.version,
      leaveTombstone: true,
      why: { verb: "delete", by: arrivedFrom(nameOf(stamp.machine)) },
    };
    if ((await commitChanges({ env, config, store }, [change], "person")).outcome === "conflict") {
      counts.conflicts += 1;
      return;
    }
  }
  store.synced.put(id, { sha: undefined, stamp, revision });
  counts.arrived += 1;
}

async function applyVersion(
  { version, others }: Extract<CurrentState, { state: "kept" }>,
  { applying, counts }: Step,
): Promise<void> {
  const { env, config, store, here, agreed, revision, nameOf } = applying;
  const { id, stamp } = version;
  const local = here.get(id);
  // A record that is here is in a project of this machine, also if that project has no evidence to match.
  const project =
    version.project === undefined ? undefined : (applying.projects.get(version.project) ?? local?.kept.record.project);
  if (version.project !== undefined && project === undefined) {
    counts.waiting += 1;
    return;
  }
  const record = arrivedRecord(version, { project, applying });
  if (record === undefined) {
    counts.refused += 1;
    return;
  }
  const text = travelText(record);
  if (local?.text === text) {
    if (agreed.get(id)?.sha !== sha256(text)) keepInHistory(others, record, applying);
    return;
  }
  // Consolidation changed it here, or its file is missing for now, and nothing new arrived.
  if (agreed.get(id)?.sha === sha256(text) && (local !== undefined || isListed(store, id))) {
    if (local === undefined) counts.missing += 1;
    return;
  }
  if (local === undefined) await store.tombstones.lift({ id, text: record.text });
  const why = { verb: "import" as const, by: arrivedFrom(nameOf(stamp.machine)) };
  const base = local?.kept.version ?? null;
  const committed = await commitChanges({ env, config, store }, [{ op: "put", record, base, why }], "person");
  if (committed.outcome === "conflict") {
    counts.conflicts += 1;
    return;
  }
  // The version that was here is in the history already.
  keepInHistory(
    others.filter((other) => other.text !== local?.text),
    record,
    applying,
  );
  store.synced.put(id, { sha: sha256(text), stamp, revision });
  counts.arrived += 1;
}

/** Whether a file is known here, also one that cannot be read now; a record without any trace comes back. */
function isListed({ index, folders }: WriteStore, id: RecordId): boolean {
  const keys = folders.map(({ key }) => key);
  return entriesOf(index).byId(id, keys).length > 0;
}

/** The record of a version; undefined if it is not one, or contains a secret. */
function arrivedRecord(
  version: RecordVersion,
  { project, applying }: { readonly project: ProjectId | undefined; readonly applying: Applying },
): MemoryRecord | undefined {
  const { store, isKnown } = applying;
  const claimed = recordIn(version, { home: store.home, project });
  if (claimed === undefined || isKnown(version.stamp.machine)) return claimed;
  const { accepted: _, ...record } = claimed;
  return { ...record, trust: "repo" };
}

/** Versions that lost stay in the history of the record: once, although the round may be made again. */
function keepInHistory(others: readonly RecordVersion[], after: MemoryRecord, applying: Applying): void {
  const { store, nameOf } = applying;
  const kept = others.length === 0 ? [] : store.revisions.of(after.id);
  for (const other of others) {
    const before = arrivedRecord(other, { project: after.project, applying });
    if (before === undefined || before.text === after.text) continue;
    if (kept.some((revision) => revision.why.verb === "merge" && revision.before?.text === before.text)) continue;
    const by = arrivedFrom(nameOf(other.stamp.machine));
    const folder = after.project ?? "global";
    const batch = store.newId("rev");
    store.revisions.append({
      ...{ batch, record: after.id, folder, atMs: store.clock(), before, after },
      why: { verb: "merge", by },
      isNote: true,
    });
  }
}
