/** The commands that query the memory, plan commands and decide on suggestions. */
import type { CommandEntry, Positional } from "../command.ts";
import { ACTOR, DRY_RUN, EVERYWHERE, SET, TYPE } from "./options.ts";

const SUGGESTION: Positional = { name: "ID", help: "The suggestion's id, or a unique part of it." };

export const recallCommands: readonly CommandEntry[] = [
  {
    words: ["recall"],
    summary: "Find records, sessions, tickets and commands about a topic.",
    positionals: [{ name: "QUERY", help: "What to look for.", many: true }],
    options: [
      {
        name: "format",
        value: "FORMAT",
        help: "The output format: snippets (default), prompt (for an agent) or json.",
        choices: ["snippets", "prompt", "json"],
      },
      TYPE,
      { name: "path", value: "FILE", help: "Leave out records that apply only to other files." },
      {
        name: "since",
        value: "DATE",
        help: "Only results changed since DATE: 2026-01-31, 7d, 2w, today or yesterday.",
      },
      { name: "limit", value: "N", help: "Show at most N results." },
      { name: "budget", value: "TOKENS", help: "Print at most this many tokens." },
      { name: "archived", help: "Include archived records." },
      EVERYWHERE,
    ],
    examples: [
      "oldhand recall how do we deploy",
      "oldhand recall flaky tests --everywhere",
      "oldhand recall tests --path src/api.ts --format prompt",
    ],
    settle: "files",
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).recall,
  },
  {
    words: ["brief"],
    summary: "Print what an agent should know now, within a token budget.",
    notes: [
      "Policies first, then records for the file, then records that match the prompt, then workflows. `oldhand why` shows what was left out.",
    ],
    options: [
      { name: "prompt", value: "TEXT", help: "The prompt that the agent received." },
      { name: "file", value: "PATH", help: "The file that the agent works on." },
      { name: "session", value: "ID", help: "Leave out what this session was already given." },
      {
        name: "budget",
        value: "TOKENS",
        help: "Print at most this many tokens (default: the setting brief.budget, 800).",
      },
      { name: "start", help: "Print the block for the start of a session; it stays the same throughout the session." },
    ],
    examples: ['oldhand brief --prompt "add a migration"', "oldhand brief --file db/schema.sql"],
    settle: "files",
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).brief,
  },
  {
    words: ["ask"],
    summary: "Find the command for a request, and run it after you approve it.",
    notes: [
      "Shows the command, why it was chosen, what your memory says against it, and its risk. If the request leaves open where to act, you choose, safest first. Without a terminal it runs nothing, unless you add --yes and the risk is low. A guard that denies the command cannot be overruled here.",
      "Answer r to run, e to edit, x to explain or c to copy; any other answer runs nothing. If the risk is high, you have to type run.",
    ],
    positionals: [{ name: "REQUEST", help: "What you want to do; - reads it from stdin.", optional: true, many: true }],
    options: [
      { name: "yes", help: "Run it without asking if the risk is low." },
      { ...DRY_RUN, help: "Show the plan and run nothing." },
      SET,
      { name: "line", help: "Print a note and the command for a shell's line editor, and run nothing." },
    ],
    examples: ["oldhand ask run the tests", "oldhand ask deploy --dry-run --json"],
    isQuick: true,
    needs: "plan",
    run: async () => (await import("../commands/ask.ts")).ask,
  },
  {
    words: ["context"],
    summary: "Show the context that a command planner gets in this directory.",
    isQuick: true,
    run: async () => (await import("../commands/recall.ts")).context,
  },
  {
    words: ["why"],
    summary: "Show what was included, what was left out, and why.",
    positionals: [{ name: "RECEIPT", help: "A receipt's id, rcp_… (default: the last one).", optional: true }],
    needs: "read",
    run: async () => (await import("../commands/recall.ts")).why,
  },
  {
    words: ["suggestions"],
    summary: "List pending suggestions, the three most useful first.",
    options: [
      { name: "all", help: "List all pending suggestions." },
      { ...ACTOR, help: "Habits of a person (default) or of an agent." },
      EVERYWHERE,
    ],
    run: async () => (await import("../commands/suggestions.ts")).list,
  },
  {
    words: ["suggestions", "show"],
    summary: "Show what accepting a suggestion does: before and after, who asks, and why.",
    positionals: [SUGGESTION],
    run: async () => (await import("../commands/suggestions.ts")).show,
  },
  {
    words: ["suggestions", "accept"],
    summary: "Accept a suggestion: keep it as a record, or make the change that it proposes.",
    positionals: [SUGGESTION],
    notes: [
      "If the record changed since, nothing is done: the new difference is shown, and accepting again makes that change.",
      "A sequence of commands becomes a workflow: see `oldhand workflow show` and `oldhand workflow run`.",
    ],
    options: [
      { name: "name", value: "NAME", help: "The name of the workflow or the key of the record." },
      {
        name: "step",
        value: "CMD",
        help: "A step of the workflow; replaces the steps that were found.",
        repeatable: true,
      },
    ],
    run: async () => (await import("../commands/suggestions.ts")).accept,
  },
  {
    words: ["suggestions", "dismiss"],
    summary: "Dismiss a suggestion permanently.",
    positionals: [SUGGESTION],
    run: async () => (await import("../commands/suggestions.ts")).dismiss,
  },
];
