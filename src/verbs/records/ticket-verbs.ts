/** The verbs on tickets: tell one, import many, note, move, list, and the brief for working on one. */
import { resolve } from "node:path";
import type { CallContext } from "../../context/call-context.ts";
import { passageOfTicket } from "../../context/search-chunks.ts";
import { isoTime } from "../../core/base/clock.ts";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { derivedId, isShortFor } from "../../core/base/id.ts";
import { type Ticket, type TicketId, type TicketInput, ticketWords } from "../../core/event/ticket.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Imported } from "../history/history-verbs.ts";
import type { Reading } from "../recalling/read-verbs.ts";
import type { RecallAnswer } from "../recalling/recall.ts";

type TicketBrief = RecallAnswer & { readonly ticket: Ticket };

const FIRST_STATUS = "backlog";

export function ticketVerbs(call: CallContext, { recall }: Pick<Reading, "recall">) {
  const { store, clock, config, env } = call;
  const clean = (text: string): string => screen(text, { privatePatterns: config["capture.private"] }).text.trim();
  const keep = (ticket: Ticket): Ticket => {
    store.state.write(() => {
      store.tickets.put(ticket);
      store.passages().put([passageOfTicket(ticket)]);
    });
    return ticket;
  };
  const { id: project } = call.project ?? {};
  // The tracker's own id, or else the title, makes it the same ticket, in the same project, when it is imported again.
  const importedId = ({ nativeId, title }: TicketInput): TicketId =>
    derivedId("tkt", `${project ?? ""}\0${nativeId ?? `\0${title}`}`);
  const told = (one: TicketInput & { source: string }, id: TicketId): { ticket: Ticket; isKnown: boolean } => {
    const at = isoTime(clock());
    const known = store.tickets.get(id);
    const notes = (one.notes ?? [])
      .map(clean)
      .filter((text) => text !== "" && !known?.notes.some((note) => note.text === text));
    const next: Ticket = {
      id,
      ...(one.nativeId !== undefined && { nativeId: clean(one.nativeId) }),
      title: clean(one.title),
      description: clean(one.description ?? known?.description ?? ""),
      status: clean(one.status ?? known?.status ?? FIRST_STATUS),
      type: clean(one.type ?? known?.type ?? "generic"),
      priority: clean(one.priority ?? known?.priority ?? "medium"),
      ...(one.parent !== undefined && { parent: clean(one.parent) }),
      notes: [...(known?.notes ?? []), ...notes.map((text) => ({ at, text }))],
      ...(project !== undefined && { project }),
      createdAt: known?.createdAt ?? at,
      updatedAt: known?.updatedAt ?? at,
      source: one.source,
    };
    const isKnown = known !== undefined && JSON.stringify(known) === JSON.stringify(next);
    return { ticket: isKnown ? next : keep({ ...next, updatedAt: at }), isKnown };
  };
  const isHere = ({ project }: Ticket): boolean => project === undefined || project === call.project?.id;
  const named = (id: string): Ticket => {
    // Trackers of two projects number their tickets alike.
    const found = store.tickets
      .all()
      .filter((one) => one.id === id || (isHere(one) && (one.nativeId === id || isShortFor(one.id, id))));
    if (found.length === 1) return found[0]!;
    throw new OldhandError("not-found", `There is no one ticket ${id}. \`oldhand ticket list\` shows them.`);
  };
  const change = (id: string, by: (ticket: Ticket) => Partial<Ticket>): Ticket => {
    const ticket = named(id);
    return keep({ ...ticket, ...by(ticket), updatedAt: isoTime(clock()) });
  };
  return {
    addTicket(ticket: Pick<TicketInput, "title" | "description">): Ticket {
      if (clean(ticket.title) === "") throw new OldhandError("usage", "A ticket needs a title: --title TEXT.");
      return told({ ...ticket, source: "cli" }, store.newId("tkt")).ticket;
    },

    /** From a folder of Markdown files, or JSON text. */
    async importTickets(from: { directory: string } | { json: string }): Promise<Imported> {
      // Loaded here, with its YAML reader: few commands read tickets.
      const { ticketsIn, ticketsInJson } = await import("../../capture/tickets.ts");
      const { tickets, skipped } =
        "json" in from ? ticketsInJson(from.json) : readable(resolve(env.cwd ?? "/", from.directory), ticketsIn);
      const done = tickets.map((one) => told(one, importedId(one)));
      const duplicates = done.filter(({ isKnown }) => isKnown).length;
      return { imported: done.length - duplicates, duplicates, skipped };
    },

    noteTicket: (id: string, text: string): Ticket => {
      const note = clean(text);
      if (note === "") throw new OldhandError("usage", "Say what to note.");
      return change(id, ({ notes }) => ({ notes: [...notes, { at: isoTime(clock()), text: note }] }));
    },
    moveTicket: (id: string, status: string): Ticket => change(id, () => ({ status: clean(status) })),
    ticket: named,
    /** Those of this project, and those of none. */
    tickets: (): readonly Ticket[] => store.tickets.all().filter(isHere),

    /** What is known about the work of a ticket, in both scopes, with sources and scores. */
    async ticketBrief(id: string): Promise<TicketBrief> {
      const ticket = named(id);
      return { ticket, ...(await recall({ query: ticketWords(ticket), format: "prompt" })) };
    },
  };
}

function readable<T>(directory: string, read: (directory: string) => T): T {
  try {
    return read(directory);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new OldhandError("not-found", `${directory} is no directory that can be read.`, { cause: error });
  }
}
