/** `workflow export` */
import { OldhandError } from "../../core/base/error.ts";
import { listOf } from "../../core/text/wording.ts";
import { EXPORT_FORMATS } from "../../core/workflow/slots.ts";
import { verb } from "../declare/verb.ts";
import { NAME, workflowVerbsOf } from "./workflows.ts";

export const printWorkflow = verb({
  name: "workflow export",
  summary: "Print a workflow in the format of another tool.",
  examples: ["oldhand workflow export ship --to sh >> ~/.zshrc"],
  input: {
    name: NAME,
    to: {
      type: "choice",
      choices: EXPORT_FORMATS,
      label: "FORMAT",
      help: "The format: sh (a shell function), skill (a SKILL.md), justfile, npm (a script) or make (a target).",
    },
  },
  act: "read",
  needs: "write",
  async run({ context, note }, { name, to: format }) {
    if (format === undefined)
      throw new OldhandError("usage", `Missing --to. Expected ${listOf(EXPORT_FORMATS, "or")}.`);
    const { text, file, notes } = await (await workflowVerbsOf(context)).exportWorkflow(name, format);
    for (const one of notes) note(one);
    return { format, file, text, notes };
  },
  print: ({ text }) => text.replace(/\n$/, ""),
});
