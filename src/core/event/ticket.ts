/** A ticket: a piece of work with its title, description, notes and status. */
import type { Id } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";

export type TicketId = Id<"tkt">;

export type Ticket = {
  readonly id: TicketId;
  /** The tracker's own id. */
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

/** A ticket as a file or another program provides it; one with a known `nativeId` is an update. */
export type TicketInput = Pick<Ticket, "title"> &
  Partial<Pick<Ticket, "nativeId" | "description" | "status" | "type" | "priority" | "parent">> & {
    readonly notes?: readonly string[];
  };

/** The full text of a ticket, as a query or for the index. */
export function ticketWords({ title, description, notes }: Pick<Ticket, "title" | "description" | "notes">): string {
  return [title, description, ...notes.map(({ text }) => text)].filter((part) => part !== "").join("\n");
}
