/** The commands for a person's own machines. */
import type { CommandEntry } from "../command.ts";

const MACHINE = { name: "MACHINE", help: "A machine's name, its id, or the start of its fingerprint." };

export const syncCommands: readonly CommandEntry[] = [
  {
    words: ["sync"],
    summary: "Exchange records with your other machines and your team now.",
    notes: [
      "Records, decisions on suggestions and deletions travel through git; history and sessions do not, unless sync.include names them.",
      "Commands also sync in passing, every sync.everyMinutes minutes. Without a network everything waits.",
      "It also sends to the spaces that you joined, and fetches from them (`oldhand team`).",
    ],
    run: async () => (await import("../commands/sync.ts")).sync,
  },
  {
    words: ["sync", "add"],
    summary: "Add a git remote, an ssh path or a folder to sync through.",
    notes: [
      "On a second machine it shows a fingerprint. Compare it on the first machine, then run `oldhand sync confirm` there and here.",
    ],
    positionals: [
      { name: "URL", help: "A git remote, an ssh path, or a folder; an empty folder becomes a git repository." },
    ],
    examples: ["oldhand sync add git@example.org:me/memory.git", "oldhand sync add /media/stick/oldhand"],
    run: async () => (await import("../commands/sync.ts")).add,
  },
  {
    words: ["sync", "remove"],
    summary: "Stop syncing with a remote; nothing is deleted.",
    positionals: [{ name: "URL", help: "The remote (default: all).", optional: true }],
    run: async () => (await import("../commands/sync.ts")).remove,
  },
  {
    words: ["sync", "status"],
    summary: "Show remotes, the last sync, and what waits.",
    run: async () => (await import("../commands/sync.ts")).status,
  },
  {
    words: ["sync", "machines"],
    summary: "List your machines with their fingerprints.",
    run: async () => (await import("../commands/sync.ts")).machines,
  },
  {
    words: ["sync", "confirm"],
    summary: "Confirm that a machine is yours, after comparing its fingerprint.",
    positionals: [MACHINE],
    run: async () => (await import("../commands/sync.ts")).confirm,
  },
  {
    words: ["sync", "revoke"],
    summary: "Stop trusting a machine, for example one that was lost.",
    notes: ["What it sent before stays. What it signs from now on counts as a stranger's."],
    positionals: [MACHINE],
    run: async () => (await import("../commands/sync.ts")).revoke,
  },
  {
    words: ["sync", "rotate"],
    summary: "Give this machine a new key; your other machines recognise it.",
    run: async () => (await import("../commands/sync.ts")).rotate,
  },
];
