/** The commands to start with: status, setup, the web page, sample data, help, version. */
import type { Command, CommandEntry } from "../command.ts";
import { PORT } from "./options.ts";

export const helpCommand: Command = {
  words: ["help"],
  summary: "Show help for a command.",
  positionals: [
    {
      name: "COMMAND",
      help: "A command such as `record add` (default: list all commands).",
      optional: true,
      many: true,
    },
  ],
  examples: ["oldhand help", "oldhand help record add"],
  needs: "nothing",
  run: async () => (await import("../commands/help.ts")).help,
};

export const versionCommand: Command = {
  words: ["version"],
  summary: "Print the version.",
  needs: "nothing",
  run: async () => (await import("../commands/help.ts")).showVersion,
};

export const startCommands: readonly CommandEntry[] = [
  {
    words: [],
    summary: "Show the status: this project, its records, pending suggestions.",
    needs: "read",
    run: async () => (await import("../commands/status.ts")).status,
  },
  {
    words: ["setup"],
    summary: "Import your histories and sessions, and connect shells and agents.",
    notes: [
      "Reads the shell histories and agent sessions on this machine, shows the five most useful findings, and asks separately before it connects each shell and agent.",
      "You can stop at any question with Ctrl-C and run it again later. Without a terminal it asks nothing, as with --yes.",
    ],
    options: [{ name: "yes", short: "y", help: "Ask nothing: import and learn, connect nothing, enable nothing." }],
    examples: ["oldhand setup", "oldhand setup --yes", "oldhand setup --json"],
    run: async () => (await import("../commands/setup.ts")).setup,
  },
  {
    words: ["ui"],
    summary: "Open the web page: history, plans, memory, recall, settings.",
    notes: [
      "Served on this machine only. The address contains a key that works once, within a minute; after that the tab has access until the server stops, and so does a new tab while another one is open.",
      "Press Enter in the terminal to get a new address. docs/page.md describes the page.",
    ],
    options: [PORT, { name: "no-open", help: "Print the address without opening a browser." }],
    examples: ["oldhand ui", "oldhand ui --no-open --port 7410"],
    needs: "nothing",
    run: async () => (await import("../commands/serve.ts")).ui,
  },
  {
    words: ["sample", "add"],
    summary: "Add sample data to explore.",
    notes: ["The sample is a separate project; everything in it is tagged `sample` or has `sample` as its source."],
    examples: ["oldhand sample add"],
    run: async () => (await import("../commands/setup.ts")).addSample,
  },
  {
    words: ["sample", "remove"],
    summary: "Remove the sample data completely.",
    notes: ["Records that you added to the sample project are removed too."],
    examples: ["oldhand sample remove"],
    run: async () => (await import("../commands/setup.ts")).removeSample,
  },
  helpCommand,
  versionCommand,
];
