/** `workflow save`, and `memory_procedure` for agents. */
import { FOR_MODELS, RETURNS_OUTCOME, toolOutcome } from "../declare/record-schema.ts";
import { SCOPE, STEPS } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { outcomeJson, outcomeText } from "../print/outcome.ts";

export const saveWorkflow = verb({
  name: "workflow save",
  summary: "Save steps as a workflow.",
  notes: ["A word in angle brackets is a slot: `git commit -m <message>` needs a message each time it is run."],
  examples: ["oldhand workflow save check --step 'npm test'"],
  input: {
    name: { type: "line", at: "word", required: true, help: "The workflow's name." },
    steps: STEPS,
    description: { type: "text", label: "TEXT", help: "What the workflow is for." },
    scope: SCOPE,
  },
  act: "change",
  needs: "write",
  async run({ context }, { steps = [], ...input }) {
    const { recordVerbs } = await import("../record/kept/record-verbs.ts");
    const { workflowVerbs } = await import("./workflow-verbs.ts");
    return outcomeJson(await workflowVerbs(context, recordVerbs(context)).saveWorkflow({ ...input, steps }));
  },
  print: (result, style) => outcomeText(result, "Saved", style),
  tool: {
    name: "memory_procedure",
    title: "Save a workflow",
    description: `Save a sequence of commands that worked as a named workflow, so that it can be found and run again.
Call it after a task of several steps that will be needed again: a release, a migration, a local setup. Save only steps that you saw succeed, in order, exactly as typed. Write the parts that vary as <slot>, for example: git tag <version>.
If a workflow with this name exists, its steps are replaced.`,
    takes: {
      name: "A short name, such as release.",
      steps: "One shell command each, in order.",
      description: "When to use it, in one sentence.",
      scope: FOR_MODELS.scope,
    },
    requires: ["steps"],
    returns: RETURNS_OUTCOME,
    answer: toolOutcome,
  },
  page: {},
});
