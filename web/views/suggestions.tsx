/** All suggestions: what waits, and what became of the others. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../src/verbs/suggestions/suggestion-view.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Empty } from "../parts/empty.tsx";
import { useAsked } from "../state/asked.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

const STATES = ["pending", "accepted", "dismissed"] as const;

export function SuggestionsView() {
  const [state, setState] = useState<(typeof STATES)[number]>("pending");
  const asked = useAsked<{ suggestions: readonly SuggestionView[] }>("suggestions");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Suggestions</h2>
        <div class="choice" role="group" aria-label="Which suggestions">
          {STATES.map((one) => (
            <button key={one} type="button" aria-pressed={one === state} onClick={() => setState(one)}>
              {one} {asked.data?.suggestions.filter(({ status }) => status === one).length ?? ""}
            </button>
          ))}
        </div>
      </header>
      <AskedView asked={asked}>
        {({ suggestions }) => {
          const shown = suggestions.filter(({ status }) => status === state);
          if (shown.length > 0)
            return (
              <div class="cards">
                {shown.map((one) => (
                  <SuggestionCard key={one.id} suggestion={one} />
                ))}
              </div>
            );
          return (
            <Empty title={state === "pending" ? "Nothing waits for you" : `Nothing was ${state}`}>
              <p>
                A command that you run four times, a directory that you work in, a sequence that you repeat: what recurs
                is suggested here, with its evidence. A dismissal is for good.
              </p>
            </Empty>
          );
        }}
      </AskedView>
    </div>
  );
}
