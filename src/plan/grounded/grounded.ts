/** A plan from what is known, without a model: nothing is invented. */
import type { Nearby, PlanSource, Proposal } from "../../core/plan/plan.ts";
import type { RecordId } from "../../core/record/record.ts";

export type Known = {
  readonly command: string;
  readonly source: PlanSource;
  readonly label: string;
  readonly workflow?: RecordId;
};

export type Material = { readonly known: readonly Known[] };

export type Grounded = { readonly proposal?: Proposal; readonly nearest: readonly Nearby[] };

export function groundedPlan(request: string, { known }: Material): Grounded {
  const words = request.toLowerCase().trim();
  const nearest = known.slice(0, 3).map(({ command, source, label }) => ({ command, source, label, score: 0.1 }));
  const found = known.find(({ label, command }) => label.toLowerCase() === words || command.toLowerCase() === words);
  if (found === undefined) return { nearest };
  const { command, source, label, workflow } = found;
  return {
    proposal: {
      command,
      explanation: `${label} is known here.`,
      assumptions: [],
      confidence: 0.9,
      source,
      ...(workflow !== undefined && { workflow }),
    },
    nearest,
  };
}
