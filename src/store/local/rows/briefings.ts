/** The briefings and briefed tables: which records a session was given or denied by its hooks, when, and how its coin fell. */
import type { Receipt } from "../../../core/ports.ts";
import type { Coin } from "../../../core/session/hold-out.ts";
import { type Database, insertRow } from "../databases/database.ts";

export type Briefing = {
  readonly session: string;
  readonly atMs: number;
  readonly tokens: number;
  readonly coin?: Coin;
  /** Records that were given, or withheld if the session is held out. */
  readonly records: readonly string[];
};

/** Longer than anything is compared. */
const KEEP_MS = 400 * 24 * 3_600_000;

/** Receipts of briefs for agent sessions; each counts once, however often the journal is read. */
export function addBriefing(state: Database, session: string, receipt: Receipt): void {
  const records = briefedBy(receipt);
  if (!session.startsWith("ses_") || (records.length === 0 && receipt.coin === undefined)) return;
  const { id, atMs, tokens, coin } = receipt;
  insertRow(
    state,
    "briefings",
    { receipt: id, session, at_ms: atMs, tokens, one_in: coin?.oneIn ?? 0, held_out: coin?.heldOut === true ? 1 : 0 },
    "OR IGNORE ",
  );
  for (const record of records) insertRow(state, "briefed", { receipt: id, record, session }, "OR IGNORE ");
}

/** What a brief has in its layers, or would have had. The answer to a recall is none: the agent asked for it. */
function briefedBy({ included, omitted }: Receipt): string[] {
  return [
    ...included.filter(({ layer }) => layer !== undefined).map(({ id }) => id),
    ...omitted.filter(({ reason }) => reason === "held out").map(({ id }) => id),
  ];
}

/** How the coin fell for a session when it was first given or denied something; null if none was thrown then. */
export function firstCoin(state: Database, session: string): Coin | null | undefined {
  const row = state
    .sql("SELECT one_in, held_out FROM briefings WHERE session = ? ORDER BY at_ms, receipt LIMIT 1")
    .get(session);
  return row === undefined ? undefined : coinFrom(row);
}

export function briefingsOf(state: Database) {
  return {
    /** All of them, in order of time. */
    all(): readonly Briefing[] {
      const rows = state.sql("SELECT receipt, record FROM briefed").all();
      const records = Map.groupBy(rows, ({ receipt }) => String(receipt));
      return state
        .sql("SELECT * FROM briefings ORDER BY at_ms, receipt")
        .all()
        .map((row) => {
          const coin = coinFrom(row);
          return {
            session: String(row.session),
            atMs: Number(row.at_ms),
            tokens: Number(row.tokens),
            ...(coin !== null && { coin }),
            records: (records.get(String(row.receipt)) ?? []).map(({ record }) => String(record)),
          };
        });
    },
    /** The records that a session was given, each with the first time; none if it goes without memory. */
    givenTo(session: string): ReadonlyMap<string, number> {
      const rows = state
        .sql(
          `SELECT record, min(at_ms) AS first_ms FROM briefed JOIN briefings USING (receipt)
           WHERE briefings.session = ? AND held_out = 0 GROUP BY record`,
        )
        .all(session);
      return new Map(rows.map(({ record, first_ms }) => [String(record), Number(first_ms)]));
    },
    /** Deletes those that are too old to be compared. */
    expire(nowMs: number): void {
      const before = nowMs - KEEP_MS;
      state.write(() => {
        state.sql("DELETE FROM briefed WHERE receipt IN (SELECT receipt FROM briefings WHERE at_ms < ?)").run(before);
        state.sql("DELETE FROM briefings WHERE at_ms < ?").run(before);
      });
    },
  };
}

function coinFrom({ one_in, held_out }: Readonly<Record<string, unknown>>): Coin | null {
  return one_in === 0 ? null : { oneIn: Number(one_in), heldOut: held_out === 1 };
}
