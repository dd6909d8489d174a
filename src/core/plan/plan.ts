/** A plan: one command for a request, with all that a person needs to say yes or no to it. */
import type { RecordId, RecordType } from "../record/record.ts";

/** From rules on the parsed command; a model can only raise it. */
export const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

const PLAN_SOURCES = ["workflow", "history", "project", "model"] as const;
type PlanSource = (typeof PLAN_SOURCES)[number];

/** What a command reaches beyond reading: shown with the plan. */
export const TOUCHES = ["files", "outside", "network", "privileges", "history", "processes"] as const;
export type Touch = (typeof TOUCHES)[number];

/** What a planner says; how risky it is, the rules say. */
export type Proposal = {
  readonly command: string;
  readonly explanation: string;
  readonly assumptions: readonly string[];
  readonly confidence: number;
  readonly source: PlanSource;
  /** The workflow that it is, where it is one: its run is kept as one. */
  readonly workflow?: RecordId;
  /** What a model thinks of the risk. */
  readonly saidRisk?: Risk;
};

export type Plan = Omit<Proposal, "saidRisk"> & {
  readonly cwd: string;
  readonly risk: Risk;
  readonly touches: readonly Touch[];
};

/** Something that stands beside a plan although it was not planned: what came nearest to the request. */
export type Nearby = {
  readonly command: string;
  readonly source: PlanSource;
  readonly label: string;
  /** 0 to 1, as the planner ranked it. */
  readonly score: number;
  readonly lastExit?: number;
  readonly lastAt?: string;
};

/** One thing that a rule saw in the command. */
export type Flag = { readonly rule: string; readonly risk: Risk; readonly says: string };

/** A record that the command goes against. */
export type Conflict = {
  readonly record: RecordId;
  readonly type: RecordType;
  readonly text: string;
  readonly why: string;
  /** It forbids what the command does: then the risk is high. */
  readonly forbids: boolean;
};

export type Review = {
  readonly flags: readonly Flag[];
  readonly conflicts: readonly Conflict[];
  /** "cwd: …", "projectRoot: …", "workflow:deploy": what the planner was told. */
  readonly retrievedContext: readonly string[];
};

export function higherRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}
