/** The verbs from a request to a run: plan, approve, run what was approved, edit, reject, explain. */
import type { CallContext } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Action, ActionId, ApprovalId, Nearby, Plan, Proposal, Review } from "../../core/plan/plan.ts";
import { screen } from "../../core/screen/clean.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { filled, type Resolved } from "../records/workflow-verbs.ts";
import { type ActiveMemory, readActiveMemory } from "./active-memory.ts";
import type { Explained } from "./explain-command.ts";
import { plannerContext } from "./planner-context.ts";
import type { PlanBasis } from "./review-plan.ts";
import type { Approval, Ran, Refusal, RunOptions } from "./run-approved.ts";

export type { Approval, Ran, RunOptions } from "./run-approved.ts";

export type Planned = {
  readonly plan: Plan | null;
  /** Its command as a person has to see it, with nothing hidden in it. */
  readonly visible?: string;
  /** What came nearest to the request, also beside a plan. */
  readonly nearest: readonly Nearby[];
  readonly review: Review;
  /** What can be approved; absent where nothing was found, and where slots are still open. */
  readonly action?: ActionId;
  /** The slots of the workflow that need a value first. */
  readonly slots?: readonly string[];
  /** Why the model that is configured did not plan this. */
  readonly fellBack?: string;
};

/** A plan that can be approved. */
type Ready = Planned & { readonly plan: Plan; readonly action: ActionId; readonly visible: string };

type PlanAsk = {
  readonly request: string;
  /** Where it would run, if that is not where the memory was opened. */
  readonly cwd?: string;
  /** For the slots of a workflow. */
  readonly values?: Readonly<Record<string, string>>;
  /** Only to look at: nothing is kept that could be approved. */
  readonly dryRun?: boolean;
};

export function askingVerbs(call: CallContext) {
  const { store, env } = call;
  const planned = () => import("./review-plan.ts");
  const basisAt = async (cwd: string | undefined): Promise<PlanBasis> => {
    const memory = await readActiveMemory(call);
    return { memory, context: await plannerContext(at(call, cwd), memory) };
  };
  const ready = async (proposal: Proposal, rest: Pick<Action, "request"> & Partial<Action>, basis: PlanBasis) => {
    const reviewed = await (await planned()).reviewOf(call, proposal, basis);
    const { plan } = reviewed;
    const { proposed = plan.command, steps, request } = rest;
    const action = await keepProposed(call, { request, proposed, plan, ...(steps !== undefined && { steps }) });
    return { ...reviewed, action };
  };

  return {
    /** Nothing runs by it: it finds one command, has it reviewed, and keeps it until somebody says yes. */
    async plan({ request, cwd, values = {}, dryRun = false }: PlanAsk): Promise<Planned> {
      const words = request.trim();
      if (words === "")
        throw new OldhandError("usage", "Say what you want to do, such as `oldhand ask run the tests`.");
      const basis = await basisAt(cwd);
      const { proposalFor, reviewOf, reviewOfNothing } = await planned();
      const { proposal, ...rest } = await proposalFor(at(call, cwd), words, basis);
      if (proposal === undefined) return { plan: null, ...rest, review: reviewOfNothing(call, basis.context) };
      const parts = await partsOf(basis.memory, proposal, values);
      if (parts.slots !== undefined) return { ...(await reviewOf(call, proposal, basis)), ...rest, slots: parts.slots };
      if (dryRun) return { ...(await reviewOf(call, parts.proposal, basis)), ...rest };
      return { ...(await ready(parts.proposal, { request: words, ...parts.steps }, basis)), ...rest };
    },

    /** The same for a workflow that was named: its steps as they would run. */
    async planWorkflow({ workflow, steps, cwd }: Resolved): Promise<Ready> {
      const proposal: Proposal = {
        command: steps.join(" && "),
        explanation: `The workflow ${workflow.name}.`,
        assumptions: [],
        confidence: workflow.record.confidence,
        source: "workflow",
        workflow: workflow.record.id,
      };
      return { ...(await ready(proposal, { request: "", steps }, await basisAt(cwd))), nearest: [] };
    },

    /** The same for a command that the person typed: it is reviewed like any other, and runs as it was typed. */
    async planCommand(command: string): Promise<Ready> {
      if (command.trim() === "") throw new OldhandError("usage", "An empty command cannot be run.");
      const proposal: Proposal = {
        command,
        explanation: "You wrote it.",
        assumptions: [],
        confidence: 1,
        source: "history",
      };
      return { ...(await ready(proposal, { request: "" }, await basisAt(undefined))), nearest: [] };
    },

    /** Good for one run within a minute. Only a person can give it. */
    async approve(action: ActionId): Promise<Approval> {
      return (await import("./run-approved.ts")).approve(call, action);
    },

    /** What runs is what was stored when it was planned; whatever changed since is a refusal. */
    async runApproved(approval: ApprovalId, run: RunOptions): Promise<({ readonly outcome: "ran" } & Ran) | Refusal> {
      const { runAction, take } = await import("./run-approved.ts");
      const taken = take(call, approval);
      if (taken.outcome === "refused") return taken;
      return { outcome: "ran", ...(await runAction(call, taken.action, run)) };
    },

    /** Another command for the same request: a new plan, which has to be approved like any other. */
    async edit(id: ActionId, command: string): Promise<Ready> {
      const { plan, request, proposed } = actionOf(call, id);
      if (command.trim() === "") throw new OldhandError("usage", "An empty command cannot be run.");
      const { workflow: _, risk: __, touches: ___, cwd, ...known } = plan;
      const proposal: Proposal = { ...known, command, explanation: "You wrote it.", assumptions: [] };
      const edited = await ready(proposal, { request, proposed }, await basisAt(cwd));
      store.approvals.withdraw(id);
      return { ...edited, nearest: [] };
    },

    /** It stands in the history as rejected, and can no longer be approved. */
    async reject(id: ActionId): Promise<void> {
      const action = actionOf(call, id);
      store.approvals.withdraw(id);
      if (!env.isAgent) await (await import("./run-approved.ts")).keepRejected(call, action);
    },

    /** What the command is made of, and how often each part was run before. */
    async explain(id: ActionId): Promise<Explained> {
      return (await import("./explain-command.ts")).explained(call, actionOf(call, id));
    },
  };
}

function at<H extends CallContext>(call: H, cwd: string | undefined): H {
  return cwd === undefined ? call : { ...call, env: { ...call.env, cwd } };
}

function actionOf({ store }: CallContext, id: ActionId): Action {
  const action = store.approvals.get(id);
  if (action !== undefined) return action;
  throw new OldhandError("not-found", `There is no plan ${id} any more. Ask again.`);
}

/** A secret that a person typed has to reach the command and nothing else: then the action is not written down. */
async function keepProposed(call: CallContext, parts: Omit<Action, "id" | "footing">): Promise<ActionId> {
  const { runFingerprint } = await import("../../run/run-fingerprint.ts");
  const { plan, steps, request, proposed } = parts;
  const footing = runFingerprint(steps ?? [plan.command], { cwd: plan.cwd, env: call.env.variables });
  const privatePatterns = call.config["capture.private"];
  const texts = [...(steps ?? []), request, proposed, plan.command, plan.cwd, plan.explanation, ...plan.assumptions];
  const isClean = texts.every((text) => screen(text, { privatePatterns }).text === text);
  return call.store.approvals.propose({ ...parts, footing }, isClean ? "written" : "in memory").id;
}

type Parts =
  | { readonly proposal: Proposal; readonly steps?: { readonly steps: readonly string[] }; readonly slots?: undefined }
  | { readonly slots: readonly string[] };

/** The steps of the workflow that a proposal is, filled; or the slots that are open: their marks must never be run. */
async function partsOf(
  { workflows }: ActiveMemory,
  proposal: Proposal,
  values: Readonly<Record<string, string>>,
): Promise<Parts> {
  if (proposal.workflow === undefined) return { proposal };
  const steps = workflows.find(({ record }) => record.id === proposal.workflow)?.record.steps ?? [];
  const isWhole = steps.join(" && ") === proposal.command;
  const own = new Set(steps.flatMap(slotsIn));
  const open = slotsIn(proposal.command).filter((slot) => own.has(slot) && !(isWhole && Object.hasOwn(values, slot)));
  if (open.length > 0) return { slots: open };
  if (!isWhole) return { proposal };
  const { render } = await import("../../core/workflow/render.ts");
  const ready = steps.map((step) => filled(step, render(step, values)));
  return { proposal: { ...proposal, command: ready.join(" && ") }, steps: { steps: ready } };
}
