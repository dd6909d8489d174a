/** `workflow save`, `list`, `show`, `delete` and `export` */

import { OldhandError } from "../../core/base/error.ts";
import { listOf } from "../../core/text/wording.ts";
import { EXPORT_FORMATS } from "../../core/workflow/slots.ts";
import type { CallContext } from "../call/call-context.ts";
import { fields } from "../declare/field.ts";
import { FOR_MODELS, RETURNS_OUTCOME, toolOutcome } from "../declare/record-schema.ts";
import { SCOPE, STEPS } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { ago, row } from "../print/format.ts";
import { recordJson } from "../print/json.ts";
import { outcomeJson, outcomeText } from "../print/outcome.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { WorkflowView } from "./workflow-verbs.ts";

export const { NAME } = fields({
  NAME: { type: "line", at: "word", required: true, help: "The workflow's name." },
});

export async function workflowVerbsOf(context: CallContext) {
  const { recordVerbs } = await import("../record/kept/record-verbs.ts");
  const { workflowVerbs } = await import("./workflow-verbs.ts");
  return workflowVerbs(context, recordVerbs(context));
}

/** With the time that its runs are seen from. */
type Seen<T> = T & { readonly nowMs: number };

export const listWorkflows = verb({
  name: "workflow list",
  summary: "List the workflows that can be run here.",
  input: {},
  act: "read",
  needs: "write",
  async run({ context }): Promise<Seen<{ readonly workflows: readonly WorkflowView[] }>> {
    return { workflows: await (await workflowVerbsOf(context)).workflows(), nowMs: context.clock() };
  },
  json: ({ workflows }) => ({ workflows: workflows.map(workflowJson) }),
  remark: ({ workflows }) =>
    workflows.length > 0 ? undefined : "No workflows. Save one with `oldhand workflow save NAME --step COMMAND`.",
  print: ({ workflows, nowMs }, style) => workflows.map((workflow) => listRow(workflow, { style, nowMs })).join("\n"),
  page: { answer: ({ workflows }) => ({ workflows }) },
});

export const showWorkflow = verb({
  name: "workflow show",
  summary: "Show a workflow's steps, slots and runs.",
  input: { name: NAME },
  act: "read",
  needs: "write",
  async run({ context }, { name }): Promise<Seen<WorkflowView>> {
    return { ...(await (await workflowVerbsOf(context)).workflow(name)), nowMs: context.clock() };
  },
  json: ({ nowMs: _, ...workflow }) => workflowJson(workflow),
  print: ({ nowMs, ...workflow }, style) => showText(workflow, { style, nowMs }),
});

export const deleteWorkflow = verb({
  name: "workflow delete",
  summary: "Delete a workflow.",
  input: { name: NAME },
  act: "change",
  needs: "write",
  run: async ({ context }, { name }) => (await workflowVerbsOf(context)).deleteWorkflow(name),
  json: workflowJson,
  print: ({ name }) => `Deleted ${name}. \`oldhand undo\` can restore it for 24 hours.`,
  page: { answer: (workflow) => ({ workflow }) },
});

function workflowJson({ record, ...workflow }: WorkflowView) {
  return { ...workflow, record: recordJson(record) };
}

type Shown = { readonly style: Style; readonly nowMs: number };

function runsText({ lastRun, success, failure }: WorkflowView, nowMs: number): string {
  if (lastRun === null) return "never run";
  return `last run: ${lastRun.status} ${ago(lastRun.startedAt, nowMs)}; ${success} succeeded, ${failure} failed`;
}

function listRow(workflow: WorkflowView, { style, nowMs }: Shown): string {
  const { name, steps, record } = workflow;
  const [facts, text] = [runsText(workflow, nowMs), oneLine(steps.join(" → "))];
  const inPipe = [name, record.scope, text, facts];
  return row({ id: printable(name), facts: [record.scope, facts], text, inPipe }, style);
}

function showText(workflow: WorkflowView, { style, nowMs }: Shown): string {
  const { name, steps, slots, description, record } = workflow;
  const about = description === steps.join(" → ") ? [] : [style.wrap(printable(description)), ""];
  const runs = runsText(workflow, nowMs);
  return [
    `${style.bold(printable(name))} ${style.dim(record.scope)}`,
    ...about,
    ...steps.map((step, at) => style.wrap(`${at + 1}. ${printable(step)}`, "   ")),
    ...(slots.length > 0 ? [style.wrap(`Run it with: oldhand workflow run ${name} ${setOptions(slots)}`, "  ")] : []),
    `${runs.charAt(0).toUpperCase()}${runs.slice(1)}`,
  ].join("\n");
}

/** `--set a=VALUE --set b=VALUE` */
export function setOptions(slots: readonly string[]): string {
  return slots.map((slot) => `--set ${slot}=VALUE`).join(" ");
}

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
