/** Makes the folder of a space what the space says, through the one way to write records. */
import type { CallContext } from "../../../context/call-context.ts";
import { commitChanges } from "../../../context/commit-changes.ts";
import type { Change, Kept } from "../../../core/ports.ts";
import { acceptanceHash } from "../../../core/record/acceptance.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../../core/record/record.ts";
import { screenName } from "../../../core/screen/clean.ts";
import type { MadeChange } from "../../../core/team/wire.ts";
import { readWireText, wireText } from "../../../core/team/wire-record.ts";
import { spaceFolder } from "../../../store/local/files/record-folder.ts";
import { forgetEverywhere } from "../../../store/local/forget/forget.ts";
import type { AgreedRecord } from "../../../store/local/rows/spaces.ts";
import type { Space } from "../../../store/local/team/space-files.ts";
import type { WriteStore } from "../../../store/local/write-store.ts";
import { isCovered } from "../../../team/covered-records.ts";
import { arrivedFrom, isArrival } from "../../../team/local-changes.ts";
import { changeOf, versionHere } from "./deliver-changes.ts";

export type Arrivals = {
  /** Written, changed or removed here. */
  arrived: number;
  /** Not valid, or with a secret, or forgotten here. */
  refused: number;
  /** Changes of this person that a later version of the space replaced; they stay in the history. */
  conflicts: number;
};

export type Applying = {
  readonly env: CallContext["env"];
  readonly config: CallContext["config"];
  readonly store: WriteStore;
  readonly space: Space;
  /** The local project for each project of the space. */
  readonly projects: ReadonlyMap<ProjectId, ProjectId>;
};

/** `open`: the record changed here at this moment, so that the change has to be fetched again. */
export type Applied = "done" | "open";

export async function applyChange(change: MadeChange, applying: Applying, counts: Arrivals): Promise<Applied> {
  const known = applying.store.spaces.record(applying.space.id, change.id);
  return change.op === "remove"
    ? applyRemoval(change, { applying, counts, known })
    : applyPut(change, { applying, counts, known });
}

type Step = { readonly applying: Applying; readonly counts: Arrivals; readonly known: AgreedRecord | undefined };
type Put = Extract<MadeChange, { op: "put" }>;
type Removal = Extract<MadeChange, { op: "remove" }>;

async function applyPut(change: Put, { applying, counts, known }: Step): Promise<Applied> {
  const { store, space, projects } = applying;
  const { id, version } = change;
  const project = change.project === undefined ? undefined : projects.get(change.project);
  const isPlaced = change.project === undefined || project !== undefined;
  if (known?.version === version && (await isAsKnown(change, { known, applying, isPlaced }))) return "done";
  const of = { record: id, version, ...(change.project !== undefined && { project: change.project }) };
  const agree = (more: Pick<AgreedRecord, "state" | "sha">): void =>
    store.spaces.agree(space.id, { ...of, revision: store.spaces.lastRevision(), ...more });
  if (!isPlaced) {
    await removeHere(change, applying);
    agree({ state: "waiting" });
    return "done";
  }
  const record = arrivedRecord(change, { space, project });
  if (record === undefined || store.tombstones.isForgotten(id)) {
    counts.refused += 1;
    agree({ state: "refused", ...(known?.sha !== undefined && { sha: known.sha }) });
    return "done";
  }
  if (isDeletedHere(record, { store, known })) {
    // Any hash that no file has: what is missing here is sent as deleted.
    store.spaces.agree(space.id, { ...of, revision: known?.revision ?? 0, state: "here", sha: "" });
    return "done";
  }
  const isConflict = isChangedHere(store, id, known) && !isProposedHere(change, applying);
  const kept = await putHere(record, change, applying);
  if (kept === undefined) return "open";
  accept(kept, { applying, known });
  agree({ state: "here", sha: kept.version });
  store.spaces.delivered(space.id, id);
  if (isConflict) counts.conflicts += 1;
  counts.arrived += 1;
  return "done";
}

/** Whether it arrived in an exchange that was stopped before it was agreed on, and the person deleted it since. */
function isDeletedHere(record: MemoryRecord, { store, known }: Pick<Step, "known"> & Pick<Applying, "store">): boolean {
  if (versionHere(store, record.id) !== undefined) return false;
  const changes = store.revisions.of(record.id).filter(({ seq }) => seq > (known?.revision ?? 0));
  const last = changes.at(-1);
  if (last === undefined || last.after !== undefined || isArrival(last.why)) return false;
  const isIt = (one: MemoryRecord | undefined): boolean => one !== undefined && wireText(one) === wireText(record);
  if (isIt(changes.findLast(({ why }) => isArrival(why))?.after)) return true;
  // Stopped even before the history had the arrival: then nothing in it says how the deleted record came here.
  return isIt(last.before) && !changes.some(({ after }) => isIt(after));
}

type Known = { readonly known: AgreedRecord; readonly applying: Applying; readonly isPlaced: boolean };

/** Whether a version that was agreed on needs nothing here. A change and its undo give the same version another author. */
async function isAsKnown({ id, author }: Put, { known, applying, isPlaced }: Known): Promise<boolean> {
  if (known.state !== "here") return known.state === "waiting" && !isPlaced;
  const here = await applying.store.records.get(id);
  return here?.version !== known.sha || here?.record.author === screenName(author.name);
}

async function applyRemoval(change: Removal, { applying, counts, known }: Step): Promise<Applied> {
  const { store, space, env } = applying;
  const { id, why } = change;
  if (known?.state === "gone" && known.version === undefined) return "done";
  const isConflict = isChangedHere(store, id, known);
  const wasHere = (await store.records.get(id)) !== undefined;
  if (why === "erase") {
    // By its id alone: what others write must not decide which words disappear from this person's own history.
    if (wasHere || store.revisions.of(id).length > 0) await forgetEverywhere(store, { ids: [id], texts: [] }, env.at);
  } else if ((await removeHere(change, applying)) === "changed") return "open";
  store.spaces.delivered(space.id, id);
  store.spaces.agree(space.id, { record: id, revision: store.spaces.lastRevision(), state: "gone" });
  if (!wasHere) return "done";
  if (isConflict) counts.conflicts += 1;
  counts.arrived += 1;
  return "done";
}

/** Who wrote it is what the server says, never what the text says; its place is the one here. */
function arrivedRecord(
  { id, record: text, author }: Put,
  { space, project }: { readonly space: Space; readonly project: ProjectId | undefined },
): MemoryRecord | undefined {
  const read = readWireText(text, { id, ...(project !== undefined && { project }) });
  if (read.outcome === "refused") return undefined;
  const { accepted: _, extra: _e, ...record } = read.record;
  return { ...record, trust: "team", source: `team ${screenName(space.name)}`, author: screenName(author.name) };
}

const TRIES = 3;

async function putHere(record: MemoryRecord, { author }: Put, applying: Applying): Promise<Kept | undefined> {
  const { env, config, store } = applying;
  const why = { verb: "import" as const, by: arrivedFrom(screenName(author.name)) };
  for (let tries = 0; tries < TRIES; tries++) {
    let here = await store.records.get(record.id);
    if (here !== undefined && here.record.project !== record.project) {
      await removeHere({ id: record.id, author }, applying);
      here = undefined;
    }
    // It was deleted here, and the space has a later version.
    if (here === undefined && store.tombstones.removalOf(record.id) !== undefined)
      await store.tombstones.lift({ id: record.id, text: record.text });
    const change: Change = { op: "put", record, base: here?.version ?? null, why, isArrival: true };
    const committed = await commitChanges({ env, config, store }, [change], "person");
    if (committed.outcome === "conflict") continue;
    keepFromUndo(store, record.id);
    return committed.kept[0];
  }
  return undefined;
}

async function removeHere(
  { id, author }: Pick<MadeChange, "id" | "author">,
  { env, config, store }: Applying,
): Promise<"done" | "changed"> {
  for (let tries = 0; tries < TRIES; tries++) {
    const here = await store.records.get(id);
    if (here === undefined) return "done";
    const why = { verb: "delete" as const, by: arrivedFrom(screenName(author.name)) };
    const change: Change = { op: "remove", id, base: here.version, leaveTombstone: true, why };
    if ((await commitChanges({ env, config, store }, [change], "person")).outcome === "conflict") continue;
    keepFromUndo(store, id);
    return "done";
  }
  return "changed";
}

/** `record undo` is for what this person did. */
function keepFromUndo({ revisions }: WriteStore, id: RecordId): void {
  const last = revisions.of(id).at(-1);
  if (last !== undefined) revisions.markUndone([last.seq]);
}

function isChangedHere(store: WriteStore, id: RecordId, known: AgreedRecord | undefined): boolean {
  const sha = versionHere(store, id);
  if (sha === known?.sha) return false;
  const change = changeOf(store, id, { known, sha });
  return change === "put" || change === "remove";
}

/** A proposal of this machine that was accepted as it was. */
function isProposedHere({ id, record }: Put, { store, space }: Applying): boolean {
  return store.spaces.outgoing(space.id).some((sent) => sent.record === id && sent.text === record);
}

/** In an accepted space most records count at once; the rest waits until the person accepts them as they are. */
function accept({ record }: Kept, { applying, known }: Pick<Step, "applying" | "known">): void {
  const { store, space } = applying;
  const isSpaceAccepted = store.spaces.progress(space.id).acceptedMs !== undefined;
  const isChange = known !== undefined && known.state !== "waiting";
  const { accepted: _, ...claimed } = record;
  if (isCovered(claimed, { isSpaceAccepted, isChange }))
    store.accepted.add(
      spaceFolder(store.home, space, { project: record.project }),
      { id: record.id, hash: acceptanceHash(claimed) },
      store.clock(),
    );
}
