/** The verbs on tickets: add, import, note, move, list, and the brief for working on one. */
import { resolve } from "node:path";
import { isoTime } from "../../core/base/clock.ts";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { derivedId, isShortFor } from "../../core/base/id.ts";
import type { Imported } from "../../core/event/admit.ts";
import { type Ticket, type TicketId, type TicketInput, ticketWords } from "../../core/event/ticket.ts";
import { screen, screenName } from "../../core/screen/clean.ts";
import { listOf, quotedName } from "../../core/text/wording.ts";
import { ticketName } from "../../store/forget/forgettable-tables.ts";
import type { CallContext } from "../call/call-context.ts";
import { indexOne } from "../call/index-text.ts";
import type { ReadVerbs } from "../recalling/read-verbs.ts";
import type { RecallAnswer } from "../recalling/recall.ts";
import { RUNNING } from "../recalling/ticket-at-hand.ts";

type TicketBrief = RecallAnswer & { readonly ticket: Ticket };

const FIRST_STATUS = "backlog";
/** Of a ticket that another was started after. */
const PAUSED = "ready";

export function ticketVerbs(call: CallContext, { recall }: Pick<ReadVerbs, "recall">) {
  const { store, clock, config, env } = call;
  const screening = { privatePatterns: config["capture.private"] };
  const clean = (text: string): string => screen(text, screening).text.trim();
  const save = (ticket: Ticket): Ticket => {
    store.state.write(() => {
      store.tickets.put(ticket);
      indexOne(store, ticket.id);
    });
    return ticket;
  };
  const { id: project } = call.project ?? {};
  // Importing a ticket again must give the same id: the tracker's own id identifies it, or else its title.
  const importedId = ({ nativeId, title }: TicketInput): TicketId =>
    derivedId("tkt", `${project ?? ""}\0${nativeId ?? `\0${title}`}`);
  const merge = (one: TicketInput & { source: string }, id: TicketId): { ticket: Ticket; isKnown: boolean } => {
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
      source: screenName(one.source, screening),
    };
    const isKnown = known !== undefined && JSON.stringify(known) === JSON.stringify(next);
    return { ticket: isKnown ? next : save({ ...next, updatedAt: at }), isKnown };
  };
  const isHere = ({ project }: Ticket): boolean => project === undefined || project === call.project?.id;
  const named = (id: string): Ticket => {
    // Two trackers may use the same number, so a native id is only matched in this project.
    const found = store.tickets
      .all()
      .filter((one) => one.id === id || (isHere(one) && (one.nativeId === id || isShortFor(one.id, id))));
    if (found.length === 1) return found[0]!;
    throw new OldhandError(
      "not-found",
      `${quotedName(id)} matches ${found.length === 0 ? "no ticket" : `${found.length} tickets: ${listOf(found.map((one) => one.id))}`}. List them with \`oldhand ticket list\`.`,
    );
  };
  const change = (id: string, by: (ticket: Ticket) => Partial<Ticket>): Ticket => {
    const ticket = named(id);
    return save({ ...ticket, ...by(ticket), updatedAt: isoTime(clock()) });
  };
  return {
    addTicket(ticket: Pick<TicketInput, "title" | "description">): Ticket {
      if (clean(ticket.title) === "") throw new OldhandError("usage", "A ticket needs a title. Add --title TEXT.");
      return merge({ ...ticket, source: "cli" }, store.newId("tkt")).ticket;
    },

    /** From a folder of Markdown files, or JSON text. */
    async importTickets(from: { directory: string } | { json: string }): Promise<Imported> {
      // Loaded on demand, with its YAML reader: few commands import tickets.
      const { ticketsIn, ticketsInJson } = await import("../../capture/tickets.ts");
      const { tickets, skipped } =
        "json" in from ? ticketsInJson(from.json) : readable(resolve(env.cwd ?? "/", from.directory), ticketsIn);
      const wanted = tickets.filter((one) => !store.tombstones.isForgotten(ticketName(importedId(one))));
      const done = wanted.map((one) => merge(one, importedId(one)));
      const duplicates = done.filter(({ isKnown }) => isKnown).length;
      const left = tickets.length - wanted.length;
      const forgotten = left === 0 ? [] : [{ reason: "forgotten here before", count: left }];
      return { imported: done.length - duplicates, duplicates, skipped: [...skipped, ...forgotten] };
    },

    noteTicket: (id: string, text: string): Ticket => {
      const note = clean(text);
      if (note === "") throw new OldhandError("usage", "The note is empty.");
      return change(id, ({ notes }) => ({ notes: [...notes, { at: isoTime(clock()), text: note }] }));
    },
    /** It is the query of the sessions that start from now on; the one before it is not worked on any more. */
    async startTicket(
      id: string,
    ): Promise<{ readonly ticket: Ticket; readonly text: string; readonly receipt: string }> {
      const wanted = named(id);
      for (const other of store.tickets.all().filter((one) => isHere(one) && one.status === RUNNING))
        if (other.id !== wanted.id) change(other.id, () => ({ status: PAUSED }));
      const ticket = change(wanted.id, () => ({ status: RUNNING }));
      const { briefFor } = await import("../recalling/brief.ts");
      const { text, receipt } = await briefFor(call, { at: "ticket", id: ticket.id, text: ticketWords(ticket) }, {});
      return { ticket, text, receipt };
    },
    moveTicket: (id: string, status: string): Ticket => change(id, () => ({ status: clean(status) })),
    ticket: named,
    /** Tickets of this project and of no project. */
    tickets: (): readonly Ticket[] => store.tickets.all().filter(isHere),

    /** What memory knows about the ticket's work, in both scopes, with sources and scores. */
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
    throw new OldhandError("not-found", `${directory} is not a readable directory.`, { cause: error });
  }
}
