/** How a joined space is shown: what was accepted, what waits here, and what waits there. */

import { isoTime } from "../../../core/base/clock.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import type { MemberRole, ProposalId, SpaceId } from "../../../core/team/rights.ts";
import { readWireText } from "../../../core/team/wire-record.ts";
import { entriesOf } from "../../../store/index/record-entries.ts";
import type { Space } from "../../../store/replicate/team/space-files.ts";
import { foldersOfSpace } from "../../../store/replicate/team/space-files.ts";
import type { Outgoing } from "../../../store/rows/remotes.ts";
import type { CallContext } from "../../call/call-context.ts";
import { changesHere, isToDeliver } from "../../exchange/changes-here.ts";

export type SpaceView = {
  readonly id: SpaceId;
  readonly name: string;
  readonly url: string;
  readonly role: MemberRole;
  readonly review: boolean;
  readonly member: string;
  readonly accepted: boolean;
  readonly records: number;
  /** Changes that were not sent yet. */
  readonly toSend: number;
  /** Changes that wait for a maintainer. */
  readonly proposed: number;
  /** This person's changes that wait for a maintainer, or that one rejected. */
  readonly proposals: readonly OwnProposal[];
  /** Changes that the space did not take, with the reason. */
  readonly refused: readonly { readonly record: RecordId; readonly reason: string }[];
  /** Records of projects that are not known here. */
  readonly waiting: number;
  readonly routed: readonly { readonly id: ProjectId; readonly name: string }[];
  readonly lastAt: string | null;
  readonly problem?: string;
};

type OwnProposal = {
  readonly record: RecordId;
  /** Absent: proposed before clients kept it. */
  readonly id?: ProposalId;
  readonly act: "add" | "change" | "delete";
  /** The statement that was proposed; of a deletion it is gone. */
  readonly text?: string;
  readonly state: "pending" | "rejected";
  /** Who rejected it, and why. */
  readonly reason?: string;
  /** The person was not told about the rejection yet. */
  readonly isNews: boolean;
};

export function spaceView({ store, home }: Pick<CallContext, "store" | "home">, space: Space): SpaceView {
  const { id, name, url, role, review, member } = space;
  const { acceptedMs, lastMs, problem } = store.remotes.progress(id);
  const known = store.remotes.agreed(id);
  const all = store.remotes.outgoing(id);
  const folders = foldersOfSpace(home, space);
  const here = entriesOf(store.index).versionsIn(folders.map(({ key }) => key));
  // What was not taken and is as before again is dropped by the next exchange.
  const outgoing = all.filter(
    ({ state, record }) => state !== "refused" || here.get(record) !== known.get(record)?.sha,
  );
  const answered = new Map(outgoing.filter(({ state }) => state !== "sending").map(({ record, sha }) => [record, sha]));
  const toSend = new Set(outgoing.filter(({ state }) => state === "sending").map(({ record }) => record));
  for (const { id: record, sha, change } of changesHere(store, space, folders))
    if (isToDeliver(change) && !(answered.has(record) && answered.get(record) === sha)) toSend.add(record);
  const projects = store.registry.all();
  return {
    ...{ id, name, url, role, review, member: member.name },
    accepted: acceptedMs !== undefined,
    records: here.size,
    toSend: toSend.size,
    proposed: outgoing.filter(({ state }) => state === "proposed").length,
    proposals: outgoing.flatMap(ownProposal),
    refused: outgoing.flatMap(({ state, record, proposal, reason = "" }) =>
      state === "refused" && proposal === undefined ? [{ record, reason }] : [],
    ),
    waiting: [...known.values()].filter(({ state }) => state === "waiting").length,
    routed: space.routed.map((project) => ({
      id: project,
      name: projects.find((one) => one.id === project)?.name ?? project,
    })),
    lastAt: lastMs === undefined ? null : isoTime(lastMs),
    ...(problem !== undefined && { problem }),
  };
}

function ownProposal(change: Outgoing): readonly OwnProposal[] {
  const { state, record, op, base, text = "", proposal, reason, isTold } = change;
  const isRejected = state === "refused" && proposal !== undefined;
  if (op === "erase" || (state !== "proposed" && !isRejected)) return [];
  const read = op === "put" ? readWireText(text, { id: record }) : undefined;
  return [
    {
      record,
      act: op === "remove" ? "delete" : base === undefined ? "add" : "change",
      state: isRejected ? "rejected" : "pending",
      isNews: isRejected && !isTold,
      ...(proposal !== undefined && { id: proposal }),
      ...(read?.outcome === "record" && { text: read.record.text }),
      ...(isRejected && reason !== undefined && { reason }),
    },
  ];
}
