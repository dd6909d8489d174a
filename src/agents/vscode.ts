/** VS Code: the memory tools over MCP. */
import { join } from "node:path";
import type { Agent } from "./agent.ts";
import { configOf, GETS_TOOLS, serverIn, stdio } from "./desired-change.ts";

export const vscode: Agent = {
  name: "vscode",
  title: "VS Code",
  marks: { variables: [], values: { TERM_PROGRAM: "vscode", GIT_PAGER: "cat" } },
  install: {
    gets: GETS_TOOLS,
    folder: (machine) =>
      machine.platform === "darwin"
        ? join(machine.home, "Library", "Application Support", "Code", "User")
        : join(configOf(machine), "Code", "User"),
    changes: ({ oldhand, folder }) => [
      serverIn(join(folder, "mcp.json"), "servers", { type: "stdio", ...stdio(oldhand) }),
    ],
  },
};
