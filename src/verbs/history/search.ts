/** `history search` */
import { verb } from "../declare/verb.ts";
import { foundEvents, HISTORY_FILTERS, printEvents } from "./list.ts";

export const searchHistory = verb({
  name: "history search",
  under: "search",
  summary: "Find commands by their words and what agents ran them for, best match last.",
  examples: ["oldhand history search docker run", "oldhand history search start the local database"],
  input: {
    query: { type: "line", at: "rest", required: true, help: "What the command contains or does." },
    ...HISTORY_FILTERS,
  },
  act: "read",
  needs: "write",
  run: (call, { query, ...filters }) => foundEvents(call, { ...filters, text: query }),
  remark: ({ events }, { query }) =>
    events.length > 0 ? undefined : `No command in your history matches ${JSON.stringify(query)}.`,
  print: printEvents,
});
