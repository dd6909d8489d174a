/** Sends what changed here to a space: each change is noted before it is sent, and sent again under its key until the server answered. */
import type { CallContext } from "../../../context/call-context.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import type { TeamErrorCode } from "../../../core/team/errors.ts";
import { COMMIT_BYTES, type CommitAnswer, type CommitsBody, MOST_COMMITS } from "../../../core/team/wire.ts";
import { entriesOf } from "../../../store/local/index/record-entries.ts";
import type { AgreedRecord, NewOutgoing } from "../../../store/local/rows/spaces.ts";
import type { Space } from "../../../store/local/team/space-files.ts";
import type { WriteStore } from "../../../store/local/write-store.ts";
import { type LocalChange, localChange } from "../../../team/local-changes.ts";
import type { Answered, TeamClient } from "../../../team/team-client.ts";
import { outgoingFor, wantedChange } from "./outgoing-changes.ts";

export type Delivering = {
  readonly call: CallContext;
  readonly store: WriteStore;
  readonly space: Space;
  readonly client: TeamClient;
};

export type Delivered = {
  sent: number;
  /** Waiting for a maintainer. */
  proposed: number;
  /** The server does not take them; the reason is kept. */
  refused: number;
  /** Somebody else changed them first. */
  conflicts: number;
};

/** The exchange with a space ended early: it cannot be reached now, or this person is no member any more. */
export type Ended =
  | { readonly ended: "unreachable"; readonly reason: string }
  | { readonly ended: "removed"; readonly reason: string };

export async function deliverChanges(delivering: Delivering): Promise<Delivered | Ended> {
  const { store, space, call } = delivering;
  const counts: Delivered = { sent: 0, proposed: 0, refused: 0, conflicts: 0 };
  const stopped = await takeBackReverted(delivering);
  if (stopped !== undefined) return stopped;
  // Their fate is unknown: only the same change with the same key can tell it.
  const unanswered = store.spaces.outgoing(space.id).filter(({ state }) => state === "sending");
  const ended = await deliverAll(unanswered, delivering, counts);
  if (ended !== undefined) return ended;
  const news: NewOutgoing[] = [];
  for (const { id, change } of changesHere(store, space)) {
    if (change !== "put" && change !== "remove") continue;
    const next = await outgoingFor(id, change, delivering);
    if (next === undefined) continue;
    store.spaces.send(space.id, next);
    call.env.at("change noted for a space");
    if (next.state === "refused") counts.refused += 1;
    else news.push(next);
  }
  return (await deliverAll(news, delivering, counts)) ?? counts;
}

/** What is as before again needs no answer any more, and no maintainer has to decide about it. */
async function takeBackReverted({ store, space, client }: Delivering): Promise<Ended | undefined> {
  const reverted = store.spaces
    .outgoing(space.id)
    .filter(({ record }) => versionHere(store, record) === store.spaces.record(space.id, record)?.sha);
  for (const { record, state } of reverted) if (state === "refused") store.spaces.delivered(space.id, record);
  const proposed = reverted.flatMap(({ record, state, proposal }) =>
    state === "proposed" && proposal !== undefined ? [{ record, proposal }] : [],
  );
  for (let at = 0; at < proposed.length; at += MOST_COMMITS) {
    const some = proposed.slice(at, at + MOST_COMMITS);
    const answered = await client.withdraw(
      space.id,
      some.map(({ proposal }) => proposal),
    );
    // An older server does not know the route, and who may only read by now cannot withdraw: a maintainer decides.
    if (answered.outcome !== "answered") return endOf(answered);
    // One that was accepted meanwhile arrives as a change.
    for (const { record } of some) store.spaces.delivered(space.id, record);
  }
  return undefined;
}

/** Every record of a space whose file is not as it was agreed on. */
export function changesHere(
  store: WriteStore,
  space: Space,
): readonly { readonly id: RecordId; readonly change: LocalChange }[] {
  const agreed = store.spaces.records(space.id);
  const keys = store.folders.flatMap((folder) => (folder.space === space.id ? [folder.key] : []));
  const here = entriesOf(store.index).versionsIn(keys);
  const ids = new Set([...here.keys(), ...agreed.keys()]);
  return [...ids].flatMap((id) => {
    const known = agreed.get(id);
    const sha = here.get(id);
    if (sha === known?.sha) return [];
    return [{ id, change: changeOf(store, id, { known, sha }) }];
  });
}

/** The version of a record's file here, also of one that a tombstone hides. */
export function versionHere(store: WriteStore, id: RecordId): string | undefined {
  const keys = store.folders.map(({ key }) => key);
  return entriesOf(store.index)
    .byId(id, keys)
    .find(({ state, goneMs }) => state !== "invalid" && goneMs === undefined)?.version;
}

type Compared = { readonly known: AgreedRecord | undefined; readonly sha: string | undefined };

export function changeOf(store: WriteStore, id: RecordId, { known, sha }: Compared): LocalChange {
  const changes = store.revisions.of(id).filter(({ seq }) => seq > (known?.revision ?? 0));
  const isDeleted = sha === undefined && store.tombstones.removalOf(id) !== undefined;
  return localChange(known, { changes, isDeleted, ...(sha !== undefined && { sha }) });
}

/** In few requests, in which each change has its own key and answer. */
async function deliverAll(
  changes: readonly NewOutgoing[],
  delivering: Delivering,
  counts: Delivered,
): Promise<Ended | undefined> {
  for (const change of changes.filter(({ op }) => op === "erase")) {
    const ended = await deliverErasure(change, delivering, counts);
    if (ended !== undefined) return ended;
  }
  const sent = changes
    .filter(({ op }) => op !== "erase")
    .map((change) => ({ change, ...commitOf(change, delivering) }));
  for (const batch of batchesOf(sent)) {
    const ended = await deliverBatch(batch, delivering, counts);
    if (ended !== undefined) return ended;
  }
  return undefined;
}

type Sent = { readonly change: NewOutgoing; readonly commit: CommitsBody["commits"][number]; readonly bytes: number };

function commitOf(change: NewOutgoing, { store }: Delivering): Omit<Sent, "change"> {
  const commit = { key: change.key, changes: [wantedChange(change, { store })] };
  return { commit, bytes: Buffer.byteLength(JSON.stringify(commit)) + 1 };
}

/** For what is around the commits in a request. */
const SPARE_BYTES = 1024;

/** As many as the server takes at once. */
function batchesOf(sent: readonly Sent[]): readonly (readonly Sent[])[] {
  const batches: Sent[][] = [];
  let bytes = 0;
  for (const one of sent) {
    const last = batches.at(-1);
    bytes += one.bytes;
    if (last !== undefined && last.length < MOST_COMMITS && bytes <= COMMIT_BYTES - SPARE_BYTES) last.push(one);
    else {
      batches.push([one]);
      bytes = one.bytes;
    }
  }
  return batches;
}

async function deliverBatch(
  batch: readonly Sent[],
  delivering: Delivering,
  counts: Delivered,
): Promise<Ended | undefined> {
  const { space, client, call } = delivering;
  const answered = await client.commits(space.id, { commits: batch.map(({ commit }) => commit) });
  call.env.at("changes sent to a space");
  if (answered.outcome === "answered") {
    for (const [at, { change }] of batch.entries()) {
      const answer = answered.answer.answers[at];
      if (answer !== undefined) settleAnswer(answer, { change, delivering, counts });
    }
    return undefined;
  }
  const ended = endOf(answered);
  if (ended !== undefined) return ended;
  // An older server does not know the route.
  if (isCode(answered, "not-found")) return { ended: "unreachable", reason: answered.reason };
  // One that the server cannot even read must not hold up the others.
  if (batch.length > 1 && isCode(answered, "invalid")) {
    for (const one of batch) {
      const stopped = await deliverBatch([one], delivering, counts);
      if (stopped !== undefined) return stopped;
    }
    return undefined;
  }
  for (const { change } of batch) {
    refuse(delivering, change, answered.reason);
    counts.refused += 1;
  }
  return undefined;
}

type Settling = { readonly change: NewOutgoing; readonly delivering: Delivering; readonly counts: Delivered };

function settleAnswer(answer: CommitAnswer, { change, delivering, counts }: Settling): void {
  const { store, space } = delivering;
  const { record, sha, revision, op } = change;
  const known = store.spaces.record(space.id, record);
  const project = known?.project === undefined ? {} : { project: known.project };
  const file = sha === undefined ? {} : { sha };
  switch (answer.outcome) {
    case "kept": {
      const version = answer.kept.find(({ id }) => id === record)?.version;
      const state = op === "put" ? "here" : "gone";
      store.spaces.agree(space.id, {
        ...{ record, revision, state, ...file, ...project },
        ...(typeof version === "string" && { version }),
      });
      store.spaces.delivered(space.id, record);
      counts.sent += 1;
      return;
    }
    case "conflict":
      // The space's version arrives with the next changes and replaces this one, which stays in the history.
      store.spaces.agree(space.id, { record, revision, state: op === "put" ? "here" : "gone", ...file, ...project });
      store.spaces.delivered(space.id, record);
      counts.conflicts += 1;
      return;
    case "proposed": {
      const proposal = answer.proposals.find((one) => one.record === record)?.id;
      store.spaces.send(space.id, { ...change, state: "proposed", ...(proposal !== undefined && { proposal }) });
      counts.proposed += 1;
      return;
    }
    case "refused":
      refuse(delivering, change, answer.reason);
      counts.refused += 1;
  }
}

async function deliverErasure(
  { record }: NewOutgoing,
  { store, space, client }: Delivering,
  counts: Delivered,
): Promise<Ended | undefined> {
  const answered = await client.erase(space.id, record);
  if (answered.outcome === "answered" || isCode(answered, "not-found")) {
    store.spaces.delivered(space.id, record);
    counts.sent += 1;
    return undefined;
  }
  const ended = endOf(answered);
  if (ended !== undefined) return ended;
  // Only its author or a maintainer can erase it for everybody; from this machine it is gone.
  store.spaces.delivered(space.id, record);
  counts.refused += 1;
  return undefined;
}

function refuse({ store, space }: Delivering, change: NewOutgoing, reason: string): void {
  store.spaces.send(space.id, { ...change, state: "refused", reason: screen(reason).text.slice(0, 300) });
}

/** What ends the exchange; undefined if only this request was refused. */
export function endOf(answered: Exclude<Answered<unknown>, { outcome: "answered" }>): Ended | undefined {
  if (answered.outcome === "unreachable") return { ended: "unreachable", reason: answered.reason };
  return NO_MEMBER.has(answered.code) ? { ended: "removed", reason: answered.reason } : undefined;
}

const NO_MEMBER: ReadonlySet<TeamErrorCode> = new Set<TeamErrorCode>(["unauthorized", "revoked", "expired"]);

function isCode(answered: Answered<unknown>, code: TeamErrorCode): boolean {
  return answered.outcome === "refused" && answered.code === code;
}
