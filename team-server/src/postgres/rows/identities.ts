/** The table of identities: which account at the issuer a membership belongs to. */
import type { MemberId, SpaceId } from "../../../../src/core/team/rights.ts";
import { rowsOf, type Transaction } from "../sql.ts";

export type Account = { readonly issuer: string; readonly subject: string };

type Identity = {
  readonly member: MemberId;
  /** Absent: nobody has signed in since the e-mail was bound. */
  readonly account?: Account;
  /** The membership has ended. */
  readonly hasLeft: boolean;
};

type Binding = {
  readonly member: MemberId;
  readonly email: string;
  readonly account?: Account;
  readonly nowMs: number;
};

/** Replaces what the member was bound to, and whoever the e-mail was bound to. */
export async function bindIdentity(tx: Transaction, space: SpaceId, binding: Binding): Promise<void> {
  const { member, email, account, nowMs } = binding;
  await tx`
    DELETE FROM oldhand.identities WHERE space_id = ${space} AND (member_id = ${member} OR email = ${email})`;
  await tx`INSERT INTO oldhand.identities ${rowsOf({
    space_id: space,
    member_id: member,
    email,
    issuer: account?.issuer ?? null,
    subject: account?.subject ?? null,
    bound_ms: nowMs,
  })}`;
}

export async function identityOfAccount(
  tx: Transaction,
  space: SpaceId,
  { issuer, subject }: Account,
): Promise<Identity | undefined> {
  const rows = await tx`
    SELECT identity.*, member.left_ms FROM oldhand.identities identity
    JOIN oldhand.members member ON member.space_id = identity.space_id AND member.id = identity.member_id
    WHERE identity.space_id = ${space} AND issuer = ${issuer} AND subject = ${subject}`;
  return rows.map(identityFrom)[0];
}

/** Locked, so that two accounts with one e-mail cannot both take the membership. */
export async function identityOfEmail(tx: Transaction, space: SpaceId, email: string): Promise<Identity | undefined> {
  const rows = await tx`
    SELECT identity.*, member.left_ms FROM oldhand.identities identity
    JOIN oldhand.members member ON member.space_id = identity.space_id AND member.id = identity.member_id
    WHERE identity.space_id = ${space} AND email = ${email} FOR UPDATE OF identity`;
  return rows.map(identityFrom)[0];
}

function identityFrom(row: Record<string, unknown>): Identity {
  return {
    member: String(row.member_id),
    ...(row.issuer !== null && { account: { issuer: String(row.issuer), subject: String(row.subject) } }),
    hasLeft: row.left_ms !== null,
  };
}

export async function setAccount(
  tx: Transaction,
  space: SpaceId,
  member: MemberId,
  { issuer, subject }: Account,
): Promise<void> {
  await tx`
    UPDATE oldhand.identities SET issuer = ${issuer}, subject = ${subject}
    WHERE space_id = ${space} AND member_id = ${member}`;
}
