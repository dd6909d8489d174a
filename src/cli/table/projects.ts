/** The project commands. */
import type { Command } from "../command.ts";

export const projectCommands: readonly Command[] = [
  {
    words: ["project", "show"],
    summary: "Show the project of this directory.",
    needs: "read",
    run: async () => (await import("../commands/project.ts")).show,
  },
  {
    words: ["project", "why"],
    summary: "Show how the project was recognised.",
    needs: "write",
    run: async () => (await import("../commands/project.ts")).why,
  },
  {
    words: ["project", "link"],
    summary: "Merge this directory's project into another one.",
    positionals: [{ name: "PROJECT", help: "The id, name or a directory of the other project." }],
    examples: ["oldhand project link my-app"],
    asProject: true,
    needs: "write",
    run: async () => (await import("../commands/project.ts")).link,
  },
  {
    words: ["project", "split"],
    summary: "Make this directory a project of its own.",
    notes: ["Existing records stay with the old project."],
    needs: "write",
    run: async () => (await import("../commands/project.ts")).split,
  },
  {
    words: ["project", "share"],
    summary: "Move the project's records into the repository.",
    notes: ["They are then in .oldhand/records, one file each. Commit that folder to share them."],
    asProject: true,
    needs: "write",
    run: async () => (await import("../commands/project.ts")).share,
  },
  {
    words: ["project", "unshare"],
    summary: "Move the accepted records out of the repository.",
    needs: "write",
    run: async () => (await import("../commands/project.ts")).unshare,
  },
  {
    words: ["project", "join"],
    summary: "Accept the records in this repository.",
    notes: [
      "Until you accept them, `recall` finds them with a label and they are never given to an agent. Later changes need to be accepted again.",
    ],
    needs: "write",
    run: async () => (await import("../commands/project.ts")).join,
  },
];
