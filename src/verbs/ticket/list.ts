/** `ticket list` */
import { verb } from "../declare/verb.ts";
import { dayOf, row } from "../print/format.ts";
import { oneLine, printable } from "../print/style.ts";
import { ticketVerbsOf } from "./tickets.ts";

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
