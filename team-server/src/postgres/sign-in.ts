/** Who makes a request: names the space of a token for the transaction, and says whether the token still counts. */
import { sha256 } from "../../../src/core/base/hash.ts";
import type { MemberId, MemberRole, SpaceId, TokenId, TokenScope } from "../../../src/core/team/rights.ts";
import type { WireSpace } from "../../../src/core/team/wire.ts";
import type { Transaction } from "./database.ts";

export type SignedIn = {
  readonly space: WireSpace;
  readonly member: { readonly id: MemberId; readonly name: string };
  readonly role: MemberRole;
  readonly token: TokenId;
  readonly prefix: string;
  readonly scopes: readonly TokenScope[];
  /** Absent: never. */
  readonly expiresMs?: number;
};

type SignIn =
  | { readonly outcome: "signed in"; readonly as: SignedIn }
  | { readonly outcome: "revoked" | "expired"; readonly as: SignedIn }
  | { readonly outcome: "unknown" };

/** How exactly it is known when a token was last used. */
const USE_STEP_MS = 60_000;

export async function signIn(tx: Transaction, token: string, nowMs: number): Promise<SignIn> {
  const [row] = await tx`SELECT * FROM oldhand.sign_in(${sha256(token)})`;
  if (row === undefined) return { outcome: "unknown" };
  const as: SignedIn = {
    space: { id: row.space_id, name: row.space_name, review: row.review },
    member: { id: row.member_id, name: row.member_name },
    role: row.role,
    token: row.token_id,
    prefix: row.prefix,
    scopes: row.scopes,
    ...(row.expires_ms !== null && { expiresMs: row.expires_ms }),
  };
  if (row.revoked_ms !== null || row.left_ms !== null) return { outcome: "revoked", as };
  if (row.expires_ms !== null && row.expires_ms <= nowMs) return { outcome: "expired", as };
  if (row.used_ms === null || row.used_ms < nowMs - USE_STEP_MS)
    await tx`UPDATE oldhand.tokens SET used_ms = ${nowMs} WHERE space_id = ${as.space.id} AND id = ${as.token}`;
  return { outcome: "signed in", as };
}

/** For work that no request asked for, such as creating a space. */
export async function enterSpace(tx: Transaction, space: SpaceId): Promise<void> {
  await tx`SELECT set_config('oldhand.space', ${space}, true)`;
}
