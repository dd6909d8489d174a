/** `ticket brief` */
import { verb } from "../declare/verb.ts";
import { resultJson } from "../print/json.ts";
import { printable } from "../print/style.ts";
import { TICKET, ticketVerbsOf } from "./tickets.ts";

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
