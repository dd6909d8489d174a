/** The record and project commands. */
import { CATEGORIES, STATUSES, TYPES } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import type { CommandEntry } from "../command.ts";
import { CATEGORY, EVERYWHERE, ID, RECORD_FIELDS, TYPE } from "./options.ts";

export const recordCommands: readonly CommandEntry[] = [
  {
    words: ["record", "add"],
    summary: "Add a record.",
    notes: [
      "Type, scope and key are derived from the text unless you set them. A near-duplicate is merged, a record that contradicts an older one with the same key replaces it, and text that contains a secret is refused.",
    ],
    positionals: [{ name: "TEXT", help: "The text of the record; - reads it from stdin.", many: true }],
    options: RECORD_FIELDS,
    examples: [
      'oldhand record add "We use pnpm, never npm"',
      'oldhand record add --type pitfall "Port 5432 is taken"',
      "git log -1 --format=%B | oldhand record add -",
      'oldhand record add "Never force" --deny "git push --force"',
      'oldhand record add "Test it" --first "git push=npm test"',
    ],
    run: async () => (await import("../commands/records.ts")).add,
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
        help: "The status of record: active (default), archived, superseded or all.",
        choices: [...STATUSES, "all"],
      },
      { name: "stale", help: "Only records that no longer match the repository." },
      EVERYWHERE,
    ],
    examples: ["oldhand record list --type policy", "oldhand record list --scope project --status all"],
    needs: "read",
    run: async () => (await import("../commands/records.ts")).list,
  },
  {
    words: ["record", "get"],
    summary: "Show a record with all its fields.",
    positionals: [ID],
    needs: "read",
    run: async () => (await import("../commands/records.ts")).get,
  },
  {
    words: ["record", "update"],
    summary: "Change a record's text or fields.",
    notes: [
      "--tag, --path, --alias and --keyword replace all existing values; an empty value removes them. The options of guards replace all guards of the record; --deny '' removes them.",
    ],
    positionals: [ID, { name: "TEXT", help: "The new text; - reads it from stdin.", optional: true, many: true }],
    options: RECORD_FIELDS,
    examples: ['oldhand record update 3f2a "Deploy with make ship"', "oldhand record update 3f2a --priority high"],
    run: async () => (await import("../commands/records.ts")).update,
  },
  {
    words: ["record", "reclassify"],
    summary: "Move a record to another type or category.",
    positionals: [
      ID,
      {
        name: "TYPE|CATEGORY",
        help: `A type (${listOf(TYPES, "or")}) or a category (${listOf(CATEGORIES, "or")}).`,
        choices: [...TYPES, ...CATEGORIES],
      },
    ],
    examples: ["oldhand record reclassify 3f2a policy"],
    run: async () => (await import("../commands/records.ts")).reclassify,
  },
  {
    words: ["record", "archive"],
    summary: "Archive a record; `recall --archived` still finds it.",
    positionals: [ID],
    run: async () => (await import("../commands/records.ts")).archive,
  },
  {
    words: ["record", "restore"],
    summary: "Make an archived or superseded record active again.",
    positionals: [ID],
    run: async () => (await import("../commands/records.ts")).restore,
  },
  {
    words: ["record", "delete"],
    summary: "Delete a record; `record undo` can restore it for 24 hours.",
    positionals: [ID],
    run: async () => (await import("../commands/records.ts")).remove,
  },
  {
    words: ["record", "confirm"],
    summary: "Confirm record files and entries of MEMORY.md that changed outside oldhand.",
    notes: [
      "Shows each change and asks, so it needs a terminal. Until you confirm it, a changed file counts as an agent's: `recall` finds it, but a policy, preference or architecture in it is not given to agents. An edit of MEMORY.md stays in the file without effect. Any command at a terminal asks once about a new change.",
    ],
    positionals: [{ ...ID, help: "Only this record; default: all that changed.", optional: true }],
    asksAboutFiles: true,
    run: async () => (await import("../commands/records.ts")).confirm,
  },
  {
    words: ["record", "history"],
    summary: "Show all changes to a record.",
    positionals: [ID],
    run: async () => (await import("../commands/records.ts")).history,
  },
  {
    words: ["record", "undo"],
    summary: "Undo the last change to records.",
    run: async () => (await import("../commands/records.ts")).undo,
  },
];

export const projectCommands: readonly CommandEntry[] = [
  {
    words: ["project", "show"],
    summary: "Show the project of this directory.",
    needs: "read",
    run: async () => (await import("../commands/project.ts")).show,
  },
  {
    words: ["project", "list"],
    summary: "List your projects with what is kept for each, the latest activity first.",
    run: async () => (await import("../commands/project.ts")).list,
  },
  {
    words: ["project", "why"],
    summary: "Show how the project was recognised.",
    run: async () => (await import("../commands/project.ts")).why,
  },
  {
    words: ["project", "link"],
    summary: "Merge this directory's project into another one.",
    positionals: [{ name: "PROJECT", help: "The id, name or a directory of the other project." }],
    examples: ["oldhand project link my-app"],
    asProject: true,
    run: async () => (await import("../commands/project.ts")).link,
  },
  {
    words: ["project", "split"],
    summary: "Make this directory a project of its own.",
    notes: ["Existing records stay with the old project."],
    run: async () => (await import("../commands/project.ts")).split,
  },
  {
    words: ["project", "share"],
    summary: "Move the project's records into the repository.",
    notes: ["They are then in .oldhand/records, one file each. Commit that folder to share them."],
    asProject: true,
    run: async () => (await import("../commands/project.ts")).share,
  },
  {
    words: ["project", "unshare"],
    summary: "Move the accepted records out of the repository.",
    run: async () => (await import("../commands/project.ts")).unshare,
  },
  {
    words: ["project", "join"],
    summary: "Accept the records in this repository.",
    notes: [
      "Until you accept them, `recall` finds them with a label and they are never given to an agent. Later changes need to be accepted again.",
    ],
    run: async () => (await import("../commands/project.ts")).join,
  },
];
