/** The commands that serve agents. */
import type { Command, Positional } from "../command.ts";

const AGENTS = ["claude-code", "codex", "opencode", "pi", "omp", "gemini", "cursor", "vscode", "zed"];
const SHELLS = ["zsh", "bash", "fish"];
const AGENT: Positional = {
  name: "AGENT",
  says: `${AGENTS.join(", ")}, or all agents that are found here; or a shell: ${SHELLS.join(", ")}.`,
  offers: [...AGENTS, ...SHELLS, "all"],
};
const DRY_RUN = { name: "dry-run", says: "Show the difference in each file, and change nothing." };

export const agentCommands: readonly Command[] = [
  {
    words: ["install"],
    summary: "Give your agents this memory, or have a shell leave what it runs.",
    notes: [
      "An agent gets hooks, tools and a skill; a shell gets a few marked lines at the end of its start-up file (fish: a file of its own in conf.d).",
      "Without a name it says what is here and what it would do, and changes nothing. A copy of each file that it changes is left beside it. Comments and order of your settings stay.",
    ],
    positionals: [{ ...AGENT, optional: true }],
    options: [DRY_RUN],
    examples: [
      "oldhand install",
      "oldhand install claude-code --dry-run",
      "oldhand install all",
      "oldhand install zsh",
    ],
    needs: "nothing",
    run: async () => (await import("../commands/install.ts")).install,
  },
  {
    words: ["uninstall"],
    summary: "Take this memory out of agents' settings and shells' start-up files again.",
    notes: [
      "With `all`, everything that was installed, shells too.",
      "A file that is as `install` left it becomes what it was, byte for byte; from one that was changed since, only what oldhand put in is taken out.",
    ],
    positionals: [AGENT],
    options: [DRY_RUN],
    examples: ["oldhand uninstall claude-code", "oldhand uninstall all --dry-run"],
    needs: "nothing",
    run: async () => (await import("../commands/install.ts")).uninstall,
  },
  {
    words: ["hook"],
    summary: "Answer an agent's hook; agents run it themselves.",
    notes: [
      "It reads the agent's JSON on standard input and prints what is remembered, within 300 ms; whatever is wrong, it exits with 0.",
    ],
    positionals: [
      { name: "AGENT", says: "claude-code, codex, opencode, pi, omp or gemini.", offers: AGENTS.slice(0, 6) },
    ],
    needs: "nothing",
    run: async () => (await import("../commands/install.ts")).hookAlone,
  },
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
