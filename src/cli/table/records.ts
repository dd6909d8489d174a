/** The commands on records. */
import { CATEGORIES, STATUSES, TYPES } from "../../core/record/record.ts";
import type { Command } from "../command.ts";
import { CATEGORY, ID, MARKS, TYPE } from "./options.ts";

export const recordCommands: readonly Command[] = [
  {
    words: ["record", "add"],
    summary: "Remember a statement.",
    notes: [
      "Type, scope and key are found from the words where you do not give them. A near-duplicate is merged, a record that contradicts an older one on the same key supersedes it, and a secret is refused; the answer says which.",
    ],
    positionals: [{ name: "TEXT", says: "The statement; - reads it from stdin.", many: true }],
    options: MARKS,
    examples: [
      'oldhand record add "We use pnpm, never npm"',
      'oldhand record add --type pitfall "Port 5432 is taken"',
      "git log -1 --format=%B | oldhand record add -",
    ],
    needs: "write",
    run: async () => (await import("../commands/record-say.ts")).add,
  },
  {
    words: ["record", "list"],
    summary: "List records, newest first.",
    options: [
      TYPE,
      CATEGORY,
      {
        name: "status",
        value: "STATUS",
        says: "Which to list: active (as usual), archived, superseded or all.",
        choices: [...STATUSES, "all"],
      },
      { name: "stale", says: "Only those that no longer agree with the repository." },
    ],
    examples: ["oldhand record list --type policy", "oldhand record list --scope project --status all"],
    needs: "read",
    run: async () => (await import("../commands/record-look.ts")).list,
  },
  {
    words: ["record", "get"],
    summary: "Show one record with everything known about it.",
    positionals: [ID],
    needs: "read",
    run: async () => (await import("../commands/record-look.ts")).get,
  },
  {
    words: ["record", "update"],
    summary: "Change a record's words or marks.",
    notes: ["--tag, --path, --alias and --keyword replace what was there; an empty value clears it."],
    positionals: [ID, { name: "TEXT", says: "The new words; - reads them from stdin.", optional: true, many: true }],
    options: MARKS,
    examples: ['oldhand record update 3f2a "Deploy with make ship"', "oldhand record update 3f2a --priority high"],
    needs: "write",
    run: async () => (await import("../commands/record-say.ts")).update,
  },
  {
    words: ["record", "reclassify"],
    summary: "Move a record to another type or category.",
    positionals: [
      ID,
      {
        name: "TYPE|CATEGORY",
        says: `A type (${TYPES.join(", ")}) or a category (${CATEGORIES.join(", ")}).`,
        choices: [...TYPES, ...CATEGORIES],
      },
    ],
    examples: ["oldhand record reclassify 3f2a policy"],
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).reclassify,
  },
  {
    words: ["record", "archive"],
    summary: "Put a record aside; search finds it when asked.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).archive,
  },
  {
    words: ["record", "restore"],
    summary: "Make an archived or superseded record active again.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).restore,
  },
  {
    words: ["record", "delete"],
    summary: "Delete a record; undo brings it back for 24 hours.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).remove,
  },
  {
    words: ["record", "history"],
    summary: "Show every change to a record.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).history,
  },
  {
    words: ["record", "undo"],
    summary: "Take back the last change made here.",
    needs: "write",
    run: async () => (await import("../commands/record-change.ts")).undo,
  },
];
