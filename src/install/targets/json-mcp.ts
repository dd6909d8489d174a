/** The programs that take a memory over MCP alone: one key in the file where each keeps its servers. */
import { join } from "node:path";
import type { Ground, Ours, Target } from "../wish.ts";

export const cursor: Target = {
  name: "cursor",
  title: "Cursor",
  gets: "the memory's tools, over MCP",
  folder: ({ home }) => join(home, ".cursor"),
  wishes: (ours, { home }) => [
    {
      kind: "json",
      file: join(home, ".cursor", "mcp.json"),
      keys: [{ path: ["mcpServers", "oldhand"], value: stdio(ours) }],
    },
  ],
};

export const vscode: Target = {
  name: "vscode",
  title: "VS Code",
  gets: "the memory's tools, over MCP",
  folder: (ground) => join(userSettings(ground, "Code"), "User"),
  wishes: (ours, ground) => [
    {
      kind: "json",
      file: join(userSettings(ground, "Code"), "User", "mcp.json"),
      keys: [{ path: ["servers", "oldhand"], value: { type: "stdio", ...stdio(ours) } }],
    },
  ],
};

export const zed: Target = {
  name: "zed",
  title: "Zed",
  gets: "the memory's tools, over MCP",
  folder: (ground) => join(configOf(ground), "zed"),
  wishes: (ours, ground) => [
    {
      kind: "json",
      file: join(configOf(ground), "zed", "settings.json"),
      keys: [{ path: ["context_servers", "oldhand"], value: { ...stdio(ours), env: {} } }],
    },
  ],
};

/** How every client starts a server that speaks over standard input and output. */
export function stdio({ node, program }: Ours): { command: string; args: string[] } {
  return { command: node, args: [program, "mcp"] };
}

export function configOf({ home, variables }: Ground): string {
  return variables.XDG_CONFIG_HOME?.startsWith("/") ? variables.XDG_CONFIG_HOME : join(home, ".config");
}

/** Where a desktop program keeps a person's settings. */
function userSettings(ground: Ground, name: string): string {
  return ground.platform === "darwin"
    ? join(ground.home, "Library", "Application Support", name)
    : join(configOf(ground), name);
}
