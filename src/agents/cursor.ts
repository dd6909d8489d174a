/** Cursor: the memory tools over MCP. */
import { join } from "node:path";
import type { Agent } from "./agent.ts";
import { GETS_TOOLS, serverIn, stdio } from "./desired-change.ts";

export const cursor: Agent = {
  name: "cursor",
  title: "Cursor",
  process: { programs: ["cursor-agent"], packages: ["cursor-agent"] },
  marks: { variables: ["CURSOR_AGENT"] },
  install: {
    gets: GETS_TOOLS,
    folder: ({ home }) => join(home, ".cursor"),
    changes: ({ oldhand, folder }) => [serverIn(join(folder, "mcp.json"), "mcpServers", stdio(oldhand))],
  },
};
