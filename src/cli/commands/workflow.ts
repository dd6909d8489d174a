/** `workflow save`, `list`, `show`, `run`, `export` and `delete`. */
import { OldhandError } from "../../core/base/error.ts";
import type { ExportFormat } from "../../core/workflow/export-formats.ts";
import type { Memory } from "../../memory.ts";
import type { Answer, Call } from "../command.ts";
import { askingPage, isSomebodyThere, runNow, saysYes, valuesOf } from "../consent.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { reviewText } from "../plan-text.ts";
import { ago, counted } from "../say.ts";
import { remembered } from "./record-say.ts";

type Workflow = Awaited<ReturnType<Memory["workflow"]>>;
type Resolved = Awaited<ReturnType<Memory["resolveWorkflow"]>>;
type Ready = Awaited<ReturnType<Memory["planWorkflow"]>>;

export async function save({ args: [name = ""], given, scope }: Call, memory: Memory): Promise<Answer> {
  const description = given.value("description");
  return remembered(
    await memory.saveWorkflow({
      name,
      steps: given.values("step") ?? [],
      ...(description !== undefined && { description }),
      ...(scope !== undefined && { scope }),
    }),
  );
}

export async function list({ note, isJson, io }: Call, memory: Memory): Promise<Answer> {
  const workflows = await memory.workflows();
  if (!isJson && workflows.length === 0) note("None is saved yet: `oldhand workflow save NAME --step CMD`.");
  return {
    json: { workflows: workflows.map(workflowJson) },
    text: (page) => workflows.map((workflow) => row(workflow, { page, nowMs: io.env.clock() })).join("\n"),
  };
}

export async function show({ args: [name = ""], io }: Call, memory: Memory): Promise<Answer> {
  const workflow = await memory.workflow(name);
  return { json: workflowJson(workflow), text: (page) => showText(workflow, { page, nowMs: io.env.clock() }) };
}

/** Shows the steps as they would be run; they run once somebody has said yes to exactly these. */
export async function run(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, io, isJson } = call;
  const resolved = await memory.resolveWorkflow(args[0] ?? "", valuesOf(given.values("set") ?? []));
  const plan = { name: resolved.workflow.name, steps: resolved.steps, cwd: resolved.cwd };
  const planned = await memory.planWorkflow(resolved);
  const consent = await consentTo(resolved, planned, call);
  if (consent !== "given") {
    const text = (): string => [...resolved.steps.map((step) => shown(step)), UNRUN[consent]].join("\n");
    return { json: { ...plan, ran: false }, text, exit: EXITS[consent] };
  }
  const onStep = (index: number): void =>
    io.err.write(`[${index + 1}/${resolved.steps.length}] ${shown(resolved.steps[index] ?? "")}\n`);
  const { run: done } = await runNow(planned.action, { isJson, onStep }, memory);
  const steps = done?.steps ?? [];
  const failed = steps.findIndex(({ status }) => status !== "success");
  const exitCode = failed < 0 ? 0 : (steps[failed]?.exitCode ?? 1);
  return {
    json: { ...plan, ran: { exitCode, ...done } },
    text: () =>
      failed < 0
        ? `${plan.name}: all ${counted(steps.length, "step")} went well.`
        : `${plan.name}: step ${failed + 1} of ${steps.length} failed with ${exitCode}: ${oneLine(steps[failed]?.command ?? "")}`,
    ...(failed >= 0 && { exit: 1 as const }),
  };
}

export async function exportTo({ args: [name = ""], given, note }: Call, memory: Memory): Promise<Answer> {
  const format = given.value("to");
  if (format === undefined) throw new OldhandError("usage", "Say for what: --to sh, skill, justfile, npm or make.");
  const written = await memory.exportWorkflow(name, format as ExportFormat);
  for (const one of written.notes) note(one);
  const { text, file, notes } = written;
  return { json: { format, file, text, notes }, text: () => text.replace(/\n$/, "") };
}

export async function remove({ args: [name = ""] }: Call, memory: Memory): Promise<Answer> {
  const workflow = await memory.deleteWorkflow(name);
  return {
    json: workflowJson(workflow),
    text: () => `Deleted ${workflow.name}. \`oldhand record undo\` brings it back for 24 hours.`,
  };
}

type Consent = "given" | "withheld" | "cut off" | "nobody" | "not enough";

const UNRUN: Readonly<Record<Exclude<Consent, "given">, string>> = {
  withheld: "Nothing was run.",
  "cut off": "Nothing was run.",
  nobody: "Nothing was run: add --yes to run it without a terminal.",
  "not enough": "Nothing was run: --yes is not enough for this risk. Run it at a terminal.",
};
const EXITS = { withheld: 1, "cut off": 130, nobody: 0, "not enough": 1 } as const;

async function consentTo({ steps, cwd, workflow }: Resolved, planned: Ready, call: Call): Promise<Consent> {
  const { io, given } = call;
  const { risk } = planned.plan;
  if (given.has("yes")) {
    // A person's own steps are known to the person; what an agent or a repository wrote down is not.
    const isOwn = workflow.record.trust === "person" || workflow.record.accepted === true;
    return risk === "low" || (risk === "medium" && isOwn) ? "given" : "not enough";
  }
  if (io.env.isAgent || !isSomebodyThere(call)) return "nobody";
  io.err.write(`In ${shown(cwd)}:\n${steps.map((step) => `  ${shown(step)}`).join("\n")}\n`);
  io.err.write(`${reviewText(planned, askingPage(call))}\n`);
  const yes = await saysYes("Run this? [y/N] ", risk, call);
  return yes === undefined ? "cut off" : yes ? "given" : "withheld";
}

function workflowJson({ record, ...workflow }: Workflow) {
  return { ...workflow, record: recordJson(record) };
}

type Seen = { readonly page: Page; readonly nowMs: number };

function lastRunText({ lastRun, success, failure }: Workflow, nowMs: number): string {
  if (lastRun === null) return "never run";
  return `${lastRun.status} ${ago(lastRun.startedAt, nowMs)}; ${success} went well, ${failure} failed`;
}

function row(workflow: Workflow, { page, nowMs }: Seen): string {
  const { name, steps, record } = workflow;
  const last = lastRunText(workflow, nowMs);
  if (page.columns === undefined) return [name, record.scope, oneLine(steps.join(" → ")), last].join("\t");
  return [
    `${page.bold(shown(name))} ${page.dim(`${record.scope}, ${last}`)}`,
    page.wrapped(`  ${oneLine(steps.join(" → "))}`, "  "),
  ].join("\n");
}

function showText(workflow: Workflow, { page, nowMs }: Seen): string {
  const { name, steps, slots, description, record } = workflow;
  const said = description === steps.join(" → ") ? [] : [page.wrapped(shown(description)), ""];
  return [
    `${page.bold(shown(name))} ${page.dim(record.scope)}`,
    ...said,
    ...steps.map((step, at) => page.wrapped(`${at + 1}. ${shown(step)}`, "   ")),
    ...(slots.length > 0 ? [page.wrapped(`Slots: ${slots.join(", ")}; fill them with --set ${slots[0]}=VALUE`)] : []),
    `Runs: ${lastRunText(workflow, nowMs)}`,
  ].join("\n");
}
