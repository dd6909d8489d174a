/** The commands that ask the memory, and those that answer what it proposes. */
import type { Command, Positional } from "../command.ts";
import { TYPE } from "./options.ts";
import { ACTOR } from "./terminal.ts";

const SUGGESTION: Positional = { name: "ID", says: "The suggestion's id; it may be shortened while it is unique." };

export const askingCommands: readonly Command[] = [
  {
    words: ["recall"],
    summary: "Find what is known about something.",
    positionals: [{ name: "QUERY", says: "What to look for, in words.", many: true }],
    options: [
      {
        name: "format",
        value: "FORMAT",
        says: "snippets for people (as usual), prompt for an agent, json for programs.",
        choices: ["snippets", "prompt", "json"],
      },
      TYPE,
      { name: "path", value: "FILE", says: "Leave out what is bound to other files." },
      { name: "since", value: "DATE", says: "Only what changed since: 2026-01-31, 7d, 2w, today or yesterday." },
      { name: "limit", value: "N", says: "How many results at most." },
      { name: "budget", value: "TOKENS", says: "How many tokens at most." },
      { name: "archived", says: "Look among archived records too." },
    ],
    examples: ["oldhand recall how do we deploy", "oldhand recall tests --path src/api.ts --format prompt"],
    settle: "files",
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).recall,
  },
  {
    words: ["brief"],
    summary: "Print what an agent should know now, under a budget.",
    notes: [
      "Rules first, then what is bound to the file, then what fits the prompt, then workflows. `oldhand why` shows what stayed out.",
    ],
    options: [
      { name: "prompt", value: "TEXT", says: "What is being asked of the agent." },
      { name: "file", value: "PATH", says: "The file at hand." },
      { name: "session", value: "ID", says: "What was told in this session is not told again." },
      { name: "budget", value: "TOKENS", says: "How many tokens at most; usually 800." },
      { name: "start", says: "The block for the start of a session, the same for as long as it lasts." },
    ],
    examples: ['oldhand brief --prompt "add a migration"', "oldhand brief --file db/schema.sql"],
    settle: "files",
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).brief,
  },
  {
    words: ["ask"],
    summary: "Find the command for a request, show it, and run it once you have said yes.",
    notes: [
      "It is shown with why, how risky it is and what memory has against it. Without a terminal nothing runs, unless --yes is given and the risk is low.",
      "Answer r to run, e to edit, x to explain, c to copy; anything else runs nothing. Where the risk is high, the word run has to be typed.",
    ],
    positionals: [
      { name: "REQUEST", says: "What you want to do, in words; - reads it from stdin.", optional: true, many: true },
    ],
    options: [
      { name: "yes", says: "Run it without asking if its risk is low." },
      { name: "dry-run", says: "Show the plan and run nothing." },
      { name: "set", value: "SLOT=VALUE", says: "Fill a slot of a workflow.", repeatable: true },
      { name: "line", says: "Print a note and the command, for the line editor of a shell; run nothing." },
    ],
    examples: ["oldhand ask run the tests", "oldhand ask deploy --dry-run --json"],
    isQuick: true,
    needs: "plan",
    run: async () => (await import("../commands/ask.ts")).ask,
  },
  {
    words: ["context"],
    summary: "Show what a command planner is told in this directory.",
    isQuick: true,
    needs: "write",
    run: async () => (await import("../commands/recall.ts")).context,
  },
  {
    words: ["why"],
    summary: "Show a receipt: what was handed over, and what not.",
    positionals: [{ name: "RECEIPT", says: "A receipt's id, rcp_…; left out, the last one.", optional: true }],
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).why,
  },
  {
    words: ["suggestions"],
    summary: "Show what waits for your word, the likeliest three first.",
    options: [
      { name: "all", says: "Show all that wait." },
      { ...ACTOR, says: "Whose habits: person (as usual) or agent." },
    ],
    needs: "write",
    run: async () => (await import("../commands/suggestions.ts")).list,
  },
  {
    words: ["suggestions", "accept"],
    summary: "Make a suggestion a record.",
    positionals: [SUGGESTION],
    notes: ["A sequence of commands becomes a workflow; `oldhand workflow show` and `run` take it from there."],
    options: [
      { name: "name", value: "NAME", says: "The name to keep it under, as for a workflow." },
      {
        name: "step",
        value: "CMD",
        says: "A step of the workflow, in the place of those that were found.",
        repeatable: true,
      },
    ],
    needs: "write",
    run: async () => (await import("../commands/suggestions.ts")).accept,
  },
  {
    words: ["suggestions", "dismiss"],
    summary: "Turn a suggestion down for good.",
    positionals: [SUGGESTION],
    needs: "write",
    run: async () => (await import("../commands/suggestions.ts")).dismiss,
  },
];
