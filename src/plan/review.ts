/** Turns a proposal into a plan with its review: risk by rules, what it touches, and conflicts with memory. */
import {
  type Flag,
  higherRisk,
  type Plan,
  type Proposal,
  type Review,
  type Risk,
  type RunFingerprint,
} from "../core/plan/plan.ts";
import { listOf } from "../core/text/wording.ts";
import type { ConflictOptions, conflictsWith, Remembered } from "./against-memory.ts";
import { assess, type RiskOptions } from "./risk/assess.ts";
import { visible } from "./visible.ts";

type ReviewOptions = Omit<ConflictOptions, "resolved"> &
  RiskOptions & {
    /** The active records that apply here. */
    readonly records: readonly Remembered[];
    /** Finds conflicts with them; large to load, and not needed without records. */
    readonly conflictsWith: typeof conflictsWith;
    /** What an approval of it would cover. */
    readonly coverage?: Pick<RunFingerprint, "notCovered" | "loaders" | "missing">;
  };

type Reviewed = {
  readonly plan: Plan;
  readonly review: Omit<Review, "retrievedContext"> & {
    /** The project's scripts that it runs, with their commands: an approval covers these too. */
    readonly resolved: readonly { readonly name: string; readonly body: string }[];
    /** The command as it is shown for approval. */
    readonly shown: string;
  };
};

/** The risk is the highest of the rules, the model and the memory: nothing lowers it. */
export function reviewed(proposal: Proposal, options: ReviewOptions): Reviewed {
  const { saidRisk, ...proposed } = proposal;
  const { risk, touches, flags, resolved } = assess(proposal.command, options);
  const conflicts = options.conflictsWith(proposal.command, options.records, { ...options, resolved });
  const forbidden: Risk = conflicts.some(({ forbids }) => forbids) ? "high" : conflicts.length > 0 ? "medium" : "low";
  const rated = [saidRisk ?? "low", forbidden].reduce(higherRisk, risk);
  const gaps = coverageFlags(rated, options.coverage);
  const highest = gaps.map((flag) => flag.risk).reduce(higherRisk, rated);
  return {
    plan: { ...proposed, cwd: options.cwd, risk: highest, touches },
    review: { flags: [...flags, ...gaps], conflicts, resolved, shown: visible(proposal.command) },
  };
}

/** Code that nobody can check before it runs is never of low risk. */
function coverageFlags(rated: Risk, coverage: ReviewOptions["coverage"]): Flag[] {
  if (coverage === undefined) return [];
  const { notCovered, loaders, missing } = coverage;
  const outside = `files outside the project that ${listOf(loaders.map(visible))} ${loaders.length === 1 ? "loads" : "load"}`;
  // A test or a build of the project is covered by the project's files.
  const gaps = [...notCovered.map(visible), ...(loaders.length > 0 && rated !== "low" ? [outside] : [])];
  return [
    ...(gaps.length === 0
      ? []
      : [{ rule: "not-covered", risk: "medium", says: `The approval does not cover: ${gaps.join("; ")}.` } as const]),
    ...missing.map((name): Flag => ({ rule: "not-on-path", risk: "medium", says: notOnPath(visible(name)) })),
  ];
}

function notOnPath(name: string): string {
  return `${name} is not a program on the PATH. If it is an alias or a function of your shell, write the command that it stands for.`;
}
