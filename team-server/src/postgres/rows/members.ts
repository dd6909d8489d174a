/** The table of members. Who left stays in it, because their records keep their author. */
import { isoTime } from "../../../../src/core/base/clock.ts";
import type { MemberId, MemberRole, SpaceId } from "../../../../src/core/team/rights.ts";
import type { WireMember } from "../../../../src/core/team/wire-types.ts";
import { rowsOf, type Transaction } from "../sql.ts";

type NewMember = {
  readonly id: MemberId;
  readonly name: string;
  readonly machine: string;
  readonly role: MemberRole;
  readonly nowMs: number;
};

export async function addMember(tx: Transaction, space: SpaceId, { nowMs, ...member }: NewMember): Promise<void> {
  await tx`INSERT INTO oldhand.members ${rowsOf({ space_id: space, ...member, joined_ms: nowMs })}`;
}

export async function listMembers(tx: Transaction, space: SpaceId): Promise<WireMember[]> {
  const rows = await tx`SELECT * FROM oldhand.members WHERE space_id = ${space} ORDER BY id`;
  return rows.map(memberFrom);
}

export async function findMember(tx: Transaction, space: SpaceId, id: MemberId): Promise<WireMember | undefined> {
  const rows = await tx`SELECT * FROM oldhand.members WHERE space_id = ${space} AND id = ${id}`;
  return rows.map(memberFrom)[0];
}

function memberFrom(row: Record<string, unknown>): WireMember {
  return {
    id: String(row.id),
    name: String(row.name),
    machine: String(row.machine),
    role: row.role as MemberRole,
    joined: isoTime(Number(row.joined_ms)),
    ...(row.left_ms !== null && { left: isoTime(Number(row.left_ms)) }),
  };
}

export async function setRole(tx: Transaction, space: SpaceId, id: MemberId, role: MemberRole): Promise<void> {
  await tx`UPDATE oldhand.members SET role = ${role} WHERE space_id = ${space} AND id = ${id}`;
}

/** Their tokens end with it. */
export async function endMembership(tx: Transaction, space: SpaceId, id: MemberId, nowMs: number): Promise<void> {
  await tx`UPDATE oldhand.members SET left_ms = ${nowMs} WHERE space_id = ${space} AND id = ${id}`;
  await tx`
    UPDATE oldhand.tokens SET revoked_ms = ${nowMs}
    WHERE space_id = ${space} AND member_id = ${id} AND revoked_ms IS NULL`;
}

/** Whether anybody but this member is in the space. */
export async function hasOthers(tx: Transaction, space: SpaceId, id: MemberId): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM oldhand.members WHERE space_id = ${space} AND id <> ${id} AND left_ms IS NULL LIMIT 1`;
  return rows.length > 0;
}

/** Locks the maintainers, so that two of them cannot remove each other at the same time. */
export async function isLastMaintainer(tx: Transaction, space: SpaceId, id: MemberId): Promise<boolean> {
  const rows = await tx`
    SELECT id FROM oldhand.members
    WHERE space_id = ${space} AND role = 'maintainer' AND left_ms IS NULL ORDER BY id FOR UPDATE`;
  return rows.length === 1 && rows[0]!.id === id;
}
