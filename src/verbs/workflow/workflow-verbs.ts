/** The verbs on workflows: save, list, show, resolve, export, delete. A workflow is a record with runs. */

import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Kept } from "../../core/ports.ts";
import { compareAuthority, isVouchedFor } from "../../core/record/acceptance.ts";
import { inForce, projectClaims } from "../../core/record/effective.ts";
import { type MemoryRecord, type Scope, sourceInWords } from "../../core/record/record.ts";
import { listOf, quotedName } from "../../core/text/wording.ts";
import type { ExportFormat } from "../../core/workflow/slots.ts";
import { slotsIn, stepsText } from "../../core/workflow/slots.ts";
import { ownerOf } from "../../remember/authority.ts";
import type { Run } from "../../store/rows/workflow-runs.ts";
import { type CallContext, demandDirectory } from "../call/call-context.ts";
import type { Remembered } from "../record/kept/admit.ts";
import type { RecordVerbs } from "../record/kept/record-verbs.ts";
import { type RecordView, viewOf } from "../record/kept/record-view.ts";

export type WorkflowView = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  readonly description: string;
  readonly success: number;
  readonly failure: number;
  /** Latest first. */
  readonly runs: readonly RunView[];
  readonly lastRun: RunView | null;
  readonly record: RecordView;
};

export type RunView = Omit<Run, "startedMs" | "finishedMs" | "workflow"> & {
  readonly startedAt: string;
  readonly finishedAt?: string;
};

type WorkflowAsk = Pick<WorkflowView, "name" | "steps"> & { readonly description?: string; readonly scope?: Scope };

/** A workflow with its slots filled: exactly what runs, and where. */
export type Resolved = { readonly workflow: WorkflowView; readonly steps: readonly string[]; readonly cwd: string };

export function workflowVerbs(call: CallContext, records: Pick<RecordVerbs, "add" | "update" | "delete">) {
  const all = () => workflowsIn(call);
  const named = async (name: string): Promise<WorkflowView> => viewFor(call, await keptNamed(call, name));
  return {
    /** If the name exists, that workflow gets the new steps and keeps its runs. */
    async saveWorkflow({ name, steps, description, scope }: WorkflowAsk): Promise<Remembered> {
      demandSteps(name, steps);
      const where = scope ?? (call.project === undefined ? "global" : "project");
      const text = description ?? stepsText(steps);
      const known = (await all()).find(({ record }) => isNamed(record, name) && record.scope === where);
      if (known !== undefined) return records.update(known.record.id, { text, steps });
      return records.add({ text, type: "workflow", key: name, steps, scope: where });
    },

    workflows: async () => (await all()).map((kept) => viewFor(call, kept)),
    workflow: named,

    /** Fills the slots; throws if a value is missing, or would run as code. */
    async resolveWorkflow(name: string, values: Readonly<Record<string, string>>): Promise<Resolved> {
      const workflow = await named(name);
      if (!isVouchedFor(workflow.record))
        throw new OldhandError(
          "invalid",
          `${workflow.name} comes from ${sourceInWords(workflow.record)}, and you have not accepted it. Check it with \`oldhand workflow show ${workflow.name}\`, then accept it: ${
            workflow.record.trust === "team"
              ? `\`oldhand team accept ${workflow.record.id}\``
              : "`oldhand project join`"
          }.`,
        );
      const unknown = Object.keys(values).filter((slot) => !workflow.slots.includes(slot));
      if (unknown.length > 0)
        throw new OldhandError(
          "usage",
          `${workflow.name} has no slot ${listOf(unknown, "or")}. Its slots: ${listOf(workflow.slots) || "none"}.`,
        );
      const cwd = demandDirectory(call);
      return { workflow, steps: await fillSteps(workflow.steps, values), cwd };
    },

    async exportWorkflow(name: string, format: ExportFormat) {
      const { name: called, steps, description } = await named(name);
      const { exportWorkflow } = await import("../../core/workflow/export/export-workflow.ts");
      const written = exportWorkflow(format, {
        name: called,
        steps,
        ...(description !== stepsText(steps) && { description }),
      });
      if (written.outcome === "unfit")
        throw new OldhandError("invalid", `${called} cannot be exported as ${format}. ${written.reason}`);
      return written;
    },

    async deleteWorkflow(name: string): Promise<WorkflowView> {
      const workflow = await named(name);
      await records.delete(workflow.record.id);
      return workflow;
    },
  };
}

/** Whether a person saved or accepted it. */
export function isPersons({ record }: WorkflowView): boolean {
  return ownerOf(record) === "person";
}

async function workflowsIn({ search }: CallContext): Promise<readonly Kept[]> {
  return workflowsInForce(await search.where({ types: ["workflow"], statuses: ["active"] }));
}

/** A project's workflow shadows the person's of the same name, unless nobody accepted it or it has less authority. */
export function workflowsInForce(active: readonly Kept[]): readonly Kept[] {
  const kept = active.filter(({ record }) => record.type === "workflow");
  const claims = projectClaims(kept.filter(({ record }) => isVouchedFor(record)));
  return inForce(kept, claims).inForce.toSorted((a, b) => (a.record.key < b.record.key ? -1 : 1));
}

async function keptNamed(call: CallContext, name: string): Promise<Kept> {
  const all = await workflowsIn(call);
  const sameName = all.filter(({ record }) => isNamed(record, name));
  const [strongest] = sameName.toSorted((a, b) => compareAuthority(a.record, b.record));
  const found = strongest ?? all.find(({ record }) => record.id === name);
  if (found !== undefined) return found;
  const names = all.map(({ record }) => record.key).slice(0, 5);
  const hint =
    names.length === 0 ? "Save one with `oldhand workflow save NAME --step CMD`." : `Saved: ${listOf(names)}.`;
  throw new OldhandError("not-found", `${quotedName(name)} matches no workflow. ${hint}`);
}

function isNamed({ key }: MemoryRecord, name: string): boolean {
  return key.toLowerCase() === name.trim().toLowerCase();
}

function demandSteps(name: string, steps: readonly string[]): void {
  if (name.trim() === "") throw new OldhandError("usage", "A workflow needs a name.");
  if (steps.length === 0 || steps.some((step) => step.trim() === ""))
    throw new OldhandError("usage", "A workflow needs steps. Add each with --step, such as --step 'npm test'.");
}

function viewFor(call: CallContext, kept: Kept): WorkflowView {
  const { record } = kept;
  const steps = record.steps ?? [];
  const runs = call.store.runs.of(record.id).map(runView);
  return {
    name: record.key,
    steps,
    slots: [...new Set(steps.flatMap(slotsIn))],
    description: record.text,
    ...call.store.runs.counts(record.id),
    runs,
    lastRun: runs[0] ?? null,
    record: viewOf(kept, call),
  };
}

export function runView({ id, status, steps, startedMs, finishedMs }: Run): RunView {
  return {
    id,
    status,
    startedAt: isoTime(startedMs),
    ...(finishedMs !== undefined && { finishedAt: isoTime(finishedMs) }),
    steps,
  };
}

/** The steps with their slots filled; throws if a value is missing, or would run as code. */
export async function fillSteps(
  steps: readonly string[],
  values: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  // Loads the command parser only when slots have to be filled.
  const { render } = await import("../../core/workflow/render.ts");
  return steps.map((step) => {
    const rendered = render(step, values);
    if (rendered.outcome === "rendered") return rendered.command;
    const slots = listOf(rendered.slots.map((slot) => `<${slot}>`));
    if (rendered.outcome === "missing")
      throw new OldhandError("usage", `Missing value for ${slots}. Add --set ${rendered.slots[0]}=VALUE.`);
    throw new OldhandError(
      "invalid",
      `The value of ${slots} would run as code in \`${step}\`, so nothing was run. Put the slot where it is one argument.`,
    );
  });
}
