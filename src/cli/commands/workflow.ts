/** `workflow save`, `list`, `show`, `run`, `export` and `delete`. */
import { actorOf } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../core/workflow/slots.ts";
import type { Memory } from "../../open/memory.ts";
import { isPersons } from "../../verbs/records/workflow-verbs.ts";
import type { Answer, Call } from "../command.ts";
import { ago, row } from "../output/format.ts";
import { recordJson } from "../output/json.ts";
import { conflictText, reviewText, setOptions } from "../output/plan-text.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined, slotValues } from "../parse/values.ts";
import { approveAndRun, askApproval, canPrompt, type Decision, promptStyle } from "../terminal.ts";
import { outcomeAnswer } from "./records.ts";

type Workflow = Awaited<ReturnType<Memory["workflow"]>>;
type Resolved = Awaited<ReturnType<Memory["resolveWorkflow"]>>;
type Planned = Awaited<ReturnType<Memory["planWorkflow"]>>;

export async function save({ args: [name = ""], given, scope }: Call, memory: Memory): Promise<Answer> {
  const [steps, description] = [given.values("step") ?? [], given.value("description")];
  return outcomeAnswer(await memory.saveWorkflow({ name, steps, ...defined({ description, scope }) }), "Saved");
}

export async function list({ note, isJson, io }: Call, memory: Memory): Promise<Answer> {
  const workflows = await memory.workflows();
  if (!isJson && workflows.length === 0)
    note("No workflows. Save one with `oldhand workflow save NAME --step COMMAND`.");
  return {
    json: { workflows: workflows.map(workflowJson) },
    text: (style) => workflows.map((workflow) => listRow(workflow, { style, nowMs: io.env.clock() })).join("\n"),
  };
}

export async function show({ args: [name = ""], io }: Call, memory: Memory): Promise<Answer> {
  const workflow = await memory.workflow(name);
  return { json: workflowJson(workflow), text: (style) => showText(workflow, { style, nowMs: io.env.clock() }) };
}

/** Shows the resolved steps, and runs exactly these after they are approved. */
export async function run(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, io, isJson } = call;
  const resolved = await memory.resolveWorkflow(args[0] ?? "", slotValues(given.values("set") ?? []));
  const plan = { name: resolved.workflow.name, steps: resolved.steps, cwd: resolved.cwd };
  const planned = await memory.planWorkflow(resolved);
  const approval = await approvalOf(resolved, planned, call);
  if (approval !== "approved") {
    const wasShown = approval === "declined" || approval === "interrupted";
    const steps = wasShown ? [] : resolved.steps.map((step) => printable(step));
    const text = (): string => [...steps, NOT_RUN[approval]].join("\n");
    return { json: { ...plan, ran: false }, text, exit: EXITS[approval] };
  }
  const onStep = (index: number): void =>
    io.err.write(`[${index + 1}/${resolved.steps.length}] ${printable(resolved.steps[index] ?? "")}\n`);
  const { run: done } = await approveAndRun(planned.action, { isJson, onStep }, memory);
  const steps = done?.steps ?? [];
  const failed = steps.findIndex(({ status }) => status !== "success");
  const exitCode = failed < 0 ? 0 : (steps[failed]?.exitCode ?? 1);
  return {
    json: { ...plan, ran: { exitCode, ...done } },
    text: () =>
      failed < 0
        ? `${plan.name}: ${count(steps.length, "step")} succeeded.`
        : `${plan.name}: step ${failed + 1} of ${steps.length} failed with exit code ${exitCode}: ${oneLine(steps[failed]?.command ?? "")}`,
    ...(failed >= 0 && { exit: 1 as const }),
  };
}

export async function exportTo({ args: [name = ""], given, note }: Call, memory: Memory): Promise<Answer> {
  const format = given.value("to");
  if (format === undefined) throw new OldhandError("usage", `Missing --to. Expected ${listOf(EXPORT_FORMATS, "or")}.`);
  const written = await memory.exportWorkflow(name, format as ExportFormat);
  for (const one of written.notes) note(one);
  const { text, file, notes } = written;
  return { json: { format, file, text, notes }, text: () => text.replace(/\n$/, "") };
}

export async function remove({ args: [name = ""] }: Call, memory: Memory): Promise<Answer> {
  const workflow = await memory.deleteWorkflow(name);
  return {
    json: workflowJson(workflow),
    text: () => `Deleted ${workflow.name}. \`oldhand record undo\` can restore it for 24 hours.`,
  };
}

type Approval = Decision | "no terminal" | "too risky" | "asks";

const NOT_RUN: Readonly<Record<Exclude<Approval, "approved">, string>> = {
  declined: "Nothing was run.",
  interrupted: "Nothing was run.",
  "no terminal": "Nothing was run. Add --yes to run it without a terminal.",
  "too risky": "Nothing was run. --yes is not enough for this risk: run it at a terminal.",
  asks: "Nothing was run. A guard asks for your approval at a terminal.",
};
const EXITS = { declined: 1, interrupted: 130, "no terminal": 0, "too risky": 1, asks: 1 } as const;

async function approvalOf({ steps, cwd, workflow }: Resolved, planned: Planned, call: Call): Promise<Approval> {
  const { io, given, note } = call;
  const { risk } = planned.plan;
  if (given.has("yes")) {
    // A person knows the steps that they saved or accepted, but not those of an agent or a repository.
    const isOwn = isPersons(workflow);
    for (const conflict of planned.review.conflicts) note(`Conflicts with: ${oneLine(conflictText(conflict))}`);
    if (planned.review.conflicts.some(({ action }) => action === "ask")) return "asks";
    return risk === "low" || (risk === "medium" && isOwn) ? "approved" : "too risky";
  }
  if (actorOf(io.env) === "agent" || !canPrompt(call)) return "no terminal";
  io.err.write(`In ${printable(cwd)}:\n${steps.map((step) => `  ${printable(step)}`).join("\n")}\n`);
  io.err.write(`${reviewText(planned, promptStyle(call))}\n`);
  return askApproval("Run this? [y/N] ", risk, call);
}

function workflowJson({ record, ...workflow }: Workflow) {
  return { ...workflow, record: recordJson(record) };
}

type Shown = { readonly style: Style; readonly nowMs: number };

function runsText({ lastRun, success, failure }: Workflow, nowMs: number): string {
  if (lastRun === null) return "never run";
  return `last run: ${lastRun.status} ${ago(lastRun.startedAt, nowMs)}; ${success} succeeded, ${failure} failed`;
}

function listRow(workflow: Workflow, { style, nowMs }: Shown): string {
  const { name, steps, record } = workflow;
  const [facts, text] = [runsText(workflow, nowMs), oneLine(steps.join(" → "))];
  const inPipe = [name, record.scope, text, facts];
  return row({ id: printable(name), facts: [record.scope, facts], text, inPipe }, style);
}

function showText(workflow: Workflow, { style, nowMs }: Shown): string {
  const { name, steps, slots, description, record } = workflow;
  const about = description === steps.join(" → ") ? [] : [style.wrap(printable(description)), ""];
  return [
    `${style.bold(printable(name))} ${style.dim(record.scope)}`,
    ...about,
    ...steps.map((step, at) => style.wrap(`${at + 1}. ${printable(step)}`, "   ")),
    ...(slots.length > 0 ? [style.wrap(`Run it with: oldhand workflow run ${name} ${setOptions(slots)}`, "  ")] : []),
    sentence(runsText(workflow, nowMs)),
  ].join("\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
