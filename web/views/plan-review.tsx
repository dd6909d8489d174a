/** What a review says of a plan: reasons for its risk, what it goes against in memory, what it touches and assumes. */
import type { Plan, Review } from "../../src/core/plan/plan.ts";
import { visible } from "../parts/words.ts";

export function PlanReview({
  plan: { explanation, assumptions, touches },
  review: { flags, conflicts },
}: {
  plan: Plan;
  review: Review;
}) {
  return (
    <div class="review">
      {explanation !== "" && <p>{visible(explanation)}</p>}
      {conflicts.map(({ record, text, why, forbids }) => (
        <p key={record} class={forbids ? "warning forbids" : "warning"}>
          {forbids ? "Memory forbids this" : "Memory says otherwise"}: “{visible(text)}” {visible(why)}
        </p>
      ))}
      {flags.length > 0 && (
        <ul class="flags" aria-label="Why this risk">
          {flags.map(({ rule, risk, says }) => (
            <li key={`${rule} ${says}`}>
              <span class={`risk ${risk}`}>{risk}</span> {visible(says)}
            </li>
          ))}
        </ul>
      )}
      {assumptions.length > 0 && (
        <ul class="assumptions" aria-label="Assumptions">
          {assumptions.map((one) => (
            <li key={one}>Assumes: {visible(one)}</li>
          ))}
        </ul>
      )}
      {touches.length > 0 && <p class="muted">Touches {touches.join(", ")}.</p>}
    </div>
  );
}
