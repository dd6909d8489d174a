/** The top suggestions and how many are pending, for every view; fetched after the history, which is seen first. */
import { effect, signal } from "@preact/signals";
import type { SuggestionSummary } from "../../src/faces/http/routes/suggestions.ts";
import { get } from "./api.ts";
import { total } from "./history-pages.ts";
import { shownPlace } from "./navigation.ts";
import { pulse } from "./server-status.ts";

export const suggestionSummary = signal<SuggestionSummary | undefined>(undefined);

export function followSuggestions(): void {
  let latest = 0;
  let before: string | undefined;
  effect(() => {
    const place = shownPlace.value;
    if (pulse.value === undefined || total.value === undefined) return;
    latest += 1;
    const mine = latest;
    // Those of another project must not stay.
    if (place !== before) suggestionSummary.value = undefined;
    before = place;
    get<SuggestionSummary>("suggestions/summary").then(
      (summary) => {
        if (mine === latest) suggestionSummary.value = summary;
      },
      () => {}, // the connection is lost, which the page shows; the next pulse tries again
    );
  });
}
