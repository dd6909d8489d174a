/** Tickets of a tracker, in their latest state. */
import type { Ticket, TicketId } from "../../../core/event/ticket.ts";
import { type Database, optionalText, placeholders } from "../databases/database.ts";

export type Tickets = {
  put(ticket: Ticket): void;
  get(id: TicketId): Ticket | undefined;
  all(): Ticket[];
  count(): number;
  drop(ids: readonly TicketId[]): void;
};

const COLUMNS =
  "id native_id title description status type priority parent notes project created_at updated_at source".split(" ");

export function ticketsOf(state: Database): Tickets {
  return {
    put(ticket) {
      const values = [
        ...[ticket.id, ticket.nativeId ?? null, ticket.title, ticket.description, ticket.status, ticket.type],
        ...[ticket.priority, ticket.parent ?? null, JSON.stringify(ticket.notes), ticket.project ?? null],
        ...[ticket.createdAt, ticket.updatedAt, ticket.source],
      ];
      state
        .sql(`INSERT OR REPLACE INTO tickets (${COLUMNS.join(", ")}) VALUES (${placeholders(COLUMNS)})`)
        .run(...values);
    },
    get(id) {
      const row = state.sql("SELECT * FROM tickets WHERE id = ?").get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    all: () => state.sql("SELECT * FROM tickets ORDER BY updated_at DESC, id").all().map(fromRow),
    count: () => Number(state.sql("SELECT count(*) AS n FROM tickets").get()?.n),
    drop(ids) {
      for (const id of ids) state.sql("DELETE FROM tickets WHERE id = ?").run(id);
    },
  };
}

function fromRow(row: Record<string, unknown>): Ticket {
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
