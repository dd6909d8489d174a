/** Sends what changed here to a space: each change is noted before it is sent, and sent again under its key until the server answered. */

import { OldhandError } from "../../../core/base/error.ts";
import { screen } from "../../../core/screen/clean.ts";
import { COMMIT_BYTES, type CommitAnswer, MOST_COMMITS } from "../../../core/team/wire.ts";
import type { CommitsBody } from "../../../core/team/wire-types.ts";
import type { Space } from "../../../store/replicate/team/space-files.ts";
import type { TeamClient } from "../../../store/replicate/team/team-client.ts";
import type { NewOutgoing } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";
import { changesHere, isToDeliver, versionHere } from "../changes-here.ts";
import { heard, type Membership } from "./membership.ts";
import { outgoingFor, wantedChange } from "./outgoing-changes.ts";

export type Delivering = {
  readonly call: CallContext;
  readonly store: WriteStore;
  readonly space: Space;
  readonly client: TeamClient;
  readonly membership: Membership;
  readonly counts: SpaceCounts;
};

/** Records and changes of one exchange. */
export type SpaceCounts = {
  sent: number;
  /** Written, changed or removed here. */
  arrived: number;
  /** Of projects that are not known here. */
  waiting: number;
  /** Changes that wait for a maintainer. */
  proposed: number;
  /** Proposals that a maintainer rejected since the last exchange. */
  rejected: number;
  /** What the server or this machine did not take: not valid, with a secret, or forgotten here. */
  refused: number;
  /** Changes of this person that somebody else's came before. */
  conflicts: number;
};

export async function deliverChanges(delivering: Delivering): Promise<void> {
  const { store, space, call, counts } = delivering;
  await takeBackReverted(delivering);
  // Their fate is unknown: only the same change with the same key can tell it.
  const unanswered = store.remotes.outgoing(space.id).filter(({ state }) => state === "sending");
  await deliverAll(unanswered, delivering);
  const news: NewOutgoing[] = [];
  for (const { id, change } of changesHere(store, space)) {
    if (!isToDeliver(change)) continue;
    const next = await outgoingFor(id, change, delivering);
    if (next === undefined) continue;
    store.remotes.send(space.id, next);
    call.env.at("change noted for a space");
    if (next.state === "refused") counts.refused += 1;
    else news.push(next);
  }
  await deliverAll(news, delivering);
}

/** What is as before again needs no answer any more, and no maintainer has to decide about it. */
async function takeBackReverted({ store, space, client, membership }: Delivering): Promise<void> {
  const reverted = store.remotes
    .outgoing(space.id)
    .filter(({ record }) => versionHere(store, record) === store.remotes.agreedOn(space.id, record)?.sha);
  for (const { record, state } of reverted) if (state === "refused") store.remotes.delivered(space.id, record);
  const proposed = reverted.flatMap(({ record, state, proposal }) =>
    state === "proposed" && proposal !== undefined ? [{ record, proposal }] : [],
  );
  for (let at = 0; at < proposed.length; at += MOST_COMMITS) {
    const some = proposed.slice(at, at + MOST_COMMITS);
    const ids = some.map(({ proposal }) => proposal);
    // An older server does not know the route, and who may only read by now cannot withdraw: a maintainer decides.
    if (heard(await client.withdraw(space.id, ids), membership).outcome === "refused") return;
    // One that was accepted meanwhile arrives as a change.
    for (const { record } of some) store.remotes.delivered(space.id, record);
  }
}

/** In few requests, in which each change has its own key and answer. */
async function deliverAll(changes: readonly NewOutgoing[], delivering: Delivering): Promise<void> {
  for (const change of changes.filter(({ op }) => op === "erase")) await deliverErasure(change, delivering);
  const sent = changes
    .filter(({ op }) => op !== "erase")
    .map((change) => ({ change, ...commitOf(change, delivering) }));
  for (const batch of batchesOf(sent)) await deliverBatch(batch, delivering);
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

async function deliverBatch(batch: readonly Sent[], delivering: Delivering): Promise<void> {
  const { space, client, call, membership } = delivering;
  const sent = await client.commits(space.id, { commits: batch.map(({ commit }) => commit) });
  call.env.at("changes sent to a space");
  const answered = heard(sent, membership);
  if (answered.outcome === "answered") {
    for (const [at, { change }] of batch.entries()) {
      const answer = answered.answer.answers[at];
      if (answer !== undefined) settleAnswer(answer, change, delivering);
    }
    return;
  }
  // An older server does not know the route.
  if (answered.code === "not-found") throw new OldhandError("io", answered.reason);
  // One that the server cannot even read must not hold up the others.
  if (batch.length > 1 && answered.code === "invalid") {
    for (const one of batch) await deliverBatch([one], delivering);
    return;
  }
  for (const { change } of batch) refuse(change, answered.reason, delivering);
}

function settleAnswer(answer: CommitAnswer, change: NewOutgoing, delivering: Delivering): void {
  const { store, space, counts } = delivering;
  const { record, sha, revision, op } = change;
  if (answer.outcome === "refused") {
    refuse(change, answer.reason, delivering);
  } else if (answer.outcome === "proposed") {
    const proposal = answer.proposals.find((one) => one.record === record)?.id;
    store.remotes.send(space.id, { ...change, state: "proposed", proposal });
    counts.proposed += 1;
  } else {
    // After a conflict the space's version arrives with the next changes and replaces this one, which stays in the history.
    const kept = answer.outcome === "kept" ? answer.kept : [];
    const version = kept.find(({ id }) => id === record)?.version ?? undefined;
    const project = store.remotes.agreedOn(space.id, record)?.project;
    const state = op === "put" ? "here" : "gone";
    store.remotes.agree(space.id, { record, version, sha, revision, project, state });
    store.remotes.delivered(space.id, record);
    counts[answer.outcome === "kept" ? "sent" : "conflicts"] += 1;
  }
}

/** Only its author or a maintainer can erase it for everybody; from this machine it is gone. */
async function deliverErasure({ record }: NewOutgoing, delivering: Delivering): Promise<void> {
  const { store, space, client, membership, counts } = delivering;
  const answered = heard(await client.erase(space.id, record), membership);
  store.remotes.delivered(space.id, record);
  if (answered.outcome === "answered" || answered.code === "not-found") counts.sent += 1;
  else counts.refused += 1;
}

function refuse(change: NewOutgoing, reason: string, { store, space, counts }: Delivering): void {
  counts.refused += 1;
  store.remotes.send(space.id, { ...change, state: "refused", reason: screen(reason).text.slice(0, 300) });
}
