/** What the verbs on tickets share: the tickets of a call, the field of an id, and a sentence about what was done. */

import type { Ticket } from "../../core/event/ticket.ts";
import type { CallContext } from "../call/call-context.ts";
import { ID } from "../declare/shared-fields.ts";
import { oneLine } from "../print/style.ts";

export const TICKET = {
  ...ID,
  help: "The ticket's id in its tracker, or its id in oldhand or a unique part of that.",
} as const;

export async function ticketVerbsOf(context: CallContext) {
  const { reading } = await import("../recalling/read-verbs.ts");
  const { ticketVerbs } = await import("./ticket-verbs.ts");
  return ticketVerbs(context, reading(context));
}

export function doneText(what: string, { id, title }: Ticket): string {
  return `${what} ${id}: ${oneLine(title)}`;
}
