/** The programs that use oldhand over MCP only: one key in the file where each lists its servers. */
import { join } from "node:path";
import type { Machine, OldhandPaths, Target } from "../desired-change.ts";

export const cursor: Target = {
  name: "cursor",
  title: "Cursor",
  gets: "the memory tools over MCP",
  folder: ({ home }) => join(home, ".cursor"),
  desiredChanges: (oldhand, { home }) => [
    {
      kind: "json",
      file: join(home, ".cursor", "mcp.json"),
      keys: [{ path: ["mcpServers", "oldhand"], value: stdio(oldhand) }],
    },
  ],
};

export const vscode: Target = {
  name: "vscode",
  title: "VS Code",
  gets: "the memory tools over MCP",
  folder: (machine) => join(userSettings(machine, "Code"), "User"),
  desiredChanges: (oldhand, machine) => [
    {
      kind: "json",
      file: join(userSettings(machine, "Code"), "User", "mcp.json"),
      keys: [{ path: ["servers", "oldhand"], value: { type: "stdio", ...stdio(oldhand) } }],
    },
  ],
};

export const zed: Target = {
  name: "zed",
  title: "Zed",
  gets: "the memory tools over MCP",
  folder: (machine) => join(configOf(machine), "zed"),
  desiredChanges: (oldhand, machine) => [
    {
      kind: "json",
      file: join(configOf(machine), "zed", "settings.json"),
      keys: [{ path: ["context_servers", "oldhand"], value: { ...stdio(oldhand), env: {} } }],
    },
  ],
};

/** The command with which a client starts the server over stdio. */
export function stdio({ node, program }: OldhandPaths): { command: string; args: string[] } {
  return { command: node, args: [program, "mcp"] };
}

export function configOf({ home, variables }: Machine): string {
  return variables.XDG_CONFIG_HOME?.startsWith("/") ? variables.XDG_CONFIG_HOME : join(home, ".config");
}

/** Where a desktop program keeps its user settings. */
function userSettings(machine: Machine, name: string): string {
  return machine.platform === "darwin"
    ? join(machine.home, "Library", "Application Support", name)
    : join(configOf(machine), name);
}
