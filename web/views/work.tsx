/** The main view: what was run, what was noticed, and the one field for what comes next. */
import { Composer } from "./composer.tsx";
import { HistoryList } from "./history-list.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { SuggestionStrip } from "./suggestion-strip.tsx";

export function WorkView() {
  return (
    <>
      <h2 class="unseen">Work</h2>
      <HistoryList />
      <SuggestionStrip />
      <PlanPanel />
      <Composer />
    </>
  );
}
