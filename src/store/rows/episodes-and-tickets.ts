/** Episodes, which are notable events with their outcome, and the tickets of a tracker in their latest state. */
import type { Episode, EpisodeId } from "../../core/event/event.ts";
import type { Ticket, TicketId } from "../../core/event/ticket.ts";
import type { ProjectId, Scope, Trust } from "../../core/record/record.ts";
import { type Database, optionalText, putRow } from "../databases/database.ts";

export function episodesOf(state: Database) {
  return {
    put({ id, text, outcome, tags, atMs, scope, project, trust, session, source }: Episode): void {
      const written = { tags: JSON.stringify(tags), at_ms: atMs };
      putRow(state, "episodes", { id, text, outcome, ...written, scope, project, trust, session, source });
    },
    get: (id: EpisodeId) => state.sql("SELECT * FROM episodes WHERE id = ?").all(id).map(episodeFrom)[0],
    /** The latest first; global ones and those of the project, or all. */
    list: (ask: { readonly project?: ProjectId | undefined; readonly everywhere?: boolean; readonly limit: number }) =>
      state
        .sql(`SELECT * FROM episodes WHERE ? OR scope = 'global' OR project = ? ORDER BY at_ms DESC, id DESC LIMIT ?`)
        .all(ask.everywhere === true ? 1 : 0, ask.project ?? null, ask.limit)
        .map(episodeFrom),
    all: () => state.sql("SELECT * FROM episodes ORDER BY id").all().map(episodeFrom),
    count: () => Number(state.sql("SELECT count(*) AS n FROM episodes").get()?.n),
    drop(ids: readonly EpisodeId[]): void {
      for (const id of ids) state.sql("DELETE FROM episodes WHERE id = ?").run(id);
    },
  };
}

function episodeFrom(row: Record<string, unknown>): Episode {
  return {
    id: String(row.id),
    text: String(row.text),
    outcome: row.outcome as Episode["outcome"],
    tags: JSON.parse(String(row.tags)) as string[],
    atMs: Number(row.at_ms),
    scope: row.scope as Scope,
    ...optionalText("project", row.project),
    trust: row.trust as Trust,
    session: String(row.session),
    source: String(row.source),
  };
}

export function ticketsOf(state: Database) {
  return {
    put({ id, nativeId, title, description, status, type, priority, parent, notes, project, ...ticket }: Ticket): void {
      putRow(state, "tickets", {
        ...{ id, native_id: nativeId, title, description, status, type, priority, parent, project },
        notes: JSON.stringify(notes),
        ...{ created_at: ticket.createdAt, updated_at: ticket.updatedAt, source: ticket.source },
      });
    },
    get: (id: TicketId) => state.sql("SELECT * FROM tickets WHERE id = ?").all(id).map(ticketFrom)[0],
    all: () => state.sql("SELECT * FROM tickets ORDER BY updated_at DESC, id").all().map(ticketFrom),
    /** And of no project; the last changed first. */
    ofProject: (project: ProjectId | undefined) =>
      state
        .sql("SELECT * FROM tickets WHERE project IS NULL OR project = ? ORDER BY updated_at DESC, id")
        .all(project ?? null)
        .map(ticketFrom),
    count: () => Number(state.sql("SELECT count(*) AS n FROM tickets").get()?.n),
    /** Changes whenever a ticket does. */
    state: () => {
      const { n, last } = state.sql("SELECT count(*) AS n, max(updated_at) AS last FROM tickets").get()!;
      return `${n}/${last}`;
    },
    drop(ids: readonly TicketId[]): void {
      for (const id of ids) state.sql("DELETE FROM tickets WHERE id = ?").run(id);
    },
  };
}

function ticketFrom(row: Record<string, unknown>): Ticket {
  return {
    id: String(row.id),
    ...optionalText("nativeId", row.native_id),
    title: String(row.title),
    description: String(row.description),
    status: String(row.status),
    type: String(row.type),
    priority: String(row.priority),
    ...optionalText("parent", row.parent),
    notes: JSON.parse(String(row.notes)) as Ticket["notes"],
    ...optionalText("project", row.project),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    source: String(row.source),
  };
}
