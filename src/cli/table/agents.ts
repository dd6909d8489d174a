/** The commands that serve agents. */
import type { Command } from "../command.ts";

export const agentCommands: readonly Command[] = [
  {
    words: ["mcp"],
    summary: "Serve your agents over the Model Context Protocol.",
    notes: [
      "An agent starts it by itself and speaks to it over standard input and output; it ends with the agent. docs/mcp.md lists the tools.",
      "Over HTTP it listens on this machine only and asks for a token: the one in OLDHAND_TOKEN, or else one that is made for this run and printed on stderr.",
    ],
    options: [
      { name: "http", says: "Serve over HTTP instead, for several agents at once." },
      { name: "port", value: "N", says: "The port for HTTP; left out, one that is free." },
    ],
    examples: ["oldhand mcp", "oldhand mcp --http --port 7411"],
    needs: "nothing",
    run: async () => (await import("../commands/mcp.ts")).mcp,
  },
];
