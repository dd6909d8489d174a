/** The audit: that something was done or refused, never what it contained. Rows are only added. */
import { isoTime } from "../../../../src/core/base/clock.ts";
import type { MemberId, SpaceId } from "../../../../src/core/team/rights.ts";
import type { WireAudit } from "../../../../src/core/team/wire-types.ts";
import type { Transaction } from "../database.ts";

export type AuditEntry = {
  readonly act: string;
  readonly outcome: "done" | "refused";
  readonly member?: MemberId;
  /** An id. */
  readonly subject?: string;
  /** A code or a count. */
  readonly detail?: string;
};

/** Last in a transaction: it holds the lock of the space's audit until the end. */
export async function addAudit(tx: Transaction, space: SpaceId, entry: AuditEntry, nowMs: number): Promise<void> {
  const { act, outcome, member, subject, detail } = entry;
  await tx`
    INSERT INTO oldhand.audit (space_id, done_ms, act, outcome, member_id, subject, detail)
    VALUES (${space}, ${nowMs}, ${act}, ${outcome}, ${member ?? null}, ${subject ?? null}, ${detail ?? null})`;
}

type Counted = { readonly act: string; readonly member: MemberId; readonly sinceMs: number };

/** How often a member did something since then. */
export async function countDone(tx: Transaction, space: SpaceId, { act, member, sinceMs }: Counted): Promise<number> {
  const [row] = await tx`
    SELECT count(*)::int AS n FROM oldhand.audit
    WHERE space_id = ${space} AND act = ${act} AND member_id = ${member} AND outcome = 'done' AND done_ms > ${sinceMs}`;
  return row!.n;
}

type AuditPage = { readonly rows: readonly WireAudit[]; readonly more: boolean; readonly intact: boolean };

const PAGE = 500;

/** Checks each row's hash against its content and the row before, and that no row is missing at the end. */
export async function auditAfter(tx: Transaction, space: SpaceId, after: number): Promise<AuditPage> {
  const rows = await tx`
    WITH chained AS (
      SELECT audit.*, lag(hash) OVER (ORDER BY seq) AS previous, lag(seq, 1, 0) OVER (ORDER BY seq) AS previous_seq,
        audit AS entry
      FROM oldhand.audit audit WHERE space_id = ${space} AND seq >= ${after} ORDER BY seq LIMIT ${PAGE + 2})
    SELECT chained.*, member.name AS member_name,
      hash = oldhand.audit_hash(coalesce(previous, ''), entry) AND seq = previous_seq + 1 AS fits
    FROM chained LEFT JOIN oldhand.members member
      ON member.space_id = chained.space_id AND member.id = coalesce(chained.member_id, chained.subject)
    WHERE seq > ${after} ORDER BY seq`;
  const page = rows.slice(0, PAGE);
  const more = rows.length > PAGE;
  return {
    rows: page.map((row) => ({
      seq: row.seq,
      at: isoTime(row.done_ms),
      act: row.act,
      outcome: row.outcome,
      ...(row.member_id !== null && { member: row.member_id }),
      ...(row.member_name !== null && { name: row.member_name }),
      ...(row.subject !== null && { subject: row.subject }),
      ...(row.detail !== null && { detail: row.detail }),
      hash: row.hash,
    })),
    more,
    intact: page.every((row) => row.fits) && (more || (await isEndThere(tx, space))),
  };
}

/** The end is kept in a table of its own, in which it only moves forward. */
async function isEndThere(tx: Transaction, space: SpaceId): Promise<boolean> {
  const [row] = await tx`
    SELECT (SELECT (seq, hash) FROM oldhand.audit_ends WHERE space_id = ${space}) IS NOT DISTINCT FROM
      (SELECT (seq, hash) FROM oldhand.audit WHERE space_id = ${space} ORDER BY seq DESC LIMIT 1) AS fits`;
  return row!.fits;
}
