/** Zed: the memory tools over MCP. */
import { join } from "node:path";
import type { Agent } from "./agent.ts";
import { configOf, GETS_TOOLS, serverIn, stdio } from "./desired-change.ts";

export const zed: Agent = {
  name: "zed",
  title: "Zed",
  marks: { variables: [], values: { TERM_PROGRAM: "zed", PAGER: "cat" } },
  install: {
    gets: GETS_TOOLS,
    folder: (machine) => join(configOf(machine), "zed"),
    changes: ({ oldhand, folder }) => [
      serverIn(join(folder, "settings.json"), "context_servers", { env: {}, ...stdio(oldhand) }),
    ],
  },
};
