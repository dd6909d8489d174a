/** The table of sign-ins that are under way, each for a few minutes. It has hashes of what the browser and the client show. */
import { sha256 } from "../../../../src/core/base/hash.ts";
import type { MemberId, SpaceId } from "../../../../src/core/team/rights.ts";
import { rowsOf, type Transaction } from "../sql.ts";

type NewSignIn = {
  readonly state: string;
  readonly secret: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly name: string;
  readonly machine: string;
  readonly nowMs: number;
  readonly expiresMs: number;
};

/** A space has at most so many under way; whoever gives up is forgotten when they expire. */
const MOST_UNDER_WAY = 200;

/** False if too many are under way. Removes those that expired. */
export async function addSignIn(tx: Transaction, space: SpaceId, added: NewSignIn): Promise<boolean> {
  const { state, secret, nowMs, expiresMs, ...rest } = added;
  await tx`DELETE FROM oldhand.sign_ins WHERE space_id = ${space} AND expires_ms <= ${nowMs}`;
  const [row] = await tx`SELECT count(*)::int AS count FROM oldhand.sign_ins WHERE space_id = ${space}`;
  if (row!.count >= MOST_UNDER_WAY) return false;
  await tx`INSERT INTO oldhand.sign_ins ${rowsOf({
    space_id: space,
    state_hash: sha256(state),
    secret_hash: sha256(secret),
    ...rest,
    expires_ms: expiresMs,
  })}`;
  return true;
}

export type Returned = Pick<NewSignIn, "verifier" | "nonce" | "name" | "machine">;

/** The browser came back. Undefined if it did before, or too late, or never left. */
export async function takeReturn(
  tx: Transaction,
  space: SpaceId,
  { state, nowMs }: { readonly state: string; readonly nowMs: number },
): Promise<Returned | undefined> {
  const [row] = await tx<Returned>`
    UPDATE oldhand.sign_ins SET status = 'returned'
    WHERE space_id = ${space} AND state_hash = ${sha256(state)} AND status = 'started' AND expires_ms > ${nowMs}
    RETURNING verifier, nonce, name, machine`;
  return row;
}

type Verified = { readonly state: string; readonly member: MemberId; readonly code: string };

export async function setVerified(tx: Transaction, space: SpaceId, { state, member, code }: Verified): Promise<void> {
  await tx`
    UPDATE oldhand.sign_ins SET status = 'verified', member_id = ${member}, code_hash = ${sha256(code)},
      verifier = '', nonce = ''
    WHERE space_id = ${space} AND state_hash = ${sha256(state)} AND status = 'returned'`;
}

export async function setRefused(tx: Transaction, space: SpaceId, state: string): Promise<void> {
  await tx`
    UPDATE oldhand.sign_ins SET status = 'refused', verifier = '', nonce = ''
    WHERE space_id = ${space} AND state_hash = ${sha256(state)} AND status = 'returned'`;
}

type Claim =
  | { readonly outcome: "unknown" | "refused" | "not yet" | "wrong code" }
  | { readonly outcome: "right"; readonly member: MemberId; readonly machine: string };

/** So many wrong codes end a sign-in. */
const MOST_WRONG = 5;

/** The client asks for its token: a right code ends the sign-in, so that it works once. */
export async function claimSignIn(
  tx: Transaction,
  space: SpaceId,
  { secret, code, nowMs }: { readonly secret: string; readonly code: string; readonly nowMs: number },
): Promise<Claim> {
  const hash = sha256(secret);
  const [row] = await tx`
    SELECT status, member_id, machine, code_hash, wrong_codes FROM oldhand.sign_ins
    WHERE space_id = ${space} AND secret_hash = ${hash} AND expires_ms > ${nowMs} FOR UPDATE`;
  if (row === undefined) return { outcome: "unknown" };
  if (row.status === "refused") return { outcome: "refused" };
  if (row.status !== "verified") return { outcome: "not yet" };
  const isRight = row.code_hash === sha256(code);
  if (isRight || row.wrong_codes + 1 >= MOST_WRONG)
    await tx`DELETE FROM oldhand.sign_ins WHERE space_id = ${space} AND secret_hash = ${hash}`;
  else
    await tx`
      UPDATE oldhand.sign_ins SET wrong_codes = wrong_codes + 1 WHERE space_id = ${space} AND secret_hash = ${hash}`;
  return isRight ? { outcome: "right", member: row.member_id, machine: row.machine } : { outcome: "wrong code" };
}
