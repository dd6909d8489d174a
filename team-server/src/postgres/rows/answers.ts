/** Answers that were given to commits, by idempotency key: the same request gets the same answer and is made once. */
import type { MemberId, SpaceId } from "../../../../src/core/team/rights.ts";
import type { Transaction } from "../database.ts";

type AnswerKey = { readonly member: MemberId; readonly key: string };

type GivenAnswer = { readonly requestHash: string; readonly answer: object };

export async function givenAnswer(
  tx: Transaction,
  space: SpaceId,
  { member, key }: AnswerKey,
): Promise<GivenAnswer | undefined> {
  const [row] = await tx`
    SELECT request_hash, answer FROM oldhand.answers WHERE space_id = ${space} AND member_id = ${member} AND key = ${key}`;
  return row && { requestHash: row.request_hash, answer: row.answer };
}

export async function keepAnswer(
  tx: Transaction,
  space: SpaceId,
  { member, key, requestHash, answer, nowMs }: AnswerKey & GivenAnswer & { readonly nowMs: number },
): Promise<void> {
  await tx`
    INSERT INTO oldhand.answers (space_id, member_id, key, request_hash, answer, answered_ms)
    VALUES (${space}, ${member}, ${key}, ${requestHash}, ${JSON.stringify(answer)}, ${nowMs})`;
}
