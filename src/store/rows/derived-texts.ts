/** What extraction and consolidation store: the statements taken or refused, synopses, wordings, and when they ran. */
import type { Artifacts } from "../../core/artifact/artifacts.ts";
import type { Version } from "../../core/ports.ts";
import type { ProjectId, RecordId, RecordType, Scope, Trust } from "../../core/record/record.ts";
import type { Clean } from "../../core/screen/clean.ts";
import type { SessionId } from "../../core/session/session.ts";
import { type Database, getMeta, insertRow, putRow, setMeta } from "../databases/database.ts";

/** A statement that extraction looked at: taken or refused, by which rule, and why. */
export type LedgerRow = {
  readonly session: string;
  readonly rule: string;
  readonly text: string;
  readonly taken: boolean;
  readonly reason: string;
};

export function ledgerOf(state: Database) {
  return {
    /** Replaces the rows of the session. */
    record(session: string, rows: readonly Omit<LedgerRow, "session">[], atMs: number): void {
      state.write(() => {
        state.sql("DELETE FROM sentences WHERE session = ? AND kind = 'read'").run(session);
        for (const { rule, text, taken, reason } of rows)
          insertRow(state, "sentences", {
            kind: "read",
            session,
            at_ms: atMs,
            rule,
            text,
            is_taken: taken ? 1 : 0,
            reason,
          });
      });
    },
    of: (session: string) =>
      state
        .sql("SELECT * FROM sentences WHERE session = ? AND kind = 'read' ORDER BY seq")
        .all(session)
        .map(ledgerFrom),
    /** The latest last. */
    all: () => state.sql("SELECT * FROM sentences WHERE kind = 'read' ORDER BY seq").all().map(ledgerFrom),
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
type Synopsis = {
  readonly session: SessionId;
  readonly atMs: number;
  readonly maker: "model" | "rules";
  readonly text: Clean;
  /** Empty if rules made it. */
  readonly memories: readonly RawMemory[];
};

export function synopsesOf(state: Database) {
  return {
    /** A synopsis by rules does not replace one by a model. */
    put({ session, atMs, maker, text, memories }: Synopsis): void {
      state
        .sql(
          `INSERT INTO synopses (session, at_ms, maker, text, memories) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (session) DO UPDATE SET at_ms = excluded.at_ms, maker = excluded.maker, text = excluded.text,
             memories = excluded.memories
           WHERE excluded.maker = 'model' OR maker = 'rules'`,
        )
        .run(session, atMs, maker, text, JSON.stringify(memories));
    },
    get: (session: SessionId) =>
      state.sql("SELECT * FROM synopses WHERE session = ?").all(session).map(synopsisFrom)[0],
    remove: (session: SessionId) => void state.sql("DELETE FROM synopses WHERE session = ?").run(session),
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

/** The last wording of the artifacts by a model; used again as long as nothing that it is based on has changed. */
export type Wording = {
  /** Identifies the question: the same question is not asked again. */
  readonly input: string;
  /** The version of each record when it was worded. */
  readonly versions: ReadonlyMap<RecordId, Version>;
  /** As it was published. */
  readonly artifacts: Artifacts;
};

export function readWording(state: Database, project: ProjectId): Wording | undefined {
  const row = state.sql("SELECT * FROM wordings WHERE project = ?").get(project);
  if (row === undefined) return undefined;
  const versions = new Map(Object.entries(JSON.parse(String(row.versions)) as Record<RecordId, Version>));
  return { input: String(row.input), versions, artifacts: JSON.parse(String(row.answer)) as Artifacts };
}

export function wordingsOf(state: Database) {
  return {
    of: (project: ProjectId) => readWording(state, project),
    keep(project: ProjectId, { input, versions, artifacts }: Wording): void {
      const answer = JSON.stringify(artifacts);
      putRow(state, "wordings", { project, input, versions: JSON.stringify(Object.fromEntries(versions)), answer });
    },
    drop: (project: ProjectId) => void state.sql("DELETE FROM wordings WHERE project = ?").run(project),
  };
}

/** When consolidation ran, separately for each project and outside of projects: a call in one does not see another. */
export function consolidationTimesOf(state: Database) {
  const key = (what: "sweep" | "jump", project: ProjectId | undefined) => `last_${what}_ms ${project ?? "global"}`;
  return {
    last(project: ProjectId | undefined): { readonly lastSweepMs?: number; readonly lastJumpMs?: number } {
      const [swept, jumped] = [getMeta(state, key("sweep", project)), getMeta(state, key("jump", project))];
      return {
        ...(swept !== undefined && { lastSweepMs: Number(swept) }),
        ...(jumped !== undefined && { lastJumpMs: Number(jumped) }),
      };
    },
    record(project: ProjectId | undefined, found: { readonly atMs: number; readonly hasJumped: boolean }): void {
      setMeta(state, key("sweep", project), String(found.atMs));
      if (found.hasJumped) setMeta(state, key("jump", project), String(found.atMs));
    },
  };
}
