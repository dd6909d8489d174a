/** What extraction stores per session: the statements it took or refused, and a synopsis. */
import type { RecordType, Scope, Trust } from "../../../core/record/record.ts";
import type { Clean } from "../../../core/screen/clean.ts";
import type { SessionId } from "../../../core/session/session.ts";
import type { Database } from "../databases/database.ts";

/** A statement that extraction looked at: taken or refused, by which rule, and why. */
export type LedgerRow = {
  readonly session: string;
  readonly rule: string;
  readonly text: string;
  readonly taken: boolean;
  readonly reason: string;
};

export type Ledger = {
  /** Replaces the rows of the session. */
  record(session: string, rows: readonly Omit<LedgerRow, "session">[], atMs: number): void;
  of(session: string): readonly LedgerRow[];
  /** The latest last. */
  all(): readonly LedgerRow[];
};

export function ledgerOf(state: Database): Ledger {
  return {
    record(session, rows, atMs) {
      state.write(() => {
        state.sql("DELETE FROM ledger WHERE session = ?").run(session);
        const put = state.sql(
          "INSERT INTO ledger (session, at_ms, rule, text, is_taken, reason) VALUES (?, ?, ?, ?, ?, ?)",
        );
        for (const { rule, text, taken, reason } of rows) put.run(session, atMs, rule, text, taken ? 1 : 0, reason);
      });
    },
    of: (session) =>
      state
        .sql("SELECT session, rule, text, is_taken, reason FROM ledger WHERE session = ? ORDER BY seq")
        .all(session)
        .map(ledgerFrom),
    all: () => state.sql("SELECT session, rule, text, is_taken, reason FROM ledger ORDER BY seq").all().map(ledgerFrom),
  };
}

function ledgerFrom(row: Record<string, unknown>): LedgerRow {
  return {
    session: String(row.session),
    rule: String(row.rule),
    text: String(row.text),
    taken: row.is_taken === 1,
    reason: String(row.reason),
  };
}

/** One statement that a model took from a session. */
export type RawMemory = {
  readonly type: RecordType;
  readonly scope: Scope;
  readonly text: string;
  readonly trust: Trust;
};

/** What a session was about, in a few words. */
export type Synopsis = {
  readonly session: SessionId;
  readonly atMs: number;
  readonly maker: "model" | "rules";
  readonly text: Clean;
  /** Empty if rules made it. */
  readonly memories: readonly RawMemory[];
};

export type Synopses = {
  /** A synopsis by rules does not replace one by a model. */
  put(synopsis: Synopsis): void;
  get(session: SessionId): Synopsis | undefined;
  remove(session: SessionId): void;
};

export function synopsesOf(state: Database): Synopses {
  return {
    put({ session, atMs, maker, text, memories }) {
      state
        .sql(
          `INSERT INTO synopses (session, at_ms, maker, text, memories) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (session) DO UPDATE SET at_ms = excluded.at_ms, maker = excluded.maker, text = excluded.text,
             memories = excluded.memories
           WHERE excluded.maker = 'model' OR maker = 'rules'`,
        )
        .run(session, atMs, maker, text, JSON.stringify(memories));
    },
    get(session) {
      const row = state.sql("SELECT * FROM synopses WHERE session = ?").get(session);
      return row === undefined ? undefined : synopsisFrom(row);
    },
    remove(session) {
      state.sql("DELETE FROM synopses WHERE session = ?").run(session);
    },
  };
}

function synopsisFrom(row: Record<string, unknown>): Synopsis {
  return {
    session: String(row.session),
    atMs: Number(row.at_ms),
    maker: row.maker as Synopsis["maker"],
    text: row.text as Clean,
    memories: memoriesIn(String(row.memories)),
  };
}

/** An import may contain anything: a value that is not a list counts as empty. */
function memoriesIn(json: string): readonly RawMemory[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? (list as RawMemory[]) : [];
  } catch {
    return [];
  }
}
