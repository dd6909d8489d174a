/** `ticket status` */
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import { doneText, TICKET, ticketVerbsOf } from "./tickets.ts";

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
