/** The commands for agents and shells. */
import { listOf } from "../../core/text/wording.ts";
import type { Command, Positional } from "../command.ts";
import { DRY_RUN, PORT } from "./options.ts";

const AGENTS = ["claude-code", "codex", "opencode", "pi", "omp", "gemini", "cursor", "vscode", "zed"];
const HOOK_AGENTS = AGENTS.slice(0, 6);
const SHELLS = ["zsh", "bash", "fish"];
const AGENT: Positional = {
  name: "AGENT",
  help: `An agent (${listOf(AGENTS, "or")}), a shell (${listOf(SHELLS, "or")}), minilm for the embedder, or all for all agents found.`,
  offers: [...AGENTS, ...SHELLS, "minilm", "all"],
};
const INIT_SHELLS = [...SHELLS, "powershell"];
const INIT_SHELL: Positional = { name: "SHELL", help: `${listOf(INIT_SHELLS, "or")}.`, choices: INIT_SHELLS };
const SHELL: Positional = { name: "SHELL", help: `${listOf(SHELLS, "or")}.`, choices: SHELLS };
const CTRL_R = { name: "ctrl-r", help: "Let Ctrl-R open `oldhand search` in this shell." };
const DIFF = { ...DRY_RUN, help: "Show the changes to each file, and change nothing." };

export const agentCommands: readonly Command[] = [
  {
    words: ["install"],
    summary: "Connect your agents and shells.",
    notes: [
      "Adds hooks, tools and a skill to an agent, or a few marked lines to the end of a shell's start-up file (fish: a file in conf.d).",
      "In a shell, the likely next command is offered too; Ctrl-R is left alone unless you say yes to it or give --ctrl-r.",
      "Without a name it lists what it found and what it would change. Each changed file gets a backup next to it. Comments and the order of your settings are kept.",
      "`minilm` downloads the embedder MiniLM and its runtime with npm, without install scripts, and sets recall.embedder.",
    ],
    positionals: [{ ...AGENT, optional: true }],
    options: [DIFF, CTRL_R],
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
    summary: "Disconnect agents and shells.",
    notes: [
      "`all` includes shells.",
      "A file that has not changed since `install` is restored byte for byte; from any other, only oldhand's additions are removed.",
    ],
    positionals: [AGENT],
    options: [DIFF],
    examples: ["oldhand uninstall claude-code", "oldhand uninstall all --dry-run"],
    needs: "nothing",
    run: async () => (await import("../commands/install.ts")).uninstall,
  },
  {
    words: ["hook"],
    summary: "Answer an agent's hook; agents run this themselves.",
    notes: ["Reads the agent's JSON from stdin and prints matching records within 300 ms. It always exits with 0."],
    positionals: [{ name: "AGENT", help: `${listOf(HOOK_AGENTS, "or")}.`, offers: HOOK_AGENTS }],
    needs: "nothing",
    run: async () => (await import("../commands/install.ts")).hook,
  },
  {
    words: ["mcp"],
    summary: "Start the MCP server for agents.",
    notes: [
      "Agents start it themselves, talk to it over stdin and stdout, and stop it when they exit. docs/mcp.md lists the tools.",
      "Over HTTP it listens on this machine only and requires a token: OLDHAND_TOKEN, or a new one that is printed to stderr.",
    ],
    options: [{ name: "http", help: "Serve over HTTP, for several agents at once." }, PORT],
    examples: ["oldhand mcp", "oldhand mcp --http --port 7411"],
    needs: "nothing",
    run: async () => (await import("../commands/serve.ts")).mcp,
  },
  {
    words: ["init"],
    summary: "Print the script that records your shell's commands.",
    notes: ["Add the matching line from the examples to the end of your shell's start-up file."],
    positionals: [INIT_SHELL],
    options: [CTRL_R],
    examples: [
      'eval "$(oldhand init zsh)"',
      'eval "$(oldhand init bash)"',
      "oldhand init fish | source",
      "oldhand init powershell | Out-String | Invoke-Expression",
    ],
    needs: "nothing",
    run: async () => (await import("../commands/history.ts")).init,
  },
  {
    words: ["completion"],
    summary: "Print a completion script for your shell.",
    notes: ["Add the matching line from the examples to your shell's start-up file."],
    positionals: [SHELL],
    examples: [
      "source <(oldhand completion zsh)",
      "source <(oldhand completion bash)",
      "oldhand completion fish | source",
    ],
    needs: "nothing",
    run: async () => (await import("../commands/help.ts")).completion,
  },
];
