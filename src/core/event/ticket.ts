/** A ticket: a piece of work with its title, description, notes and status. */
import type { Id } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";

export type TicketId = Id<"tkt">;

/** A ticket as a file or another program provides it. */
export type TicketInput = {
  /** The tracker's own id; a ticket with a known id is an update. */
  readonly nativeId?: string;
  readonly title: string;
  readonly description?: string;
  readonly status?: string;
  readonly type?: string;
  readonly priority?: string;
  readonly parent?: string;
  readonly notes?: readonly string[];
};

export type Ticket = {
  readonly id: TicketId;
  readonly nativeId?: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly type: string;
  readonly priority: string;
  readonly parent?: string;
  readonly notes: readonly { readonly at: string; readonly text: string }[];
  readonly project?: ProjectId;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly source: string;
};

/** The full text of a ticket, as a query or for the index. */
export function ticketWords({ title, description, notes }: Pick<Ticket, "title" | "description" | "notes">): string {
  return [title, description, ...notes.map(({ text }) => text)].filter((part) => part !== "").join("\n");
}
