/** The commands on shell history, workflows and episodes, and those that learn from them. */
import { OUTCOMES } from "../../core/event/event.ts";
import { EXPORT_FORMATS } from "../../core/workflow/slots.ts";
import type { CommandEntry, Option, Positional } from "../command.ts";
import { ACTOR, DRY_RUN, EVERYWHERE, LIMIT, SET, TAG } from "./options.ts";

const NAME: Positional = { name: "NAME", help: "The workflow's name." };
const SOURCES = [
  ...["zsh", "bash", "fish", "powershell", "nushell", "nushell-text", "atuin", "mcfly", "hishtory", "zsh-histdb"],
] as const;

const FILTERS: readonly Option[] = [
  LIMIT,
  { name: "session", value: "ID", help: "Only commands of this session." },
  ACTOR,
  { name: "failed", help: "Only commands that failed." },
  EVERYWHERE,
];

export const historyCommands: readonly CommandEntry[] = [
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
    run: async () => (await import("../commands/history.ts")).importHistory,
  },
  {
    words: ["history", "list"],
    summary: "List the latest commands of this project, and those whose project is not known.",
    options: FILTERS,
    examples: ["oldhand history list --scope project --failed"],
    run: async () => (await import("../commands/history.ts")).list,
  },
  {
    words: ["history", "search"],
    summary: "Find commands by their words and what agents ran them for, best match last.",
    positionals: [{ name: "QUERY", help: "What the command contains or does.", many: true }],
    options: FILTERS,
    examples: ["oldhand history search docker run", "oldhand history search start the local database"],
    run: async () => (await import("../commands/history.ts")).search,
  },
  {
    words: ["search"],
    summary: "Search your history on a full screen, and print the chosen line.",
    notes: [
      "Type parts of words in any order. Enter prints the line, Tab lets you edit it first, Ctrl-O shows its session, Ctrl-E switches between here and everywhere, Ctrl-A between you, agents and both, Ctrl-S shows only what worked. Ctrl-C leaves. Nothing is run.",
      "`oldhand install zsh --ctrl-r` puts it on Ctrl-R. Without a terminal, or with --json, it lists what matches.",
    ],
    positionals: [{ name: "QUERY", help: "What to look for first.", optional: true, many: true }],
    options: [LIMIT],
    examples: ["oldhand search", "oldhand search docker run"],
    needs: "nothing",
    run: async () => (await import("../commands/search.ts")).search,
  },
  {
    words: ["predict"],
    summary: "Show the likely next commands here.",
    notes: [
      "From your commands in this project: what followed the last ones, how often and how lately. Nothing is run. High-risk commands and lines with a secret are never shown.",
      "Your shell offers the same by itself: see docs/shell.md.",
    ],
    options: [
      {
        name: "after",
        value: "CMD",
        help: "A command that was just run; repeat it for several, in order.",
        repeatable: true,
      },
      { ...LIMIT, help: "Show at most N (default 5)." },
    ],
    examples: ["oldhand predict", "oldhand predict --after 'git add .' --limit 3"],
    run: async () => (await import("../commands/predict.ts")).predict,
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
    run: async () => (await import("../commands/workflow.ts")).save,
  },
  {
    words: ["workflow", "list"],
    summary: "List the workflows that can be run here.",
    run: async () => (await import("../commands/workflow.ts")).list,
  },
  {
    words: ["workflow", "show"],
    summary: "Show a workflow's steps, slots and runs.",
    positionals: [NAME],
    run: async () => (await import("../commands/workflow.ts")).show,
  },
  {
    words: ["workflow", "run"],
    summary: "Show a workflow's steps, and run them after you approve.",
    notes: [
      "Stops at the first step that fails. Slot values are quoted, so they are never run as commands.",
      "Without a terminal it prints the steps and runs nothing, unless you add --yes and the risk is low. If the risk is high, --yes is not enough: you have to type run at a terminal.",
    ],
    positionals: [NAME],
    options: [SET, { name: "yes", help: "Run it without asking, unless the risk is high." }],
    examples: ["oldhand workflow run ship --set message='Fix the build'"],
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
    run: async () => (await import("../commands/workflow.ts")).exportTo,
  },
  {
    words: ["workflow", "delete"],
    summary: "Delete a workflow.",
    positionals: [NAME],
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
    run: async () => (await import("../commands/history.ts")).addEpisode,
  },
  {
    words: ["episode", "list"],
    summary: "List the latest episodes.",
    options: [LIMIT],
    run: async () => (await import("../commands/history.ts")).listEpisodes,
  },
  {
    words: ["learn"],
    summary: "Import new commands and sessions, and learn from them.",
    notes: [
      "Every command imports new shell commands; this one also reads agent sessions and writes the memory of their projects.",
      "--dry-run lists the imported sessions that would be read and the tokens that a model would use; it calls no model.",
      "--replay runs today's rules over all stored sessions in a copy of the memory and shows what would be new, gone or changed. It changes nothing and calls no model.",
      "Without --since, sessions older than memories.maxRolloutAgeDays are not read.",
    ],
    options: [
      {
        name: "since",
        value: "DATE",
        help: "Read the sessions since DATE, however old: 2026-01-31, 7d, 2w, today or yesterday.",
      },
      { name: "replay", help: "Show how today's rules differ from what is kept, and change nothing." },
      DRY_RUN,
    ],
    examples: ["oldhand learn --since 2026-01-01", "oldhand learn --replay"],
    needs: "nothing",
    run: async () => (await import("../commands/memory.ts")).learn,
  },
];
