/** The commands about the command line itself. */
import type { Command } from "../command.ts";

export const statusCommand: Command = {
  words: [],
  summary: "One screen: this project, what is known, what is pending.",
  needs: "read",
  run: async () => (await import("../commands/status.ts")).status,
};

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
