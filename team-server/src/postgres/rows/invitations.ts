/** The table of invitations: each can be used once, until it expires. */
import { sha256 } from "../../../../src/core/base/hash.ts";
import type { InvitationId, MemberId, MemberRole, SpaceId } from "../../../../src/core/team/rights.ts";
import type { WireSpace } from "../../../../src/core/team/wire.ts";
import type { Transaction } from "../database.ts";

type NewInvitation = {
  readonly id: InvitationId;
  readonly code: string;
  readonly role: MemberRole;
  readonly madeBy?: MemberId;
  readonly nowMs: number;
  readonly expiresMs: number;
};

export async function addInvitation(tx: Transaction, space: SpaceId, invitation: NewInvitation): Promise<void> {
  const { id, code, role, madeBy, nowMs, expiresMs } = invitation;
  await tx`
    INSERT INTO oldhand.invitations (space_id, id, hash, role, made_by, created_ms, expires_ms)
    VALUES (${space}, ${id}, ${sha256(code)}, ${role}, ${madeBy ?? null}, ${nowMs}, ${expiresMs})`;
}

export type OpenedInvitation =
  | {
      readonly outcome: "open" | "used" | "expired";
      readonly space: WireSpace;
      readonly id: InvitationId;
      readonly role: MemberRole;
    }
  | { readonly outcome: "unknown" };

/** Names the invitation's space for the transaction, and locks the invitation. */
export async function openInvitation(tx: Transaction, code: string, nowMs: number): Promise<OpenedInvitation> {
  const [row] = await tx`SELECT * FROM oldhand.open_invitation(${sha256(code)})`;
  if (row === undefined) return { outcome: "unknown" };
  const space: WireSpace = { id: row.space_id, name: row.space_name, review: row.review };
  const outcome = row.used_ms !== null ? "used" : row.expires_ms <= nowMs ? "expired" : "open";
  return { outcome, space, id: row.id, role: row.role };
}

export async function useInvitation(tx: Transaction, space: SpaceId, id: InvitationId, nowMs: number): Promise<void> {
  await tx`UPDATE oldhand.invitations SET used_ms = ${nowMs} WHERE space_id = ${space} AND id = ${id}`;
}
