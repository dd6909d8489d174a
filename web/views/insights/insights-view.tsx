/** What happened over the last weeks: activity, failures with their cures, memory and how it changed, what agents got, and what it changed. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { useQuery } from "../../state/use-query.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { FailuresTable } from "./failures-table.tsx";
import { GivenChart } from "./given-chart.tsx";
import { GuardsFired } from "./guards-fired.tsx";
import { LiftFigures } from "./lift-figures.tsx";
import { ChangesChart, RecordsByType } from "./memory-charts.tsx";

export function InsightsView() {
  const query = useQuery<Insights>("insights");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Insights</h2>
        <QueryResult query={query}>
          {({ activity: { from, to } }) => (
            <span class="muted">
              {from} to {to}
            </span>
          )}
        </QueryResult>
      </header>
      {query.data !== undefined && (
        <div class="figures">
          <ActivityChart insights={query.data} />
          <FailuresTable insights={query.data} />
          <RecordsByType insights={query.data} />
          <ChangesChart insights={query.data} />
          <GivenChart insights={query.data} />
          <GuardsFired insights={query.data} />
          <LiftFigures />
        </div>
      )}
    </div>
  );
}
