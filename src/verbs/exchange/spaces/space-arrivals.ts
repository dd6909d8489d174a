/** What has to change here, so that the folder of a space is what the space says. */
import type { Author } from "../../../core/ports.ts";
import { acceptanceHash } from "../../../core/record/acceptance.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../../core/record/record.ts";
import { screenName } from "../../../core/screen/clean.ts";
import { authorName, readWireText, wireText } from "../../../core/team/wire-record.ts";
import type { MadeChange } from "../../../core/team/wire-types.ts";
import { spaceFolder } from "../../../store/files/record-folder.ts";
import { arrivedFrom, isArrival } from "../../../store/replicate/local-change.ts";
import { isCovered } from "../../../store/replicate/team/covered-records.ts";
import type { Space } from "../../../store/replicate/team/space-files.ts";
import type { AgreedRecord } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import { changeSince, isToDeliver, versionHere } from "../changes-here.ts";
import type { ArrivalOutcome, ArrivingChange } from "../remote.ts";
import type { SpaceCounts } from "./deliver-changes.ts";
import type { Provenance } from "./provenance.ts";

export type Deciding = {
  readonly store: WriteStore;
  readonly space: Space;
  /** The local project for each project of the space. */
  readonly projects: ReadonlyMap<ProjectId, ProjectId>;
  readonly provenance: Provenance;
  readonly counts: SpaceCounts;
};

type Put = Extract<MadeChange, { op: "put" }>;
type Removal = Extract<MadeChange, { op: "remove" }>;
type Arriving = AsyncGenerator<ArrivingChange, ArrivalOutcome["is"], ArrivalOutcome>;

/** `open`: the record changed here at this moment, so that the change has to be fetched again. */
export async function* spaceArrival(change: MadeChange, deciding: Deciding): Arriving {
  const { store, space, provenance } = deciding;
  const known = store.remotes.agreedOn(space.id, change.id);
  if (await provenance.isOfOthers(change.id)) return keepOut(change, deciding);
  return yield* change.op === "remove" ? removal(change, known, deciding) : put(change, known, deciding);
}

/** The id belongs to a record that did not come from this space: that one stays as it is, and wins. */
function keepOut({ id, op }: MadeChange, deciding: Deciding): "applied" {
  deciding.provenance.dropCopy(id);
  agree(deciding, { record: id, state: op === "put" ? "refused" : "gone" });
  deciding.store.remotes.delivered(deciding.space.id, id);
  if (op === "put") deciding.counts.refused += 1;
  return "applied";
}

async function* put(change: Put, known: AgreedRecord | undefined, deciding: Deciding): Arriving {
  const { store, space, projects, counts } = deciding;
  const { id, version } = change;
  const from = sender(authorName(change.author));
  const project = change.project === undefined ? undefined : projects.get(change.project);
  const isPlaced = change.project === undefined || project !== undefined;
  if (known?.version === version && (await isAsKnown(change, { known, store, isPlaced }))) return "applied";
  const of = { record: id, version, project: change.project };
  if (!isPlaced) {
    yield { op: "remove", id, from: sender(change.author.name) };
    agree(deciding, { ...of, state: "waiting" });
    return "applied";
  }
  const record = arrivedRecord(change, project, space);
  if (record === undefined || store.tombstones.isForgotten(id)) {
    counts.refused += 1;
    agree(deciding, { ...of, state: "refused", sha: known?.sha });
    return "applied";
  }
  if (isDeletedHere(record, known, store)) {
    // Any hash that no file has: what is missing here is sent as deleted.
    store.remotes.agree(space.id, { ...of, revision: known?.revision ?? 0, state: "here", sha: "" });
    return "applied";
  }
  const isConflict = isChangedHere(id, known, store) && !isProposedHere(change, deciding);
  const applied: ArrivalOutcome = yield { op: "put", id, from, record };
  if (applied.is === "open" || applied.kept === undefined) return "open";
  accept(applied.kept.record, known, deciding);
  agree(deciding, { ...of, state: "here", sha: applied.kept.version });
  store.remotes.delivered(space.id, id);
  if (isConflict) counts.conflicts += 1;
  counts.arrived += 1;
  return "applied";
}

async function* removal(change: Removal, known: AgreedRecord | undefined, deciding: Deciding): Arriving {
  const { store, space, counts } = deciding;
  const { id, why, author } = change;
  if (known?.state === "gone" && known.version === undefined) return "applied";
  const isConflict = isChangedHere(id, known, store);
  const wasHere = (await store.records.get(id)) !== undefined;
  const from = sender(author.name);
  if (why === "erase") {
    // By its id, never by its words: what others write must not decide which words disappear from this person's own history.
    if (wasHere || store.revisions.of(id).length > 0) yield { op: "forget", id, from, texts: [] };
  } else if ((yield { op: "remove", id, from }).is === "open") return "open";
  store.remotes.delivered(space.id, id);
  agree(deciding, { record: id, state: "gone" });
  if (!wasHere) return "applied";
  if (isConflict) counts.conflicts += 1;
  counts.arrived += 1;
  return "applied";
}

function sender(name: string): Author {
  return arrivedFrom("member", screenName(name));
}

function agree({ store, space }: Deciding, agreed: Omit<AgreedRecord, "revision">): void {
  store.remotes.agree(space.id, { ...agreed, revision: store.remotes.lastRevision() });
}

/** Whether it arrived in an exchange that was stopped before it was agreed on, and the person deleted it since. */
function isDeletedHere(record: MemoryRecord, known: AgreedRecord | undefined, store: WriteStore): boolean {
  if (versionHere(store, record.id) !== undefined) return false;
  const changes = store.revisions.of(record.id).filter(({ seq }) => seq > (known?.revision ?? 0));
  const last = changes.at(-1);
  if (last === undefined || last.after !== undefined || isArrival(last.why)) return false;
  const isIt = (one: MemoryRecord | undefined): boolean => one !== undefined && wireText(one) === wireText(record);
  if (isIt(changes.findLast(({ why }) => isArrival(why))?.after)) return true;
  // Stopped even before the history had the arrival: then nothing in it says how the deleted record came here.
  return isIt(last.before) && !changes.some(({ after }) => isIt(after));
}

type Known = { readonly known: AgreedRecord; readonly store: WriteStore; readonly isPlaced: boolean };

/** Whether a version that was agreed on needs nothing here. A change and its undo give the same version another author. */
async function isAsKnown({ id, author }: Put, { known, store, isPlaced }: Known): Promise<boolean> {
  if (known.state !== "here") return known.state === "waiting" && !isPlaced;
  const here = await store.records.get(id);
  return here?.version !== known.sha || here?.record.author === screenName(authorName(author));
}

/** Who wrote it is what the server says, never what the text says; its place is the one here. */
function arrivedRecord(
  { id, record: text, author }: Put,
  project: ProjectId | undefined,
  space: Space,
): MemoryRecord | undefined {
  const read = readWireText(text, { id, ...(project !== undefined && { project }) });
  if (read.outcome === "refused") return undefined;
  const { accepted: _, extra: _e, ...record } = read.record;
  return { ...record, trust: "team", source: `team ${screenName(space.name)}`, author: screenName(authorName(author)) };
}

function isChangedHere(id: RecordId, known: AgreedRecord | undefined, store: WriteStore): boolean {
  const sha = versionHere(store, id);
  return sha !== known?.sha && isToDeliver(changeSince(store, id, { known, sha }).change);
}

/** A proposal of this machine that was accepted as it was. */
function isProposedHere({ id, record }: Put, { store, space }: Deciding): boolean {
  return store.remotes.outgoing(space.id).some((sent) => sent.record === id && sent.text === record);
}

/** In an accepted space most records count at once; the rest waits until the person accepts them as they are. */
function accept(record: MemoryRecord, known: AgreedRecord | undefined, { store, space }: Deciding): void {
  const isSpaceAccepted = store.remotes.isAccepted(space.id);
  const isChange = known !== undefined && known.state !== "waiting";
  const { accepted: _, ...claimed } = record;
  if (isCovered(claimed, { isSpaceAccepted, isChange }))
    store.accepted.add(
      spaceFolder(store.home, space, { project: record.project }),
      { id: record.id, hash: acceptanceHash(claimed) },
      store.clock(),
    );
}
