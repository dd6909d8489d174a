/** A plan: one command for a request, with everything a person needs to approve or reject it. */
import type { RecordId, RecordType } from "../record/record.ts";

/** Set by rules on the parsed command; a model can only raise it. */
export const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

const PLAN_SOURCES = ["workflow", "history", "project", "model"] as const;
type PlanSource = (typeof PLAN_SOURCES)[number];

/** What a command can change or access; shown with the plan. */
export const TOUCHES = ["files", "outside", "network", "privileges", "history", "processes"] as const;
export type Touch = (typeof TOUCHES)[number];

/** The planner's answer, before the rules set its risk. */
export type Proposal = {
  readonly command: string;
  readonly explanation: string;
  readonly assumptions: readonly string[];
  readonly confidence: number;
  readonly source: PlanSource;
  /** If the plan is a workflow: its run is recorded as one. */
  readonly workflow?: RecordId;
  /** The model's own estimate of the risk. */
  readonly saidRisk?: Risk;
};

export type Plan = Omit<Proposal, "saidRisk"> & {
  readonly cwd: string;
  readonly risk: Risk;
  readonly touches: readonly Touch[];
};

/** A close match to the request that was not planned. */
export type Nearby = {
  readonly command: string;
  readonly source: PlanSource;
  readonly label: string;
  /** 0 to 1, as the planner ranked it. */
  readonly score: number;
  readonly lastExit?: number;
  readonly lastAt?: string;
};

/** One finding of a risk rule. */
export type Flag = { readonly rule: string; readonly risk: Risk; readonly says: string };

/** A record that the command contradicts. */
export type Conflict = {
  readonly record: RecordId;
  readonly type: RecordType;
  readonly text: string;
  readonly why: string;
  /** It forbids the command, so the risk is high. */
  readonly forbids: boolean;
};

export type Review = {
  readonly flags: readonly Flag[];
  readonly conflicts: readonly Conflict[];
  /** "cwd: …", "projectRoot: …", "workflow:deploy": the context that the planner used. */
  readonly retrievedContext: readonly string[];
};

export function higherRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}
