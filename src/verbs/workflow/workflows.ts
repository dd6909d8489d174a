/** `workflow list`, `workflow show` and `workflow delete` */
import type { CallContext } from "../call/call-context.ts";
import { fields } from "../declare/field.ts";
import { verb } from "../declare/verb.ts";
import { ago, row } from "../print/format.ts";
import { recordJson } from "../print/json.ts";
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
