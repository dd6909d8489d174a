/** The table of tokens: hashes of what members show, with scopes, expiry and last use. */
import { isoTime } from "../../../../src/core/base/clock.ts";
import { sha256 } from "../../../../src/core/base/hash.ts";
import { prefixOf } from "../../../../src/core/team/invitation.ts";
import type { MemberId, SpaceId, TokenId, TokenScope } from "../../../../src/core/team/rights.ts";
import type { WireToken } from "../../../../src/core/team/wire-types.ts";
import { rowsOf, type Transaction } from "../sql.ts";

type NewToken = {
  readonly id: TokenId;
  readonly member: MemberId;
  readonly name: string;
  readonly secret: string;
  readonly scopes: readonly TokenScope[];
  readonly nowMs: number;
  readonly expiresMs?: number;
};

export async function addToken(tx: Transaction, space: SpaceId, token: NewToken): Promise<void> {
  await tx`INSERT INTO oldhand.tokens ${rowsOf({
    space_id: space,
    id: token.id,
    member_id: token.member,
    name: token.name,
    prefix: prefixOf(token.secret)!,
    hash: sha256(token.secret),
    scopes: [...token.scopes],
    created_ms: token.nowMs,
    expires_ms: token.expiresMs ?? null,
  })}`;
}

/** Without those that were revoked. */
export async function listTokens(
  tx: Transaction,
  space: SpaceId,
  { member, current }: { readonly member: MemberId; readonly current: TokenId },
): Promise<WireToken[]> {
  const rows = await tx`
    SELECT * FROM oldhand.tokens WHERE space_id = ${space} AND member_id = ${member} AND revoked_ms IS NULL ORDER BY id`;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    created: isoTime(row.created_ms),
    ...(row.expires_ms !== null && { expires: isoTime(row.expires_ms) }),
    ...(row.used_ms !== null && { used: isoTime(row.used_ms) }),
    isCurrent: row.id === current,
  }));
}

type Revoking = { readonly id: TokenId; readonly nowMs: number };

export async function revokeToken(tx: Transaction, space: SpaceId, { id, nowMs }: Revoking): Promise<void> {
  await tx`UPDATE oldhand.tokens SET revoked_ms = ${nowMs} WHERE space_id = ${space} AND id = ${id}`;
}

/** Notes how far a token has read, so that an erasure can tell who has it still to fetch. */
export async function noteRead(
  tx: Transaction,
  space: SpaceId,
  { token, seq, nowMs }: { readonly token: TokenId; readonly seq: number; readonly nowMs: number },
): Promise<void> {
  await tx`
    INSERT INTO oldhand.cursors (space_id, token_id, seq, read_ms) VALUES (${space}, ${token}, ${seq}, ${nowMs})
    ON CONFLICT (space_id, token_id) DO UPDATE SET seq = excluded.seq, read_ms = excluded.read_ms
    WHERE oldhand.cursors.seq <> excluded.seq`;
}

/** Tokens that are in use and have not read as far as this. */
export async function countBehind(tx: Transaction, space: SpaceId, seq: number): Promise<number> {
  const [row] = await tx`
    SELECT count(*)::int AS behind FROM oldhand.cursors cursor
    JOIN oldhand.tokens token ON token.space_id = cursor.space_id AND token.id = cursor.token_id
    WHERE cursor.space_id = ${space} AND cursor.seq < ${seq} AND token.revoked_ms IS NULL`;
  return row!.behind;
}
