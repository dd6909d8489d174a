/** `ticket start` */
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import { doneText, TICKET, ticketVerbsOf } from "./tickets.ts";

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
