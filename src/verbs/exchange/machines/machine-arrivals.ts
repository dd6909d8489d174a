/** What has to change here, so that this machine's records are what all machines together say. */
import { sha256 } from "../../../core/base/hash.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { isLater, type LogTime, type MachineId, type RecordVersion, stampOf } from "../../../core/sync/machine-log.ts";
import { entriesOf } from "../../../store/index/record-entries.ts";
import { arrivedFrom } from "../../../store/replicate/local-change.ts";
import type { CurrentState } from "../../../store/replicate/machines/current-state.ts";
import type { AgreedRecord } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { ArrivalOutcome, ArrivingChange } from "../remote.ts";
import { type Here, recordIn, travelText } from "./local-records.ts";

export type Arrived = {
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

type Deciding = {
  readonly store: WriteStore;
  readonly here: ReadonlyMap<RecordId, Here>;
  readonly agreed: ReadonlyMap<RecordId, AgreedRecord>;
  /** The last change before `here` was read: what came later was not seen by this round. */
  readonly revision: number;
  /** By the ids of known machines, and by those of strangers, who could otherwise say where the records of others belong. */
  readonly projects: Record<"known" | "strangers", ReadonlyMap<ProjectId, ProjectId>>;
  readonly nameOf: (machine: MachineId) => string;
  /** Versions of a machine that nobody confirmed count as a repository's. */
  readonly isKnown: (machine: MachineId) => boolean;
  /** Known machines whose logs cannot be used now: what is here of them is not undone by what is older. */
  readonly blind: ReadonlySet<MachineId>;
  readonly counts: Arrived;
};

type Kept = Extract<CurrentState, { readonly state: "kept" }>;
type Removed = Extract<CurrentState, { readonly state: "removed" }>;

export async function* machineArrivals(
  states: ReadonlyMap<RecordId, CurrentState>,
  deciding: Deciding,
): AsyncGenerator<ArrivingChange, void, ArrivalOutcome> {
  const { store, here, revision, counts } = deciding;
  for (const [id, current] of states) {
    const arrival = current.state === "removed" ? removal(id, current, deciding) : await version(current, deciding);
    if (arrival === undefined) continue;
    const applied: ArrivalOutcome = yield arrival;
    if (applied.is === "open") {
      counts.conflicts += 1;
      continue;
    }
    counts.arrived += 1;
    const sha = arrival.op === "put" ? sha256(travelText(arrival.record)) : undefined;
    if (current.state === "kept" && arrival.op === "put") {
      // The version that was here is in the history already.
      const lost = current.others.filter(({ text }) => text !== here.get(id)?.text);
      keepInHistory(lost, arrival.record, deciding);
    }
    const { stamp } = current.state === "kept" ? current.version : current.removal;
    store.synced.agree(id, { sha, stamp, revision });
  }
}

function removal(id: RecordId, { removal: { stamp, why } }: Removed, deciding: Deciding): ArrivingChange | undefined {
  const local = deciding.here.get(id);
  if (local === undefined || isOlderThanBlind(id, stamp, deciding)) return undefined;
  const from = arrivedFrom("machine", deciding.nameOf(stamp.machine));
  const { record, version: base } = local.kept;
  return why === "forget"
    ? { op: "forget", id, from, texts: [screen(record.text).text] }
    : { op: "remove", id, from, base };
}

async function version({ version: theirs, others }: Kept, deciding: Deciding): Promise<ArrivingChange | undefined> {
  const { store, here, agreed, counts } = deciding;
  const { id, stamp } = theirs;
  const local = here.get(id);
  if (isOlderThanBlind(id, stamp, deciding)) return undefined;
  const isKnown = deciding.isKnown(stamp.machine);
  // A stranger's version changes what came from that stranger, and nothing else.
  if (local !== undefined && !isKnown && stampOf(agreed.get(id))?.machine !== stamp.machine) return undefined;
  const projects = deciding.projects[isKnown ? "known" : "strangers"];
  // A record that is here is in a project of this machine, also if that project has no evidence to match.
  const project =
    theirs.project === undefined ? undefined : (projects.get(theirs.project) ?? local?.kept.record.project);
  if (theirs.project !== undefined && project === undefined) {
    counts.waiting += 1;
    return undefined;
  }
  const record = arrivedRecord(theirs, project, deciding);
  if (record === undefined || (!isKnown && (await isBuried(record, store)))) {
    counts.refused += 1;
    return undefined;
  }
  const text = travelText(record);
  const isAgreed = agreed.get(id)?.sha === sha256(text);
  if (local?.text === text) {
    if (!isAgreed) keepInHistory(others, record, deciding);
    return undefined;
  }
  // Consolidation changed it here, or its file is missing for now, and nothing new arrived.
  if (isAgreed && (local !== undefined || isListed(store, id))) {
    if (local === undefined) counts.missing += 1;
    return undefined;
  }
  const from = arrivedFrom("machine", deciding.nameOf(stamp.machine));
  return { op: "put", id, from, record, base: local?.kept.version ?? null };
}

/** What was deleted or forgotten comes back only by this person's own machines. */
async function isBuried({ id, text }: MemoryRecord, { tombstones }: WriteStore): Promise<boolean> {
  const match = await tombstones.match({ id, text });
  return match.id || match.text;
}

function isOlderThanBlind(id: RecordId, stamp: LogTime, { agreed, blind }: Deciding): boolean {
  const row = stampOf(agreed.get(id));
  return row !== undefined && blind.has(row.machine) && !isLater(stamp, row);
}

/** Whether a file is known here, also one that cannot be read now; a record without any trace comes back. */
function isListed({ index, folders }: WriteStore, id: RecordId): boolean {
  const keys = folders.map(({ key }) => key);
  return entriesOf(index).byId(id, keys).length > 0;
}

/** The record of a version; undefined if it is not one, or contains a secret. */
function arrivedRecord(
  theirs: RecordVersion,
  project: ProjectId | undefined,
  { store, isKnown }: Deciding,
): MemoryRecord | undefined {
  const claimed = recordIn(theirs, { home: store.home, project });
  if (claimed === undefined || isKnown(theirs.stamp.machine)) return claimed;
  const { accepted: _, ...record } = claimed;
  return { ...record, trust: "repo" };
}

/** Versions that lost stay in the history of the record: once, although the round may be made again. */
function keepInHistory(others: readonly RecordVersion[], after: MemoryRecord, deciding: Deciding): void {
  const { store, nameOf } = deciding;
  const kept = others.length === 0 ? [] : store.revisions.of(after.id);
  for (const other of others) {
    const before = arrivedRecord(other, after.project, deciding);
    if (before === undefined || before.text === after.text) continue;
    if (kept.some((revision) => revision.why.verb === "merge" && revision.before?.text === before.text)) continue;
    const why = { verb: "merge" as const, ...arrivedFrom("machine", nameOf(other.stamp.machine)) };
    const of = { batch: store.newId("rev"), record: after.id, folder: after.project ?? "global", atMs: store.clock() };
    store.revisions.append({ ...of, before, after, why, isNote: true });
  }
}
