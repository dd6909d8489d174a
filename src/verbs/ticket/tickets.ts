/** The commands on tickets. */
import type { Ticket } from "../../core/event/ticket.ts";
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, row, skippedLines } from "../print/format.ts";
import { resultJson } from "../print/json.ts";
import { oneLine, printable } from "../print/style.ts";

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

export const addTicket = verb({
  name: "ticket add",
  summary: "Add a ticket.",
  examples: ['oldhand ticket add --title "Faster search"'],
  input: {
    title: { type: "line", label: "TEXT", help: "The title." },
    description: { type: "text", label: "TEXT", help: "The description." },
  },
  act: "append",
  needs: "write",
  run: async ({ context }, { title = "", ...input }) => (await ticketVerbsOf(context)).addTicket({ title, ...input }),
  print: (ticket) => doneText("Added", ticket),
});

export const importTickets = verb({
  name: "ticket import",
  under: "import",
  summary: "Import tickets from a folder of Markdown files, or from JSON.",
  notes: [
    "Each file has frontmatter (id, title, status, type, priority, parent), the description, and notes under `## Notes`. Importing again updates what changed.",
  ],
  examples: ["oldhand ticket import docs/tickets"],
  input: {
    from: { type: "line", at: "word", label: "DIR", required: true, help: "The folder; - reads JSON from stdin." },
  },
  act: "change",
  needs: "write",
  async run({ context, stdin }, { from }) {
    return (await ticketVerbsOf(context)).importTickets(from === "-" ? { json: stdin?.() ?? "" } : { directory: from });
  },
  print: ({ imported, duplicates, skipped }) =>
    [
      `Imported ${count(imported, "new or changed ticket")}; ${count(duplicates, "duplicate")} skipped.`,
      ...skippedLines(skipped),
    ].join("\n"),
});

export const noteTicket = verb({
  name: "ticket note",
  summary: "Add a note to a ticket.",
  input: {
    id: TICKET,
    text: { type: "text", at: "rest", required: true, help: "The note; - reads it from stdin." },
  },
  act: "append",
  needs: "write",
  run: async ({ context }, { id, text }) => (await ticketVerbsOf(context)).noteTicket(id, text),
  print: (ticket) => doneText("Added a note to", ticket),
});

export const startTicket = verb({
  name: "ticket start",
  summary: "Begin work on a ticket: the next sessions get what memory has about it.",
  notes: [
    "A branch or a prompt that names a ticket by its id in its tracker does the same for that session or prompt.",
  ],
  examples: ["oldhand ticket start ABC-142"],
  input: { id: TICKET },
  act: "change",
  needs: "write",
  run: async ({ context }, { id }) => (await ticketVerbsOf(context)).startTicket(id),
  print: ({ ticket, text }) => [doneText("Started", ticket), ...(text === "" ? [] : [printable(text)])].join("\n"),
});

export const moveTicket = verb({
  name: "ticket status",
  summary: "Change the status of a ticket.",
  input: {
    id: TICKET,
    status: {
      type: "line",
      at: "word",
      required: true,
      help: "The new status, such as backlog, ready, running, blocked, approval or done.",
    },
  },
  act: "change",
  needs: "write",
  run: async ({ context }, { id, status }) => (await ticketVerbsOf(context)).moveTicket(id, status),
  print: (ticket, _, { status }) => doneText(`Changed to ${printable(status)}:`, ticket),
});

export const listTickets = verb({
  name: "ticket list",
  summary: "List the tickets of this project.",
  input: {},
  act: "read",
  needs: "write",
  run: async ({ context }) => ({ tickets: (await ticketVerbsOf(context)).tickets() }),
  remark: ({ tickets }) =>
    tickets.length === 0 ? "No tickets. Add one with `oldhand ticket add --title TEXT`." : undefined,
  print: ({ tickets }, style) =>
    tickets
      .map(({ id, nativeId, title, status, updatedAt }) => {
        const [name, day, text] = [nativeId ?? id, dayOf(updatedAt), oneLine(title)];
        const inPipe = [name, status, day, text];
        return row({ id: printable(name), facts: [printable(status), day], text, inPipe }, style);
      })
      .join("\n"),
});

export const showTicket = verb({
  name: "ticket show",
  summary: "Show a ticket with its notes.",
  input: { id: TICKET },
  act: "read",
  needs: "write",
  run: async ({ context }, { id }) => (await ticketVerbsOf(context)).ticket(id),
  print: ({ id, title, description, status, type, priority, notes }, style) =>
    [
      `${style.bold(oneLine(title))} ${style.dim(id)}`,
      style.dim([status, type, priority].map(printable).join(", ")),
      ...(description === "" ? [] : ["", style.wrap(printable(description))]),
      ...(notes.length === 0
        ? []
        : ["", ...notes.map(({ at, text }) => style.wrap(`- ${dayOf(at)} ${oneLine(text)}`, "  "))]),
    ].join("\n"),
});

export const briefTicket = verb({
  name: "ticket brief",
  summary: "Print the records and results that matter for a ticket.",
  input: { id: TICKET },
  act: "read",
  needs: "write",
  async run({ context }, { id }) {
    const { ticket, results, ...answer } = await (await ticketVerbsOf(context)).ticketBrief(id);
    return { ticket, ...answer, results: results.map(resultJson) };
  },
  remark: ({ results }) => (results.length === 0 ? "No results for this ticket." : undefined),
  print: ({ text }) => printable(text),
});
