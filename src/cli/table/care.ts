/** The commands that look after the memory itself. */
import { settingKeys } from "../../core/base/config.ts";
import type { Command, Positional } from "../command.ts";

const KEY: Positional = { name: "KEY", says: "A setting, as `oldhand config list` shows them.", offers: settingKeys() };

export const careCommands: readonly Command[] = [
  {
    words: ["stats"],
    summary: "Count what is kept.",
    needs: "read",
    run: async () => (await import("../commands/stats.ts")).stats,
  },
  {
    words: ["consolidate"],
    summary: "Merge what says the same, archive what faded, suggest what recurs.",
    notes: [
      "It is done once a week in passing. Rules and architecture are never archived for disuse.",
      "In a project its memory is written too: MEMORY.md, its summary and its skills, worded by a model where one is configured. --dry-run says what that would take, and calls nobody.",
    ],
    options: [{ name: "dry-run", says: "Say what would be done, and do nothing." }],
    needs: "write",
    run: async () => (await import("../commands/consolidate.ts")).consolidate,
  },
  {
    words: ["forget"],
    summary: "Remove records or commands for good, down to the bytes.",
    notes: [
      "It shows what would go and asks first. There is no undo. What oldhand cannot reach, such as git history, is named.",
    ],
    positionals: [
      { name: "ID", says: "The record to forget; it may be shortened while it is unique.", optional: true },
    ],
    options: [
      { name: "query", value: "WORDS", says: "Forget everything that holds all of these words." },
      {
        name: "session",
        value: "ID",
        says: "Forget the commands of a session; `oldhand history list --json` names it.",
      },
      { name: "yes", says: "Do not ask; needed where there is no terminal." },
    ],
    examples: ["oldhand forget 3f2a", 'oldhand forget --query "old office"'],
    needs: "write",
    run: async () => (await import("../commands/forget.ts")).forget,
  },
  {
    words: ["doctor"],
    summary: "Check every part, and say what to do where one fails.",
    notes: ["Exits with 1 where something needs attention."],
    needs: "nothing",
    run: async () => (await import("../commands/care.ts")).doctor,
  },
  {
    words: ["rebuild"],
    summary: "Make the index anew from the files.",
    options: [{ name: "gone", says: "Take files that vanished in numbers for deleted." }],
    needs: "write",
    run: async () => (await import("../commands/care.ts")).rebuild,
  },
  {
    words: ["export"],
    summary: "Write everything as plain files into a new directory.",
    positionals: [{ name: "DIR", says: "Where to; left out, oldhand-export-<date> here.", optional: true }],
    needs: "write",
    run: async () => (await import("../commands/transfer.ts")).exportAll,
  },
  {
    words: ["import"],
    summary: "Take in an export, or a directory of Markdown notes.",
    positionals: [{ name: "DIR", says: "The directory to read." }],
    needs: "write",
    run: async () => (await import("../commands/transfer.ts")).importFrom,
  },
  {
    words: ["dump"],
    summary: "Print all that is kept, a line of JSON each, sorted.",
    needs: "write",
    run: async () => (await import("../commands/transfer.ts")).dump,
  },
  {
    words: ["config", "list"],
    summary: "Show all settings and where each value comes from.",
    needs: "read",
    run: async () => (await import("../commands/settings.ts")).list,
  },
  {
    words: ["config", "get"],
    summary: "Show one setting.",
    positionals: [KEY],
    examples: ["oldhand config get brief.budget"],
    needs: "read",
    run: async () => (await import("../commands/settings.ts")).get,
  },
  {
    words: ["config", "set"],
    summary: "Change a setting in config.yml.",
    positionals: [KEY, { name: "VALUE", says: "The new value; a list has commas between.", many: true }],
    examples: ["oldhand config set review low"],
    needs: "write",
    run: async () => (await import("../commands/settings.ts")).set,
  },
];
