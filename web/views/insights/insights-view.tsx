/** What happened over the last weeks, a year or all the time: activity, failures with their cures, memory and how it changed, what agents got, and what they did with it. */
import type { InsightRange, Insights } from "../../../src/verbs/status/insights.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { goTo, openIn } from "../../state/navigation.ts";
import { useQuery } from "../../state/use-query.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { EffectTable } from "./effect-table.tsx";
import { FailuresTable } from "./failures-table.tsx";
import { GivenChart } from "./given-chart.tsx";
import { GuardsFired } from "./guards-fired.tsx";
import { ChangesChart, RecordsByType } from "./memory-charts.tsx";

const RANGES: readonly (readonly [InsightRange, string])[] = [
  ["weeks", "12 weeks"],
  ["year", "1 year"],
  ["all", "All"],
];

export function InsightsView() {
  const asked = RANGES.find(([range]) => range === openIn("insights"))?.[0];
  const query = useQuery<Insights>("insights", asked === undefined ? {} : { range: asked });
  return (
    <div class="column">
      <header class="view-top">
        <h2>Insights</h2>
        <QueryResult query={query}>
          {({ range, activity: { from, to } }) => (
            <>
              <span class="muted">
                {from} to {to}
              </span>
              <span class="grow" />
              <div class="choice" role="group" aria-label="Range">
                {RANGES.map(([one, name]) => (
                  <button
                    key={one}
                    type="button"
                    aria-pressed={one === (asked ?? range)}
                    onClick={() => goTo("insights", { id: one })}
                  >
                    {name}
                  </button>
                ))}
              </div>
            </>
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
          <EffectTable />
        </div>
      )}
    </div>
  );
}
