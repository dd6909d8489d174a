/** The ticket that a prompt or the branch names, or that was started last: it is the query of the session. */
import { type Ticket, ticketWords } from "../../core/event/ticket.ts";
import type { ProjectRef } from "../../core/project/project.ts";
import type { Database } from "../../store/databases/database.ts";
import { ticketsOf } from "../../store/rows/episodes-and-tickets.ts";
import { branchAt } from "../../system/project/git-directory.ts";

/** The status of a ticket that somebody works on. */
export const RUNNING = "running";

type AtHand = {
  readonly state: Database;
  readonly project: Pick<ProjectRef, "id" | "root"> | undefined;
};

/** Undefined if there is none. */
export function wordsOfTicket({ state, project }: AtHand, prompt?: string): string | undefined {
  const own = ticketsOf(state).ofProject(project?.id);
  const text = prompt ?? (project === undefined ? undefined : branchAt(project.root)) ?? "";
  const named = own.find((ticket) => names(text, ticket));
  // A session that starts is for the ticket that was started; a prompt says itself what it is about.
  const ticket = named ?? (prompt === undefined ? own.find(({ status }) => status === RUNNING) : undefined);
  return ticket === undefined ? undefined : ticketWords(ticket);
}

/** As a word of its own; a bare number only after a #. */
function names(text: string, { id, nativeId = "" }: Ticket): boolean {
  const words: readonly string[] = text.toLowerCase().match(/#?[\p{L}\p{N}]+(?:-\p{N}+)?|tkt_\w+/gu) ?? [];
  const native = nativeId.toLowerCase().replace(/^#/, "");
  if (native === "") return words.includes(id);
  return words.some((word) => word === id || word === `#${native}` || (word === native && !/^\d+$/.test(native)));
}
