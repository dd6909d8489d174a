/** The commands on shell history, workflows and episodes, and those that learn from them. */
import { OUTCOMES } from "../../core/event/event.ts";
import { EXPORT_FORMATS } from "../../core/workflow/slots.ts";
import type { Command, Option, Positional } from "../command.ts";
import { ACTOR, DRY_RUN, LIMIT, TAG } from "./options.ts";

const NAME: Positional = { name: "NAME", help: "The workflow's name." };
const SOURCES = ["zsh", "bash", "fish", "powershell", "atuin"] as const;

const FILTERS: readonly Option[] = [
  LIMIT,
  { name: "session", value: "ID", help: "Only commands of this session." },
  ACTOR,
  { name: "failed", help: "Only commands that failed." },
];

export const historyCommands: readonly Command[] = [
  {
    words: ["history", "import"],
    summary: "Import the history of your shells.",
    notes: ["The files are not changed. Importing again adds only new commands."],
    positionals: [
      {
        name: "SOURCE",
        help: "The history to import (default: all that are found).",
        optional: true,
        choices: SOURCES,
      },
    ],
    options: [{ name: "file", value: "FILE", help: "The file to read, if it is not in the default place." }],
    examples: ["oldhand history import", "oldhand history import bash --file ~/old/.bash_history"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).importHistory,
  },
  {
    words: ["history", "list"],
    summary: "List the latest commands.",
    options: FILTERS,
    examples: ["oldhand history list --scope project --failed"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).list,
  },
  {
    words: ["history", "search"],
    summary: "Find commands that contain all of these words.",
    positionals: [{ name: "QUERY", help: "Words or parts of words.", many: true }],
    options: FILTERS,
    examples: ["oldhand history search docker run"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).search,
  },
  {
    words: ["workflow", "save"],
    summary: "Save steps as a workflow.",
    notes: ["A word in angle brackets is a slot: `git commit -m <message>` needs a message each time it is run."],
    positionals: [NAME],
    options: [
      { name: "step", value: "CMD", help: "A step; repeat it for each step, in order.", repeatable: true },
      { name: "description", value: "TEXT", help: "What the workflow is for." },
    ],
    examples: ["oldhand workflow save check --step 'npm test'"],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).save,
  },
  {
    words: ["workflow", "list"],
    summary: "List the workflows that can be run here.",
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).list,
  },
  {
    words: ["workflow", "show"],
    summary: "Show a workflow's steps, slots and runs.",
    positionals: [NAME],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).show,
  },
  {
    words: ["workflow", "run"],
    summary: "Show a workflow's steps, and run them after you approve.",
    notes: [
      "Stops at the first step that fails. Slot values are quoted, so they are never run as commands.",
      "Without a terminal it prints the steps and runs nothing, unless you add --yes. If the risk is high, --yes is not enough: you have to type run at a terminal.",
    ],
    positionals: [NAME],
    options: [
      { name: "set", value: "SLOT=VALUE", help: "Set the value of a slot.", repeatable: true },
      { name: "yes", help: "Run it without asking, unless the risk is high." },
    ],
    examples: ["oldhand workflow run ship --set message='Fix the build'"],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).run,
  },
  {
    words: ["workflow", "export"],
    summary: "Print a workflow in the format of another tool.",
    positionals: [NAME],
    options: [
      {
        name: "to",
        value: "FORMAT",
        help: "The format: sh (a shell function), skill (a SKILL.md), justfile, npm (a script) or make (a target).",
        choices: EXPORT_FORMATS,
      },
    ],
    examples: ["oldhand workflow export ship --to sh >> ~/.zshrc"],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).exportTo,
  },
  {
    words: ["workflow", "delete"],
    summary: "Delete a workflow.",
    positionals: [NAME],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).remove,
  },
  {
    words: ["episode", "add"],
    summary: "Add something that happened, and how it ended.",
    positionals: [{ name: "TEXT", help: "What happened; - reads it from stdin.", many: true }],
    options: [
      { name: "outcome", value: "OUTCOME", help: "How it ended: success, failure or partial.", choices: OUTCOMES },
      TAG,
    ],
    examples: ['oldhand episode add "Upgraded Node" --outcome success'],
    needs: "write",
    run: async () => (await import("../commands/episode.ts")).add,
  },
  {
    words: ["episode", "list"],
    summary: "List the latest episodes.",
    options: [LIMIT],
    needs: "write",
    run: async () => (await import("../commands/episode.ts")).list,
  },
  {
    words: ["learn"],
    summary: "Import new commands and sessions, and learn from them.",
    notes: [
      "Every command imports new shell commands; this one also reads agent sessions and writes the memory of their projects.",
      "--dry-run lists the imported sessions that would be read and the tokens that a model would use; it calls no model.",
    ],
    options: [DRY_RUN],
    needs: "nothing",
    run: async () => (await import("../commands/learn.ts")).learn,
  },
];

export const initCommand: Command = {
  words: ["init"],
  summary: "Print the script that records your shell's commands.",
  notes: ["Add the matching line from the examples to the end of your shell's start-up file."],
  positionals: [{ name: "SHELL", help: "zsh, bash or fish.", choices: ["zsh", "bash", "fish"] }],
  examples: ['eval "$(oldhand init zsh)"', 'eval "$(oldhand init bash)"', "oldhand init fish | source"],
  needs: "nothing",
  run: async () => (await import("../commands/history.ts")).init,
};
