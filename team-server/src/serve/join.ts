/** Joining a space with an invitation: the one request that makes a member, and needs no token. */
import { z } from "zod";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { newSecret } from "../../../src/core/team/invitation.ts";
import { looksLike } from "../../../src/core/team/names.ts";
import { type MemberId, type SpaceId, TOKEN_SCOPES } from "../../../src/core/team/rights.ts";
import { joinBody } from "../../../src/core/team/wire.ts";
import type { Transaction } from "../postgres/database.ts";
import { addAudit } from "../postgres/rows/audit.ts";
import { type OpenedInvitation, openInvitation, useInvitation } from "../postgres/rows/invitations.ts";
import { addMember, listMembers } from "../postgres/rows/members.ts";
import { addToken } from "../postgres/rows/tokens.ts";
import type { Answered, TeamServer } from "./answer.ts";
import { done, type RouteResult, refuse } from "./route.ts";

type Joining = z.output<typeof joinBody>;

export async function answerJoin(server: TeamServer, json: unknown): Promise<Answered> {
  const parsed = joinBody.safeParse(json);
  if (!parsed.success) return { result: refuse("invalid", z.prettifyError(parsed.error)) };
  const { invitation } = parsed.data;
  return server.database.transaction(async (tx) => {
    const nowMs = server.clock();
    const opened = await openInvitation(tx, invitation, nowMs);
    if (opened.outcome === "unknown") return { result: refuse("gone", "This invitation is not known here.") };
    const result = await join(server, { tx, nowMs, opened, joining: parsed.data });
    const outcome = result.outcome === "refused" ? "refused" : "done";
    await addAudit(
      tx,
      opened.space.id,
      { act: "join", outcome, subject: opened.id, ...("audit" in result && result.audit) },
      nowMs,
    );
    return { result };
  });
}

type Attempt = {
  readonly tx: Transaction;
  readonly nowMs: number;
  readonly opened: Exclude<OpenedInvitation, { outcome: "unknown" }>;
  readonly joining: Joining;
};

async function join({ newId }: TeamServer, { tx, nowMs, opened, joining }: Attempt): Promise<RouteResult> {
  const { space, role } = opened;
  if (opened.outcome !== "open") {
    const what = opened.outcome === "used" ? "was used already" : "has expired";
    return refuse("gone", `This invitation ${what}. Ask a maintainer for a new one.`, { detail: opened.outcome });
  }
  const { name, machine } = joining;
  if (await isNameTaken(tx, space.id, name))
    return refuse("conflict", `The name ${JSON.stringify(name)} is taken in this space. Choose another.`, {
      detail: "name",
    });
  const member = { id: newId("mbr"), name };
  await addMember(tx, space.id, { ...member, machine, role, nowMs });
  const token = await giveToken({ newId }, { tx, space: space.id, member: member.id, machine, nowMs });
  await useInvitation(tx, space.id, opened.id, nowMs);
  return done({ space, member, role, token }, { subject: member.id });
}

/** Records are shown with their author's name, so nobody may take another one's. */
export async function isNameTaken(tx: Transaction, space: SpaceId, name: string): Promise<boolean> {
  return (await listMembers(tx, space)).some((member) => looksLike(member.name, name));
}

type Giving = {
  readonly tx: Transaction;
  readonly space: SpaceId;
  readonly member: MemberId;
  readonly machine: string;
  readonly nowMs: number;
};

/** The token of a machine, with every scope: the member's role is what limits it. */
export async function giveToken({ newId }: Pick<TeamServer, "newId">, giving: Giving): Promise<string> {
  const { tx, space, member, machine, nowMs } = giving;
  const secret = newSecret("oht", randomBytes);
  await addToken(tx, space, { id: newId("tok"), member, name: machine, secret, scopes: TOKEN_SCOPES, nowMs });
  return secret;
}
