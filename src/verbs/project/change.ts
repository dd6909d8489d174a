/** `project link`, `project split`, `project share` and `project unshare` */
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";

const projectsOf = async (context: CallContext) => (await import("./project-verbs.ts")).projectVerbs(context);

export const linkProject = verb({
  name: "project link",
  summary: "Merge this directory's project into another one.",
  examples: ["oldhand project link my-app"],
  input: {
    project: {
      type: "line",
      at: "word",
      required: true,
      help: "The id, name or a directory of the other project.",
    },
  },
  act: "change",
  needs: "write",
  asProject: true,
  run: async ({ context }, { project }) => (await projectsOf(context)).link(project),
  print: ({ from, into, moved }, style) => style.wrap(`Merged ${from} into ${into}; ${count(moved, "record")} moved.`),
});

export const splitProject = verb({
  name: "project split",
  summary: "Make this directory a project of its own.",
  notes: ["Existing records stay with the old project."],
  input: {},
  act: "change",
  needs: "write",
  run: async ({ context }) => (await projectsOf(context)).split(),
  print: ({ from, id }, style) =>
    style.wrap(`This directory is now a separate project, ${id}. Existing records stay with ${from}.`),
});

export const shareProject = verb({
  name: "project share",
  summary: "Move the project's records into the repository.",
  notes: ["They are then in .oldhand/records, one file each. Commit that folder to share them."],
  input: {},
  act: "change",
  needs: "write",
  asProject: true,
  run: async ({ context }) => (await projectsOf(context)).share(),
  print: ({ moved, folder }, style) =>
    style.wrap(printable(`Moved ${count(moved, "record")} to ${folder}. Commit that folder to share them.`)),
});

export const unshareProject = verb({
  name: "project unshare",
  summary: "Move the accepted records out of the repository.",
  input: {},
  act: "change",
  needs: "write",
  run: async ({ context }) => (await projectsOf(context)).unshare(),
  print: ({ moved }, style) =>
    style.wrap(`Moved ${count(moved, "record")} out of the repository. The git history still contains them.`),
});
