/** The commands on the project of this directory. */
import type { Command } from "../command.ts";

export const projectCommands: readonly Command[] = [
  {
    words: ["project", "show"],
    summary: "Show which project this directory is.",
    needs: "read",
    run: async () => (await import("../commands/project.ts")).show,
  },
  {
    words: ["project", "why"],
    summary: "Say by which evidence it was recognised.",
    needs: "write",
    run: async () => (await import("../commands/project.ts")).why,
  },
  {
    words: ["project", "link"],
    summary: "Join this directory's project into another one.",
    positionals: [{ name: "PROJECT", says: "The other project: its id, its name or a directory of it." }],
    examples: ["oldhand project link my-app"],
    asProject: true,
    needs: "write",
    run: async () => (await import("../commands/project.ts")).link,
  },
  {
    words: ["project", "split"],
    summary: "Make this directory a project of its own.",
    notes: ["What was kept so far stays with the old project."],
    needs: "write",
    run: async () => (await import("../commands/project.ts")).split,
  },
  {
    words: ["project", "share"],
    summary: "Move the project's records into the repository.",
    notes: [
      "They stand in .oldhand/records from then on, one file each, for git to carry. Nothing is committed for you.",
    ],
    asProject: true,
    needs: "write",
    run: async () => (await import("../commands/project.ts")).share,
  },
  {
    words: ["project", "unshare"],
    summary: "Take the accepted records back out of the repository.",
    needs: "write",
    run: async () => (await import("../commands/project.ts")).unshare,
  },
  {
    words: ["project", "join"],
    summary: "Accept the records that this repository carries.",
    notes: [
      "Until then they are found by search, labelled, and never enter a prompt. What changes later is asked about again.",
    ],
    needs: "write",
    run: async () => (await import("../commands/project.ts")).join,
  },
];
