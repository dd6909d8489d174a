/** A ticket: a piece of work with its title, description, notes and status. */
import type { Id } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";

export type TicketId = Id<"tkt">;

/** As a file or another program tells it. */
export type TicketInput = {
  /** The tracker's own; a ticket that is told again under it is the same. */
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

/** All that a ticket says, as a question or as words to find it by. */
export function ticketWords({ title, description, notes }: Pick<Ticket, "title" | "description" | "notes">): string {
  return [title, description, ...notes.map(({ text }) => text)].filter((part) => part !== "").join("\n");
}
