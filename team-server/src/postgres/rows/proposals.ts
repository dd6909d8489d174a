/** The table of proposals: changes that wait for a maintainer. */
import type { ProjectId, RecordId } from "../../../../src/core/record/record.ts";
import type { MemberId, ProposalId, SpaceId } from "../../../../src/core/team/rights.ts";
import { type Rows, rowsOf, type Transaction } from "../sql.ts";

export type ProposalRow = {
  readonly id: ProposalId;
  readonly op: "put" | "remove";
  readonly record_id: RecordId;
  readonly base: string | null;
  readonly text: string | null;
  readonly project_id: ProjectId | null;
  readonly author_id: MemberId;
  readonly created_ms: number;
};

export type PendingProposal = ProposalRow & { readonly author_name: string; readonly before: string | null };

export async function addProposals(tx: Transaction, space: SpaceId, rows: readonly ProposalRow[]): Promise<void> {
  await tx`INSERT INTO oldhand.proposals ${rowsOf(...rows.map((row) => ({ space_id: space, ...row })))}`;
}

const MOST_LISTED = 500;

/** The oldest first, with the record as it is now. */
export function pendingProposals(tx: Transaction, space: SpaceId): Promise<Rows<PendingProposal>> {
  return tx<PendingProposal>`
    SELECT proposal.*, member.name AS author_name, record.text AS before FROM oldhand.proposals proposal
    JOIN oldhand.members member ON member.space_id = proposal.space_id AND member.id = proposal.author_id
    LEFT JOIN oldhand.records record ON record.space_id = proposal.space_id AND record.id = proposal.record_id
    WHERE proposal.space_id = ${space} AND proposal.status = 'pending' ORDER BY proposal.id LIMIT ${MOST_LISTED}`;
}

/** Locked until the transaction ends; undefined if it is not pending. */
export async function lockProposal(tx: Transaction, space: SpaceId, id: ProposalId): Promise<ProposalRow | undefined> {
  const [row] = await tx<ProposalRow>`
    SELECT * FROM oldhand.proposals WHERE space_id = ${space} AND id = ${id} AND status = 'pending' FOR UPDATE`;
  return row;
}

type Decision = {
  readonly id: ProposalId;
  readonly status: "accepted" | "rejected";
  readonly by: MemberId;
  readonly reason?: string;
  readonly nowMs: number;
};

export async function decideProposal(
  tx: Transaction,
  space: SpaceId,
  { id, status, by, reason, nowMs }: Decision,
): Promise<void> {
  await tx`
    UPDATE oldhand.proposals
    SET status = ${status}, decided_by = ${by}, decided_ms = ${nowMs}, reason = ${reason ?? null}
    WHERE space_id = ${space} AND id = ${id}`;
}

type Replacing = { readonly author: MemberId; readonly records: readonly RecordId[]; readonly nowMs: number };

/** An author's earlier proposals for records that the author proposes again. */
export async function replaceProposals(
  tx: Transaction,
  space: SpaceId,
  { author, records, nowMs }: Replacing,
): Promise<void> {
  await tx`
    UPDATE oldhand.proposals SET status = 'replaced', decided_ms = ${nowMs}
    WHERE space_id = ${space} AND author_id = ${author} AND status = 'pending' AND record_id = ANY(${[...records]})`;
}

export type OwnProposal = {
  readonly id: ProposalId;
  readonly status: "pending" | "accepted" | "rejected" | "replaced";
  readonly decider: string | null;
  readonly reason: string | null;
};

type OwnIds = { readonly author: MemberId; readonly ids: readonly ProposalId[] };

/** Deletes those of an author's proposals that nobody decided about; returns their ids. */
export async function withdrawProposals(
  tx: Transaction,
  space: SpaceId,
  { author, ids }: OwnIds,
): Promise<ProposalId[]> {
  const rows = await tx<{ readonly id: ProposalId }>`
    DELETE FROM oldhand.proposals
    WHERE space_id = ${space} AND author_id = ${author} AND id = ANY(${[...ids]}) AND status = 'pending' RETURNING id`;
  return rows.map(({ id }) => id);
}

/** What became of those of an author's proposals. */
export function ownProposals(tx: Transaction, space: SpaceId, { author, ids }: OwnIds): Promise<Rows<OwnProposal>> {
  return tx<OwnProposal>`
    SELECT proposal.id, proposal.status, proposal.reason, member.name AS decider FROM oldhand.proposals proposal
    LEFT JOIN oldhand.members member ON member.space_id = proposal.space_id AND member.id = proposal.decided_by
    WHERE proposal.space_id = ${space} AND proposal.author_id = ${author} AND proposal.id = ANY(${[...ids]})
    ORDER BY proposal.id`;
}
