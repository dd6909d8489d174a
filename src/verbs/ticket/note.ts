/** `ticket note` */
import { verb } from "../declare/verb.ts";
import { doneText, TICKET, ticketVerbsOf } from "./tickets.ts";

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
