/** The guard commands. */
import type { CommandEntry } from "../command.ts";
import { LIMIT } from "./options.ts";

export const guardCommands: readonly CommandEntry[] = [
  {
    words: ["guard", "list"],
    summary: "List the guards of your records, and whether they act here.",
    notes: [
      "A guard is the part of a record that is checked before an agent's command or edit, and before `ask` and `workflow run` run anything. It acts only if you wrote it through oldhand or accepted it.",
    ],
    run: async () => (await import("../commands/guards.ts")).list,
  },
  {
    words: ["guard", "test"],
    summary: "Show what guards say about a command, without running it.",
    notes: ["Looks through wrappers, directories, scripts of the project and aliases."],
    positionals: [{ name: "COMMAND", help: "The command line, quoted.", many: true }],
    examples: ['oldhand guard test "make -C ../.. apply"', 'oldhand guard test "git push -f" --json'],
    run: async () => (await import("../commands/guards.ts")).test,
  },
  {
    words: ["guard", "log"],
    summary: "Show what guards stopped or warned about, and what the agent did next.",
    options: [LIMIT],
    run: async () => (await import("../commands/guards.ts")).log,
  },
];
