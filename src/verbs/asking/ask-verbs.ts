/** The verbs from a request to a run: plan, approve, run what was approved, edit, reject, explain. */

import { OldhandError } from "../../core/base/error.ts";
import {
  type Action,
  type ActionId,
  type ApprovalId,
  denialOf,
  type Nearby,
  type Plan,
  type Proposal,
  type Review,
} from "../../core/plan/plan.ts";
import type { RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { retrievedContext } from "../../plan/context.ts";
import { actorOf, type CallContext } from "../call/call-context.ts";
import { fillSteps, type Resolved } from "../workflow/workflow-verbs.ts";
import { type ActiveMemory, type PlanBasis, plannerContext, readActiveMemory } from "./planner-context.ts";
import type { Explained } from "./review-plan.ts";
import type { Approval, Ran, Refusal, RunOptions } from "./run-approved.ts";

export type Planned = {
  readonly plan: Plan | null;
  /** The command with nothing hidden, as a person must see it. */
  readonly visible?: string;
  /** The closest matches to the request, besides the plan. */
  readonly nearest: readonly Nearby[];
  readonly review: Review;
  /** The action to approve; absent if there is no plan, or if slots need values. */
  readonly action?: ActionId;
  /** True if the request leaves open where to act: the nearest are the choices, safest first. */
  readonly isOpen?: true;
  /** A record that describes what was asked for, and names no command. */
  readonly described?: { readonly record: RecordId; readonly text: string };
  /** Slots of the workflow that need a value first. */
  readonly slots?: readonly string[];
  /** Why what fits is not planned: a condition of the request. */
  readonly refused?: string;
  /** Why the configured model did not plan this. */
  readonly fellBack?: string;
};

/** A plan that can be approved. */
type Ready = Planned & { readonly plan: Plan; readonly action: ActionId; readonly visible: string };

type PlanAsk = {
  readonly request: string;
  /** Where it would run, if that is not where the memory was opened. */
  readonly cwd?: string;
  /** Values for the slots of a workflow. */
  readonly values?: Readonly<Record<string, string>>;
  /** One of the nearest commands, which the person chose. */
  readonly choice?: string;
  /** The plan is only shown; it cannot be approved. */
  readonly dryRun?: boolean;
};

export function askingVerbs(call: CallContext) {
  const { store, env } = call;
  const review = async (proposal: Proposal, basis: PlanBasis) => {
    const { fingerprint: _, ...reviewed } = await (await import("./review-plan.ts")).reviewOf(call, proposal, basis);
    return reviewed;
  };
  const basisAt = async (cwd: string | undefined, request?: string): Promise<PlanBasis> => {
    const memory = await readActiveMemory(call);
    return { memory, context: await plannerContext(at(call, cwd), memory, request) };
  };
  const proposed = async (proposal: Proposal, rest: Pick<Action, "request"> & Partial<Action>, basis: PlanBasis) => {
    const { steps, request } = rest;
    const { reviewOf } = await import("./review-plan.ts");
    const { fingerprint, ...reviewed } = await reviewOf(call, proposal, basis, steps);
    // A denied plan is shown, and cannot be approved.
    if (denialOf(reviewed.review) !== undefined) return { ...reviewed, action: undefined };
    const { plan } = reviewed;
    const { proposed = plan.command } = rest;
    const action = storeAction(call, { request, proposed, plan, ...(steps !== undefined && { steps }), fingerprint });
    return { ...reviewed, action };
  };
  const ready = async (...args: Parameters<typeof proposed>) => {
    const { action, ...reviewed } = await proposed(...args);
    if (action === undefined) throw new OldhandError("invalid", `${denialOf(reviewed.review)} Nothing was run.`);
    return { ...reviewed, action };
  };

  return {
    /** Finds one command for the request, reviews it, and stores it for approval; runs nothing. */
    async plan({ request, cwd, values = {}, choice, dryRun = false }: PlanAsk): Promise<Planned> {
      const words = request.trim();
      if (words === "") throw new OldhandError("usage", "The request is empty. Example: `oldhand ask run the tests`.");
      const basis = await basisAt(cwd, words);
      const { proposalFor } = await import("./propose-command.ts");
      const { proposal, ...rest } = await proposalFor(at(call, cwd), { request: words, choice }, basis);
      if (proposal === undefined) {
        const context = retrievedContext(basis.context, env.home);
        return { plan: null, ...rest, review: { flags: [], conflicts: [], related: [], retrievedContext: context } };
      }
      const parts = await partsOf(basis.memory, proposal, values);
      if (parts.slots !== undefined) return { ...(await review(proposal, basis)), ...rest, slots: parts.slots };
      if (dryRun) return { ...(await review(parts.proposal, basis)), ...rest };
      const { action, ...planned } = await proposed(parts.proposal, { request: words, ...parts.steps }, basis);
      return { ...planned, ...rest, ...(action !== undefined && { action }) };
    },

    /** Plans the run of a named workflow. */
    async planWorkflow({ workflow, steps, cwd }: Resolved): Promise<Ready> {
      const proposal: Proposal = {
        command: steps.join(" && "),
        explanation: `Workflow "${workflow.name}".`,
        assumptions: [],
        confidence: workflow.record.confidence,
        source: "workflow",
        workflow: workflow.record.id,
      };
      return { ...(await ready(proposal, { request: "", steps }, await basisAt(cwd))), nearest: [] };
    },

    /** Plans a command that the person typed: it is reviewed like any other, and runs as typed. */
    async planCommand(command: string): Promise<Ready> {
      demandCommand(command);
      const proposal = { command, explanation: "", assumptions: [], confidence: 1, source: "history" } as const;
      return { ...(await ready(proposal, { request: "" }, await basisAt(undefined))), nearest: [] };
    },

    /** Valid for one run within a minute. Only a person can approve. */
    async approve(action: ActionId): Promise<Approval> {
      return (await import("./run-approved.ts")).approve(call, action);
    },

    /** Runs exactly what was stored with the plan; refuses if anything changed since. */
    async runApproved(
      approval: ApprovalId,
      options: RunOptions,
    ): Promise<({ readonly outcome: "ran" } & Ran) | Refusal> {
      const { runAction, take } = await import("./run-approved.ts");
      const taken = take(call, approval);
      if (taken.outcome === "refused") return taken;
      return { outcome: "ran", ...(await runAction(call, taken.action, options)) };
    },

    /** Replaces the command: a new plan for the same request, which needs its own approval. */
    async edit(id: ActionId, command: string): Promise<Ready> {
      const { plan, request, proposed } = actionOf(call, id);
      demandCommand(command);
      const { workflow: _, risk: __, touches: ___, cwd, ...known } = plan;
      const proposal: Proposal = { ...known, command, explanation: "", assumptions: [] };
      const edited = await ready(proposal, { request, proposed }, await basisAt(cwd));
      store.approvals.withdraw(id);
      return { ...edited, nearest: [] };
    },

    /** Records it as rejected; it can no longer be approved. */
    async reject(id: ActionId): Promise<void> {
      const action = actionOf(call, id);
      store.approvals.withdraw(id);
      if (actorOf(env) === "person") await (await import("./run-approved.ts")).recordRejected(call, action);
    },

    /** The parts of the command, and how often each was run before. */
    async explain(id: ActionId): Promise<Explained> {
      return (await import("./review-plan.ts")).explained(call, actionOf(call, id));
    },
  };
}

function at(call: CallContext, cwd: string | undefined): CallContext {
  return cwd === undefined ? call : { ...call, env: { ...call.env, cwd } };
}

function demandCommand(command: string): void {
  if (command.trim() === "") throw new OldhandError("usage", "The command is empty.");
}

function actionOf({ store }: CallContext, id: ActionId): Action {
  const action = store.approvals.get(id);
  if (action !== undefined) return action;
  throw new OldhandError("not-found", `Plan ${id} no longer exists. Ask again.`);
}

/** An action with a secret that the person typed is held in memory only, never written to disk. */
function storeAction(call: CallContext, parts: Omit<Action, "id">): ActionId {
  const { plan, steps, request, proposed } = parts;
  const privatePatterns = call.config["capture.private"];
  const texts = [...(steps ?? []), request, proposed, plan.command, plan.cwd, plan.explanation, ...plan.assumptions];
  const isClean = texts.every((text) => screen(text, { privatePatterns }).text === text);
  return call.store.approvals.propose(parts, isClean ? "written" : "in memory").id;
}

type Parts =
  | { readonly proposal: Proposal; readonly steps?: { readonly steps: readonly string[] }; readonly slots?: undefined }
  | { readonly slots: readonly string[] };

/** For a workflow: its steps with values filled in, or the slots without a value. A slot's mark must never be run. */
async function partsOf(
  { workflows }: ActiveMemory,
  proposal: Proposal,
  values: Readonly<Record<string, string>>,
): Promise<Parts> {
  if (proposal.workflow === undefined) return { proposal };
  const stored = workflows.find(({ record }) => record.id === proposal.workflow)?.record.steps ?? [];
  const own = new Set(stored.flatMap(slotsIn));
  const slots = slotsIn(proposal.command).filter((slot) => own.has(slot));
  const open = slots.filter((slot) => !Object.hasOwn(values, slot));
  if (open.length > 0) return { slots: open };
  const { steps } = proposal;
  if (slots.length === 0) return steps === undefined ? { proposal } : { proposal, steps: { steps } };
  const ready = await fillSteps(steps ?? [proposal.command], values);
  const filled = { ...proposal, command: ready.join(" && ") };
  return steps === undefined ? { proposal: filled } : { proposal: filled, steps: { steps: ready } };
}
