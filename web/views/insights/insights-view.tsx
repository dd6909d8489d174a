/** Charts of activity by day, records by type, and last activity by source. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { isDrawerOpen } from "../../state/navigation.ts";
import { useQuery } from "../../state/use-query.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { RecordsChart } from "./records-chart.tsx";
import { SourcesChart } from "./sources-chart.tsx";

export function InsightsView() {
  const query = useQuery<Insights>("insights");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Insights</h2>
      </header>
      <QueryResult query={query}>
        {({ activity, made, agents, sources }) => (
          <>
            <ActivityChart activity={activity} />
            <RecordsChart made={made} />
            <SourcesChart agents={agents} sources={sources} />
            <p class="muted">
              To see the strength of a record over time,{" "}
              <button type="button" class="link" onClick={() => (isDrawerOpen.value = true)}>
                open memory
              </button>{" "}
              and select it.
            </p>
          </>
        )}
      </QueryResult>
    </div>
  );
}
