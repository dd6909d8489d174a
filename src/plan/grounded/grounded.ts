/** A plan from what is known, without a model: nothing is invented. */
import type { Nearby, PlanSource, Proposal } from "../../core/plan/plan.ts";
import type { RecordId } from "../../core/record/record.ts";
import { slotsIn } from "../../core/workflow/slots.ts";

export type Known = {
  readonly command: string;
  readonly source: PlanSource;
  readonly label: string;
  readonly workflow?: RecordId;
};

export type Material = { readonly known: readonly Known[] };

export type Grounded =
  | { readonly outcome: "planned"; readonly proposal: Proposal; readonly nearest: readonly Nearby[] }
  | { readonly outcome: "unproven"; readonly nearest: readonly Nearby[] };

export function groundedPlan(request: string, { known }: Material): Grounded {
  const words = request.toLowerCase().trim();
  const found = known.find(({ label, command }) => label.toLowerCase() === words || command.toLowerCase() === words);
  const nearest = [...(found === undefined ? [] : [found]), ...known.filter((one) => one !== found)]
    .slice(0, 3)
    .map((one) => ({ command: one.command, source: one.source, label: one.label, score: one === found ? 1 : 0.1 }));
  if (found === undefined || (found.source === "workflow" && slotsIn(found.command).length > 0))
    return { outcome: "unproven", nearest };
  const { command, source, label, workflow } = found;
  return {
    outcome: "planned",
    proposal: {
      command,
      explanation: `${label} is known here.`,
      assumptions: [],
      confidence: 0.9,
      source,
      ...(workflow !== undefined && { workflow }),
    },
    nearest: nearest.slice(1),
  };
}
