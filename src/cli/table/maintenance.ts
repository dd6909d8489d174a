/** The maintenance commands. */
import { settingKeys } from "../../core/base/config.ts";
import type { CommandEntry, Positional } from "../command.ts";
import { DRY_RUN, EVERYWHERE, YES } from "./options.ts";

const KEY: Positional = {
  name: "KEY",
  help: "A setting; `oldhand config list` shows all of them.",
  offers: settingKeys(),
};

export const maintenanceCommands: readonly CommandEntry[] = [
  {
    words: ["stats"],
    summary: "Count records, commands, sessions and suggestions.",
    needs: "read",
    run: async () => (await import("../commands/status.ts")).stats,
  },
  {
    words: ["lift"],
    summary: "Show what memory changes: with and without it, by record, and in the past.",
    notes: [
      "Compares sessions only if some go without memory: `oldhand config set lift.holdOut 4` holds out one in 4. It never withholds `ask` or `deny` of a guard.",
      "Differences come with a 95 % interval, or with the number of sessions that are still needed. A record is judged only if it has a guard or names a command.",
      "The replay shows what memory would have given to sessions that had none. It is not causal. docs/lift.md explains all figures.",
    ],
    options: [EVERYWHERE],
    examples: ["oldhand lift", "oldhand lift --everywhere --json"],
    run: async () => (await import("../commands/lift.ts")).lift,
  },
  {
    words: ["consolidate"],
    summary: "Merge duplicate records, archive weak ones, and suggest recurring ones.",
    notes: [
      "Runs once a week in the background of a command. Policies and architecture records are never archived for lack of use.",
      "In a project it also writes MEMORY.md, its summary and its skills, using a model if one is configured. --dry-run shows the tokens this would take and calls no model.",
    ],
    options: [DRY_RUN],
    run: async () => (await import("../commands/memory.ts")).consolidate,
  },
  {
    words: ["forget"],
    summary: "Delete records or commands permanently.",
    notes: [
      "Shows what would be deleted and asks first. This cannot be undone. Copies that oldhand cannot reach, such as git history, are listed.",
    ],
    positionals: [{ name: "ID", help: "The record's id, or a unique part of it.", optional: true }],
    options: [
      { name: "query", value: "WORDS", help: "Delete everything that contains all of these words." },
      {
        name: "session",
        value: "ID",
        help: "Delete the commands of a session; `oldhand history list --json` shows session ids.",
      },
      YES,
    ],
    examples: ["oldhand forget 3f2a", 'oldhand forget --query "old office"'],
    run: async () => (await import("../commands/forget.ts")).forget,
  },
  {
    words: ["doctor"],
    summary: "Check the installation and show how to fix problems.",
    notes: ["Exits with 1 if a check fails."],
    options: [{ name: "fix", help: "Repair a damaged config.yml or projects.json first; a copy of it is kept." }],
    needs: "nothing",
    run: async () => (await import("../commands/maintenance.ts")).doctor,
  },
  {
    words: ["rebuild"],
    summary: "Rebuild the index from the files.",
    options: [{ name: "gone", help: "Treat record files that are missing as deleted, however many." }],
    run: async () => (await import("../commands/maintenance.ts")).rebuild,
  },
  {
    words: ["export"],
    summary: "Export everything as plain files to a new directory.",
    positionals: [
      { name: "DIR", help: "The new directory (default: oldhand-export-<date> in this directory).", optional: true },
    ],
    run: async () => (await import("../commands/maintenance.ts")).exportAll,
  },
  {
    words: ["import"],
    summary: "Import an export, or a directory of Markdown notes.",
    positionals: [{ name: "DIR", help: "The directory to read." }],
    run: async () => (await import("../commands/maintenance.ts")).importFrom,
  },
  {
    words: ["dump"],
    summary: "Print everything as JSON, one line each, sorted.",
    run: async () => (await import("../commands/maintenance.ts")).dump,
  },
  {
    words: ["config", "list"],
    summary: "List all settings and where each value comes from.",
    needs: "read",
    run: async () => (await import("../commands/maintenance.ts")).listSettings,
  },
  {
    words: ["config", "get"],
    summary: "Show one setting.",
    positionals: [KEY],
    examples: ["oldhand config get brief.budget"],
    needs: "read",
    run: async () => (await import("../commands/maintenance.ts")).getSetting,
  },
  {
    words: ["config", "set"],
    summary: "Change a setting in config.yml.",
    positionals: [KEY, { name: "VALUE", help: "The new value; separate list items with commas.", many: true }],
    examples: ["oldhand config set review low"],
    run: async () => (await import("../commands/maintenance.ts")).changeSetting,
  },
];
