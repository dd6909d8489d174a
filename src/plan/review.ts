/** Turns a proposal into a plan with its review: risk by rules, what it touches, and what memory says about it. */
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
import { assess, type RiskOptions } from "./risk/assess.ts";
import { visible } from "./visible.ts";

type ReviewOptions = RiskOptions & {
  /** What an approval of it would cover. */
  readonly fingerprint?: Pick<RunFingerprint, "notCovered" | "loaders" | "missing">;
};

type Reviewed = {
  readonly plan: Plan;
  readonly review: Pick<Review, "flags"> & {
    /** The command as it is shown for approval. */
    readonly shown: string;
  };
};

/** The risk is the highest of the rules and the model: nothing lowers it. */
export function reviewed(proposal: Proposal, options: ReviewOptions): Reviewed {
  const { saidRisk, flags: more = [], steps: _, ...proposed } = proposal;
  const { risk, touches, flags } = assess(proposal.command, options);
  const rated = [saidRisk ?? "low", ...more.map((flag) => flag.risk)].reduce(higherRisk, risk);
  const gaps = gapFlags(rated, options.fingerprint);
  const highest = gaps.map((flag) => flag.risk).reduce(higherRisk, rated);
  return {
    plan: { ...proposed, cwd: options.cwd, risk: highest, touches },
    review: { flags: [...flags, ...more, ...gaps], shown: visible(proposal.command) },
  };
}

/** Code that nobody can check before it runs is never of low risk. */
function gapFlags(rated: Risk, fingerprint: ReviewOptions["fingerprint"]): Flag[] {
  if (fingerprint === undefined) return [];
  const { notCovered, loaders, missing } = fingerprint;
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
