/** The verbs on workflows: save, list, show, resolve, export, delete. A workflow is a record; its runs stand beside it. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Kept } from "../../core/ports.ts";
import { inForce, isVouchedFor, projectClaims } from "../../core/record/effective.ts";
import type { MemoryRecord, Scope } from "../../core/record/record.ts";
import type { render } from "../../core/workflow/render.ts";
import { type ExportFormat, slotsIn, stepsText } from "../../core/workflow/slots.ts";
import type { Run } from "../../store/local/rows/workflow-runs.ts";
import type { Remembered } from "./admit.ts";
import type { RecordVerbs } from "./record-verbs.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type WorkflowView = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  readonly description: string;
  readonly success: number;
  readonly failure: number;
  /** The latest first. */
  readonly runs: readonly RunView[];
  readonly lastRun: RunView | null;
  readonly record: RecordView;
};

export type RunView = Omit<Run, "startedMs" | "finishedMs" | "workflow"> & {
  readonly startedAt: string;
  readonly finishedAt?: string;
};

type WorkflowAsk = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly description?: string;
  readonly scope?: Scope;
};

/** A workflow with its slots filled: exactly what is going to be run, and where. */
export type Resolved = { readonly workflow: WorkflowView; readonly steps: readonly string[]; readonly cwd: string };

export function workflowVerbs(call: CallContext, records: Pick<RecordVerbs, "add" | "update" | "delete">) {
  const { env } = call;
  const all = () => workflowsIn(call);
  const named = async (name: string): Promise<WorkflowView> => viewFor(call, await keptNamed(call, name));
  return {
    /** Under a name that is taken, the workflow there gets the new steps and keeps its runs. */
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

    /** Fills the slots; says which are missing, and which values no quoting would keep from being run. */
    async resolveWorkflow(name: string, values: Readonly<Record<string, string>>): Promise<Resolved> {
      const workflow = await named(name);
      if (!isVouchedFor(workflow.record))
        throw new OldhandError(
          "invalid",
          `${workflow.name} rests on the word of a ${workflow.record.trust}, and nobody has accepted it. Look at \`oldhand workflow show ${workflow.name}\`; \`oldhand project join\` accepts what this repository carries.`,
        );
      const unknown = Object.keys(values).filter((slot) => !workflow.slots.includes(slot));
      if (unknown.length > 0)
        throw new OldhandError("usage", `${workflow.name} has no slot ${unknown.join(", ")}. ${slotsSaid(workflow)}`);
      if (env.cwd === undefined)
        throw new OldhandError("not-found", "The current directory no longer exists. Go to one that does.");
      // Parsing is only loaded where slots have to be filled.
      const { render } = await import("../../core/workflow/render.ts");
      return { workflow, steps: workflow.steps.map((step) => filled(step, render(step, values))), cwd: env.cwd };
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
        throw new OldhandError("invalid", `${called} cannot be written so. ${written.reason}`);
      return written;
    },

    async deleteWorkflow(name: string): Promise<WorkflowView> {
      const workflow = await named(name);
      await records.delete(workflow.record.id);
      return workflow;
    },
  };
}

async function workflowsIn({ search }: CallContext): Promise<readonly Kept[]> {
  return workflowsInForce(await search.where({ types: ["workflow"], statuses: ["active"] }));
}

/** A project's workflow shadows the person's of the same name, unless nobody accepted it. */
export function workflowsInForce(active: readonly Kept[]): readonly Kept[] {
  const kept = active.filter(({ record }) => record.type === "workflow");
  const claims = projectClaims(kept.filter(({ record }) => isVouchedFor(record)));
  return inForce(kept, claims).inForce.toSorted((a, b) => (a.record.key < b.record.key ? -1 : 1));
}

async function keptNamed(call: CallContext, name: string): Promise<Kept> {
  const all = await workflowsIn(call);
  const called = all.filter(({ record }) => isNamed(record, name));
  const vouched = called.find(({ record }) => isVouchedFor(record));
  const found = vouched ?? called[0] ?? all.find(({ record }) => record.id === name);
  if (found !== undefined) return found;
  const names = all.map(({ record }) => record.key).slice(0, 5);
  const hint =
    names.length === 0
      ? "None is saved yet: `oldhand workflow save NAME --step CMD`."
      : `There is ${names.join(", ")}.`;
  throw new OldhandError("not-found", `There is no workflow ${name}. ${hint}`);
}

function isNamed({ key }: MemoryRecord, name: string): boolean {
  return key.toLowerCase() === name.trim().toLowerCase();
}

function demandSteps(name: string, steps: readonly string[]): void {
  if (name.trim() === "") throw new OldhandError("usage", "A workflow needs a name.");
  if (steps.length === 0 || steps.some((step) => step.trim() === ""))
    throw new OldhandError("usage", "A workflow needs steps: give each with --step, such as --step 'npm test'.");
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

/** A step with its slots filled; says which value is missing, or would be read as code. */
export function filled(step: string, rendered: ReturnType<typeof render>): string {
  if (rendered.outcome === "rendered") return rendered.command;
  const slots = rendered.slots.map((slot) => `<${slot}>`).join(", ");
  throw new OldhandError(
    rendered.outcome === "missing" ? "usage" : "invalid",
    rendered.outcome === "missing"
      ? `The step \`${step}\` needs ${slots}. Give it with --set ${rendered.slots[0]}=VALUE.`
      : `In the step \`${step}\` the value of ${slots} would be read as code, so nothing was run. Change the step so that it is a word of its own.`,
  );
}

function slotsSaid({ slots }: WorkflowView): string {
  return slots.length === 0 ? "It has none." : `It has ${slots.join(", ")}.`;
}
