/** The main view: the history, the top suggestions or the pending plan, and the composer. */
import type { SuggestionView } from "../../../src/verbs/suggestions/suggestion-view.ts";
import { counted } from "../../components/format.ts";
import { useMediaQuery } from "../../components/use-media-query.ts";
import { pendingPlan } from "../../state/pending-plan.ts";
import { useQuery } from "../../state/use-query.ts";
import { SuggestionCard } from "../suggestions/suggestion-card.tsx";
import { Composer } from "./composer.tsx";
import { HistoryList } from "./history-list.tsx";
import { PlanPanel } from "./plan-panel.tsx";

const TOP_SUGGESTIONS = 3;

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
  const { data } = useQuery<{ suggestions: readonly SuggestionView[] }>("suggestions", { status: "pending" });
  const max = useMediaQuery("(max-width: 60rem)") ? 1 : TOP_SUGGESTIONS;
  const all = data?.suggestions ?? [];
  if (all.length === 0) return null;
  return (
    <section class="strip" aria-label="Suggestions">
      <div class="cards">
        {all.slice(0, max).map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} />
        ))}
      </div>
      {all.length > max && (
        <a class="more" href="#suggestions">
          {counted(all.length - max, "more suggestion")}
        </a>
      )}
    </section>
  );
}
