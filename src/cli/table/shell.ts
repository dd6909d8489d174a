/** The commands about the command line itself. */
import type { Command } from "../command.ts";

export const statusCommand: Command = {
  words: [],
  summary: "One screen: this project, what is known, what is pending.",
  needs: "read",
  run: async () => (await import("../commands/status.ts")).status,
};

export const setupCommand: Command = {
  words: ["setup"],
  summary: "The first minute: find, import, learn, show, and then offer to wire shells and agents.",
  notes: [
    "It reads the histories and sessions on this machine, shows the five most useful things it learned, and asks before it changes anything: each shell and each agent is a question of its own.",
    "Ctrl-C stops at any question and loses nothing; running it again goes on. Without a terminal it asks nothing, as with --yes.",
  ],
  options: [{ name: "yes", short: "y", says: "Ask nothing: import and learn, wire nothing, enable nothing." }],
  examples: ["oldhand setup", "oldhand setup --yes", "oldhand setup --json"],
  needs: "write",
  run: async () => (await import("../commands/setup.ts")).setup,
};

export const sampleCommands: readonly Command[] = [
  {
    words: ["sample", "add"],
    summary: "Put in sample data to look around.",
    notes: [
      "It is a project of its own; every part of it is tagged or sourced `sample`. Added twice it is there once.",
    ],
    examples: ["oldhand sample add"],
    needs: "write",
    run: async () => (await import("../commands/sample.ts")).addSample,
  },
  {
    words: ["sample", "remove"],
    summary: "Take the sample data out again, without a trace.",
    notes: ["What you added to the sample project yourself goes with it."],
    examples: ["oldhand sample remove"],
    needs: "write",
    run: async () => (await import("../commands/sample.ts")).removeSample,
  },
];

export const helpCommand: Command = {
  words: ["help"],
  summary: "Show what a command does and takes.",
  positionals: [
    { name: "COMMAND", says: "Which one, such as `record add`; left out, all of them.", optional: true, many: true },
  ],
  examples: ["oldhand help", "oldhand help record add"],
  needs: "nothing",
  run: async () => (await import("../commands/about.ts")).help,
};

export const versionCommand: Command = {
  words: ["version"],
  summary: "Print the version.",
  needs: "nothing",
  run: async () => (await import("../commands/about.ts")).showVersion,
};

export const completionCommand: Command = {
  words: ["completion"],
  summary: "Print a completion script for your shell.",
  notes: ["Put the matching line of the examples into your shell's start-up file."],
  positionals: [{ name: "SHELL", says: "zsh, bash or fish.", choices: ["zsh", "bash", "fish"] }],
  examples: [
    "source <(oldhand completion zsh)",
    "source <(oldhand completion bash)",
    "oldhand completion fish | source",
  ],
  needs: "nothing",
  run: async () => (await import("../commands/about.ts")).completion,
};

export const uiCommand: Command = {
  words: ["ui"],
  summary: "Open the page: history, plans, memory, recall, settings.",
  notes: [
    "It is served on this machine only. The address holds a token that works once, within a minute; after that your browser has a cookie, which lasts as long as the server.",
    "Press Enter in the terminal for another address. docs/page.md shows what is there.",
  ],
  options: [
    { name: "port", value: "N", says: "The port; left out, one that is free." },
    { name: "no-open", says: "Print the address, and open no browser." },
  ],
  examples: ["oldhand ui", "oldhand ui --no-open --port 7410"],
  needs: "nothing",
  run: async () => (await import("../commands/ui.ts")).ui,
};
