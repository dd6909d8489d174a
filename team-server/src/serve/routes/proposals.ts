/** Routes of proposals: changes by writers that wait for a maintainer. */
import { z } from "zod";
import { isoTime } from "../../../../src/core/base/clock.ts";
import { isId } from "../../../../src/core/base/id.ts";
import type { Change } from "../../../../src/core/ports.ts";
import { screen } from "../../../../src/core/screen/clean.ts";
import { cleanInvisible } from "../../../../src/core/screen/invisible.ts";
import { decisionBody, MOST_COMMITS } from "../../../../src/core/team/wire.ts";
import { readWireText } from "../../../../src/core/team/wire-record.ts";
import type { WireProposal } from "../../../../src/core/team/wire-types.ts";
import { count } from "../../../../src/core/text/wording.ts";
import { recordsIn } from "../../postgres/records.ts";
import { listProjects, type SpaceProject } from "../../postgres/rows/projects.ts";
import {
  decideProposal,
  lockProposal,
  type OwnProposal,
  ownProposals,
  type PendingProposal,
  type ProposalRow,
  pendingProposals,
  withdrawProposals,
} from "../../postgres/rows/proposals.ts";
import { lockSpace } from "../../postgres/rows/spaces.ts";
import { verbOf } from "../commit.ts";
import { done, type Route, refuse, route } from "../route.ts";

/** With commas between them. */
const listedIds = z
  .string()
  .transform((text) => text.split(","))
  .refine((ids) => ids.length <= MOST_COMMITS && ids.every((id) => isId(id, "prp")), "expected ids of proposals");

export const proposalRoutes: readonly Route[] = [
  route("GET /v1/spaces/:space/proposals", "review proposals", {}, async ({ tx, as }) => {
    const pending = await pendingProposals(tx, as.space.id);
    const projects = await listProjects(tx, as.space.id);
    return done({ proposals: pending.map((row) => proposalFrom(row, projects)) });
  }),

  route(
    "GET /v1/spaces/:space/own-proposals",
    "read records",
    { query: { ids: listedIds } },
    async ({ tx, as, query: { ids } }) => {
      const found = await ownProposals(tx, as.space.id, { author: as.member.id, ids });
      return done({ proposals: found.map(ownProposalFrom) });
    },
  ),

  route(
    "DELETE /v1/spaces/:space/own-proposals",
    "write records",
    { query: { ids: listedIds } },
    async ({ tx, as, query: { ids } }) => {
      const withdrawn = await withdrawProposals(tx, as.space.id, { author: as.member.id, ids });
      return done({ withdrawn }, { detail: `${count(withdrawn.length, "proposal")} withdrawn` });
    },
  ),

  route(
    "POST /v1/spaces/:space/proposals/:proposal",
    "review proposals",
    { takes: decisionBody },
    async ({ tx, as, nowMs, params }, { decision, reason }) => {
      const space = as.space.id;
      // Before the proposal, in the order in which commits take their locks.
      await lockSpace(tx, space);
      const proposal = await lockProposal(tx, space, params.proposal!);
      if (proposal === undefined) return refuse("not-found", `No proposal ${params.proposal} is pending.`);
      const decided = { id: proposal.id, by: as.member.id, nowMs };
      if (decision === "reject") {
        if (reason !== undefined && (cleanInvisible(reason) !== reason || screen(reason).text !== reason))
          return refuse("invalid", "The reason contains a secret or invisible characters. Remove them.");
        await decideProposal(tx, space, { ...decided, status: "rejected", ...(reason !== undefined && { reason }) });
        return done({ outcome: "rejected" }, { subject: proposal.id, detail: "rejected" });
      }
      // The author stays who proposed it.
      const records = recordsIn(tx, { space, author: proposal.author_id, nowMs });
      const committed = await records.commit([changeFrom(proposal)]);
      if (committed.outcome === "conflict") return done({ outcome: "conflict" });
      await decideProposal(tx, space, { ...decided, status: "accepted" });
      return done({ outcome: "accepted" }, { subject: proposal.id, detail: "accepted" });
    },
  ),
];

function ownProposalFrom({ id, status, decider, reason }: OwnProposal) {
  return { id, status, ...(decider !== null && { by: decider }), ...(reason !== null && { reason }) };
}

function changeFrom({ op, base, record_id: id, text, project_id: project }: ProposalRow): Change {
  const why = { verb: verbOf({ op, base }), actor: "person", by: "" } as const;
  if (op === "remove") return { op, id, base: base ?? "", leaveTombstone: true, why };
  const read = readWireText(text ?? "", { id, ...(project !== null && { project }) });
  if (read.outcome === "refused") throw new Error("a proposal that was checked is no record");
  return { op, record: read.record, base, why };
}

function proposalFrom(row: PendingProposal, projects: readonly SpaceProject[]): WireProposal {
  const found = projects.find(({ id }) => id === row.project_id);
  const { id: _, ...project } = found ?? { id: "" };
  return {
    id: row.id,
    op: row.op,
    record: row.record_id,
    base: row.base,
    ...(row.text !== null && { after: row.text }),
    ...(row.before !== null && { before: row.before }),
    ...(found !== undefined && { project: project as WireProposal["project"] }),
    author: { id: row.author_id, name: row.author_name },
    at: isoTime(row.created_ms),
  } as WireProposal;
}
