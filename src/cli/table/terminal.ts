/** The commands about what was run: history, workflows, and what shells need. */
import { OUTCOMES } from "../../core/event/episode.ts";
import { ACTORS } from "../../core/event/event.ts";
import { EXPORT_FORMATS } from "../../core/workflow/export-formats.ts";
import type { Command, Option, Positional } from "../command.ts";

const NAME: Positional = { name: "NAME", says: "The workflow's name." };
const SOURCES = ["zsh", "bash", "fish", "powershell", "atuin"] as const;

export const ACTOR: Option = {
  name: "actor",
  value: "ACTOR",
  says: "Whose: person or agent.",
  choices: ACTORS,
};

const LISTING: readonly Option[] = [
  { name: "limit", value: "N", says: "How many at most; usually 25." },
  { name: "session", value: "ID", says: "Only those of this session." },
  ACTOR,
  { name: "failed", says: "Only those that failed." },
];

export const terminalCommands: readonly Command[] = [
  {
    words: ["history", "import"],
    summary: "Take in what your shells kept before oldhand.",
    notes: ["The files are only read. Importing again takes what is new."],
    positionals: [
      { name: "SOURCE", says: "Whose history; left out, all that are found.", optional: true, choices: SOURCES },
    ],
    options: [{ name: "file", value: "FILE", says: "The file to read, where it is not in its usual place." }],
    examples: ["oldhand history import", "oldhand history import bash --file ~/old/.bash_history"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).importHistory,
  },
  {
    words: ["history", "list"],
    summary: "Show the latest commands.",
    options: LISTING,
    examples: ["oldhand history list --scope project --failed"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).list,
  },
  {
    words: ["history", "search"],
    summary: "Find commands that hold all of these words.",
    positionals: [{ name: "QUERY", says: "Words or parts of words.", many: true }],
    options: LISTING,
    examples: ["oldhand history search docker run"],
    needs: "write",
    run: async () => (await import("../commands/history.ts")).search,
  },
  {
    words: ["workflow", "save"],
    summary: "Keep steps under a name.",
    notes: ["A word in angle brackets is a slot: `git commit -m <message>` asks for a message when it is run."],
    positionals: [NAME],
    options: [
      { name: "step", value: "CMD", says: "A step; give them in order.", repeatable: true },
      { name: "description", value: "TEXT", says: "What it is for." },
    ],
    examples: ["oldhand workflow save check --step 'npm test'"],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).save,
  },
  {
    words: ["workflow", "list"],
    summary: "Show the workflows that can be run here.",
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
    summary: "Run a workflow, after you have seen its steps and said yes.",
    notes: [
      "It stops at the first step that fails, and says which. A value is always one word: it is never run.",
      "Without a terminal it prints the steps and runs nothing, unless --yes is given. Where the risk is high, --yes is not enough, and at a terminal the word run has to be typed.",
    ],
    positionals: [NAME],
    options: [
      { name: "set", value: "SLOT=VALUE", says: "Fill a slot.", repeatable: true },
      { name: "yes", says: "Do not ask." },
    ],
    examples: ["oldhand workflow run ship --set message='Fix the build'"],
    needs: "write",
    run: async () => (await import("../commands/workflow.ts")).run,
  },
  {
    words: ["workflow", "export"],
    summary: "Write a workflow as another program takes it.",
    positionals: [NAME],
    options: [
      {
        name: "to",
        value: "FORMAT",
        says: "sh: a shell function; skill: a SKILL.md; justfile; npm: a script; make: a target.",
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
    summary: "Tell something that happened, and how it ended.",
    positionals: [{ name: "TEXT", says: "What happened; - reads it from stdin.", many: true }],
    options: [
      { name: "outcome", value: "OUTCOME", says: "success, failure or partial.", choices: OUTCOMES },
      { name: "tag", value: "TAG", says: "A word to group it by.", repeatable: true },
    ],
    examples: ['oldhand episode add "Upgraded Node" --outcome success'],
    needs: "write",
    run: async () => (await import("../commands/episode.ts")).add,
  },
  {
    words: ["episode", "list"],
    summary: "Show the latest episodes.",
    options: [{ name: "limit", value: "N", says: "How many at most; usually 25." }],
    needs: "write",
    run: async () => (await import("../commands/episode.ts")).list,
  },
  {
    words: ["learn"],
    summary: "Take in what shells and agents left, and learn from it.",
    notes: [
      "What shells left is taken in by every command; sessions of agents are read here, and the memory of their projects is written.",
      "With --dry-run it says which of the sessions taken in so far it would read, and how many tokens a model would need; no model is called and nothing changes.",
    ],
    options: [{ name: "dry-run", says: "Say what would be read and what it would take, and do nothing." }],
    needs: "nothing",
    run: async () => (await import("../commands/learn.ts")).learn,
  },
];

export const initCommand: Command = {
  words: ["init"],
  summary: "Print what your shell needs to record its commands.",
  notes: ["Put the matching line of the examples at the end of your shell's start-up file."],
  positionals: [{ name: "SHELL", says: "zsh, bash or fish.", choices: ["zsh", "bash", "fish"] }],
  examples: ['eval "$(oldhand init zsh)"', 'eval "$(oldhand init bash)"', "oldhand init fish | source"],
  needs: "nothing",
  run: async () => (await import("../commands/history.ts")).init,
};
