/** `workflow save`, `list`, `show`, `run`, `export` and `delete`. */
import { OldhandError } from "../../core/base/error.ts";
import type { RecipeFormat } from "../../core/workflow/formats.ts";
import type { Memory } from "../../memory.ts";
import type { Answer, Call } from "../command.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { ago, counted } from "../say.ts";
import { remembered } from "./record-say.ts";

type Workflow = Awaited<ReturnType<Memory["workflow"]>>;
type Resolved = Awaited<ReturnType<Memory["resolveWorkflow"]>>;

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

/** Shows the steps as they would be run; they run once somebody has said yes. */
export async function run(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, io, isJson } = call;
  const resolved = await memory.resolveWorkflow(args[0] ?? "", valuesOf(given.values("set") ?? []));
  const plan = { name: resolved.workflow.name, steps: resolved.steps, cwd: resolved.cwd };
  const consent = given.has("yes") ? "given" : await consentTo(resolved, call);
  if (consent !== "given") {
    const says = consent === "nobody" ? "Nothing was run: add --yes to run it without a terminal." : "Nothing was run.";
    const text = (): string => [...resolved.steps.map((step) => shown(step)), says].join("\n");
    return { json: { ...plan, ran: false }, text, exit: consent === "cut off" ? 130 : consent === "nobody" ? 0 : 1 };
  }
  const onStep = (index: number): void =>
    io.err.write(`[${index + 1}/${resolved.steps.length}] ${shown(resolved.steps[index] ?? "")}\n`);
  const done = await memory.runWorkflow(resolved, { onStep, output: isJson ? "stderr" : "stdout" });
  const failed = done.steps.findIndex(({ status }) => status !== "success");
  const exitCode = failed < 0 ? 0 : (done.steps[failed]?.exitCode ?? 1);
  return {
    json: { ...plan, ran: { exitCode, ...done } },
    text: () =>
      failed < 0
        ? `${plan.name}: all ${counted(done.steps.length, "step")} went well.`
        : `${plan.name}: step ${failed + 1} of ${done.steps.length} failed with ${exitCode}: ${oneLine(done.steps[failed]?.command ?? "")}`,
    ...(failed >= 0 && { exit: 1 as const }),
  };
}

export async function exportTo({ args: [name = ""], given, note }: Call, memory: Memory): Promise<Answer> {
  const format = given.value("to");
  if (format === undefined) throw new OldhandError("usage", "Say for what: --to sh, skill, justfile, npm or make.");
  const written = await memory.exportWorkflow(name, format as RecipeFormat);
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

async function consentTo(
  { steps, cwd }: Resolved,
  { io, isJson }: Call,
): Promise<"given" | "withheld" | "cut off" | "nobody"> {
  if (isJson || !io.input.isTerminal || io.err.columns === undefined) return "nobody";
  io.err.write(`In ${shown(cwd)}:\n${steps.map((step) => `  ${shown(step)}`).join("\n")}\n`);
  const answer = await io.ask("Run this? [y/N] ");
  if (answer === undefined) return "cut off";
  return ["y", "yes"].includes(answer.trim().toLowerCase()) ? "given" : "withheld";
}

function valuesOf(settings: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf("=");
      if (at < 1) throw new OldhandError("usage", `--set takes slot=value; ${JSON.stringify(setting)} is none.`);
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
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
