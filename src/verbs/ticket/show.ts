/** `ticket show` */
import { verb } from "../declare/verb.ts";
import { dayOf } from "../print/format.ts";
import { oneLine, printable } from "../print/style.ts";
import { TICKET, ticketVerbsOf } from "./tickets.ts";

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
