/** All suggestions: pending, accepted and dismissed. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestions/suggestion-view.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { useQuery } from "../../state/use-query.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

const STATUSES = ["pending", "accepted", "dismissed"] as const;

export function SuggestionsView() {
  const [shownStatus, setShownStatus] = useState<(typeof STATUSES)[number]>("pending");
  const query = useQuery<{ suggestions: readonly SuggestionView[] }>("suggestions");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Suggestions</h2>
        <div class="choice" role="group" aria-label="Status">
          {STATUSES.map((one) => (
            <button key={one} type="button" aria-pressed={one === shownStatus} onClick={() => setShownStatus(one)}>
              {one} {query.data?.suggestions.filter(({ status }) => status === one).length ?? ""}
            </button>
          ))}
        </div>
      </header>
      <QueryResult query={query}>
        {({ suggestions }) => {
          const shown = suggestions.filter(({ status }) => status === shownStatus);
          if (shown.length > 0)
            return (
              <div class="cards">
                {shown.map((one) => (
                  <SuggestionCard key={one.id} suggestion={one} />
                ))}
              </div>
            );
          return (
            <EmptyState title={`No ${shownStatus} suggestions`}>
              <p>
                Commands, directories and sequences that you use repeatedly are suggested here, with their evidence. A
                dismissed suggestion is not made again.
              </p>
            </EmptyState>
          );
        }}
      </QueryResult>
    </div>
  );
}
