/** The main view: the history, the top suggestions or the pending plan, and the composer. */
import { useMediaQuery } from "../../components/use-media-query.ts";
import { hrefOf } from "../../state/navigation.ts";
import { pendingPlan } from "../../state/pending-plan.ts";
import { suggestionSummary } from "../../state/suggestion-summary.ts";
import { grouped } from "../suggestions/groups.ts";
import { SuggestionCard } from "../suggestions/suggestion-card.tsx";
import { Composer } from "./composer.tsx";
import { HistoryList } from "./history-list.tsx";
import { PlanPanel } from "./plan-panel.tsx";

export function WorkView() {
  return (
    <>
      <h2 class="visually-hidden">Work</h2>
      <HistoryList />
      {pendingPlan.value === undefined ? <TopSuggestions /> : <PlanPanel pending={pendingPlan.value} />}
      <Composer />
    </>
  );
}

function TopSuggestions() {
  const max = useMediaQuery("(max-width: 60rem)") ? 1 : Number.POSITIVE_INFINITY;
  const { top, pending } = suggestionSummary.value ?? { top: [], pending: [] };
  const shown = top.slice(0, max);
  // The top ones come first.
  const rest = grouped(pending.slice(shown.length));
  if (shown.length === 0) return null;
  return (
    <section class="strip" aria-label="Suggestions">
      <div class="cards">
        {shown.map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} />
        ))}
      </div>
      {rest.length > 0 && (
        <p class="more">
          <a href={hrefOf({ view: "suggestions" })}>{pending.length - shown.length} more</a>
          <span class="muted">
            {": "}
            {rest.map(({ group, suggestions }) => `${group.title} ${suggestions.length}`).join(" · ")}
          </span>
        </p>
      )}
    </section>
  );
}
