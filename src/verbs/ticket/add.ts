/** `ticket add` */
import { verb } from "../declare/verb.ts";
import { doneText, ticketVerbsOf } from "./tickets.ts";

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
