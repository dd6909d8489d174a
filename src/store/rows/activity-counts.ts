/** Counts over everything that is stored, for the views of sessions and insights. */
import { isoTime } from "../../core/base/clock.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export type FamilyCount = {
  readonly family: string;
  readonly runs: number;
  readonly failures: number;
  readonly lastFailureMs: number;
};
export type ChangeCount = { readonly day: string; readonly verb: string; readonly count: number };
export type UseCount = { readonly day: string; readonly sessions: number; readonly records: number };

type Since = { readonly project?: ProjectId | undefined; readonly sinceMs: number };

/** The command families that failed most often, with how often they ran. */
export function failuresByFamily(index: Database, { project, sinceMs, limit }: Since & { readonly limit: number }) {
  return index
    .sql(
      `SELECT family, count(*) AS runs, sum(worked = 'no') AS failures, max(CASE worked WHEN 'no' THEN at END) AS last
       FROM steps WHERE family <> '' AND at >= ?1 AND (?2 IS NULL OR project = ?2)
       GROUP BY family HAVING failures > 0 ORDER BY failures DESC, last DESC LIMIT ?3`,
    )
    .all(sinceMs, project ?? null, limit)
    .map(
      ({ family, runs, failures, last }): FamilyCount => ({
        family: String(family),
        runs: Number(runs),
        failures: Number(failures),
        lastFailureMs: Number(last),
      }),
    );
}

/** Changes of records by UTC day and verb; undone ones do not count. */
export function changesByDay(state: Database, folders: readonly string[] | undefined, sinceMs: number): ChangeCount[] {
  return state
    .sql(
      `SELECT date(at_ms / 1000, 'unixepoch') AS day, verb, count(*) AS n FROM revisions
       WHERE at_ms >= ?1 AND undone = 0 AND (?2 IS NULL OR folder IN (SELECT value FROM json_each(?2)))
       GROUP BY day, verb ORDER BY day`,
    )
    .all(sinceMs, folders === undefined ? null : JSON.stringify(folders))
    .map(({ day, verb, n }) => ({ day: String(day), verb: String(verb), count: Number(n) }));
}

/** The records that sessions used, each once a session; of one session or of all. */
export function usesBySession(state: Database, session?: string) {
  return state
    .sql("SELECT session, record, at_ms FROM uses WHERE session <> '*' AND (?1 IS NULL OR session = ?1) ORDER BY at_ms")
    .all(session ?? null)
    .map((row) => ({ session: String(row.session), record: String(row.record), atMs: Number(row.at_ms) }));
}

/** By UTC day: how many records were used, and by how many sessions. */
export function usesByDay(uses: ReturnType<typeof usesBySession>): UseCount[] {
  const byDay = Map.groupBy(uses, ({ atMs }) => isoTime(atMs).slice(0, 10));
  return [...byDay].map(([day, of]) => ({
    day,
    sessions: new Set(of.map(({ session }) => session)).size,
    records: of.length,
  }));
}

/** The first words of the person in a session. */
export function firstAsked(state: Database, session: string, mostChars: number): string | undefined {
  const row = state
    .sql(
      "SELECT substr(text, 1, ?2) AS text FROM turns WHERE session = ?1 AND role = 'person' ORDER BY place, ord LIMIT 1",
    )
    .get(session, mostChars);
  return row === undefined ? undefined : String(row.text);
}

/** How many stored records were learned from each session. */
export function learnedBySession(index: Database): ReadonlyMap<string, number> {
  const rows = index
    .sql(
      `SELECT session, count(*) AS n FROM files
       WHERE session IS NOT NULL AND state = 'kept' AND gone_ms IS NULL GROUP BY session`,
    )
    .all();
  return new Map(rows.map(({ session, n }) => [String(session), Number(n)]));
}
