/** What was noticed and waits for a word, directly above the composer: the surest few. */
import type { SuggestionView } from "../../src/verbs/suggestions/suggestion-view.ts";
import { counted } from "../parts/words.ts";
import { useAsked } from "../state/asked.ts";
import { plan } from "../state/plan.ts";
import { useMatch } from "./history-list.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";

const FEW = 3;

export function SuggestionStrip() {
  const { data } = useAsked<{ suggestions: readonly SuggestionView[] }>("suggestions", { status: "pending" });
  const most = useMatch("(max-width: 60rem)") ? 1 : FEW;
  const all = data?.suggestions ?? [];
  // A plan that waits for a word stands in this place.
  if (all.length === 0 || plan.value !== undefined) return null;
  return (
    <section class="strip" aria-label="Suggestions">
      <div class="cards">
        {all.slice(0, most).map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} />
        ))}
      </div>
      {all.length > most && (
        <a class="more" href="#suggestions">
          {counted(all.length - most, "more suggestion")}
        </a>
      )}
    </section>
  );
}
