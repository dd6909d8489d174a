/** What each session was about, in a few words, and the block of memories that a model took from it. */
import type { RecordType, Scope, Trust } from "../../../core/record/record.ts";
import type { Clean } from "../../../core/screen/clean.ts";
import type { SessionId } from "../../../core/session/session.ts";
import type { Database } from "../databases/database.ts";

/** One statement of a raw memory block. */
export type RawMemory = {
  readonly type: RecordType;
  readonly scope: Scope;
  readonly text: string;
  readonly trust: Trust;
};

type Synopsis = {
  readonly session: SessionId;
  readonly atMs: number;
  readonly maker: "model" | "rules";
  readonly text: Clean;
  /** Empty where rules made it. */
  readonly memories: readonly RawMemory[];
};

export type Synopses = {
  /** What rules make does not take the place of what a model wrote. */
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
      return row === undefined ? undefined : fromRow(row);
    },
    remove(session) {
      state.sql("DELETE FROM synopses WHERE session = ?").run(session);
    },
  };
}

function fromRow(row: Record<string, unknown>): Synopsis {
  return {
    session: String(row.session),
    atMs: Number(row.at_ms),
    maker: row.maker as Synopsis["maker"],
    text: row.text as Clean,
    memories: memoriesIn(String(row.memories)),
  };
}

/** An import may have brought it: what is no list holds nothing. */
function memoriesIn(json: string): readonly RawMemory[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? (list as RawMemory[]) : [];
  } catch {
    return [];
  }
}
