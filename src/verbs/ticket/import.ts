/** `ticket import` */
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import { skippedLines } from "../print/format.ts";
import { ticketVerbsOf } from "./tickets.ts";

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
