/** Episodes: notable events with their outcome. */
import type { Episode, EpisodeId } from "../../../core/event/event.ts";
import type { ProjectId, Scope, Trust } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export type Episodes = {
  put(episode: Episode): void;
  get(id: EpisodeId): Episode | undefined;
  /** The latest first; global ones and those of the project, or all. */
  list(ask: {
    readonly project?: ProjectId | undefined;
    readonly everywhere?: boolean;
    readonly limit: number;
  }): Episode[];
  all(): Episode[];
  count(): number;
  drop(ids: readonly EpisodeId[]): void;
};

export function episodesOf(state: Database): Episodes {
  return {
    put({ id, text, outcome, tags, atMs, scope, project, trust, session, source }) {
      state
        .sql(
          `INSERT OR REPLACE INTO episodes (id, text, outcome, tags, at_ms, scope, project, trust, session, source)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, text, outcome, JSON.stringify(tags), atMs, scope, project ?? null, trust, session, source);
    },
    get(id) {
      const row = state.sql("SELECT * FROM episodes WHERE id = ?").get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    list: ({ project, everywhere = false, limit }) =>
      state
        .sql(`SELECT * FROM episodes WHERE ? OR scope = 'global' OR project = ? ORDER BY at_ms DESC, id DESC LIMIT ?`)
        .all(everywhere ? 1 : 0, project ?? null, limit)
        .map(fromRow),
    all: () => state.sql("SELECT * FROM episodes ORDER BY id").all().map(fromRow),
    count: () => Number(state.sql("SELECT count(*) AS n FROM episodes").get()?.n),
    drop(ids) {
      for (const id of ids) state.sql("DELETE FROM episodes WHERE id = ?").run(id);
    },
  };
}

function fromRow(row: Record<string, unknown>): Episode {
  return {
    id: String(row.id),
    text: String(row.text),
    outcome: row.outcome as Episode["outcome"],
    tags: JSON.parse(String(row.tags)) as string[],
    atMs: Number(row.at_ms),
    scope: row.scope as Scope,
    ...(row.project !== null && { project: String(row.project) }),
    trust: row.trust as Trust,
    session: String(row.session),
    source: String(row.source),
  };
}
