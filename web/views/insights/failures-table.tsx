/** The commands that failed most often, and what ended the failures. */
import type { Insights } from "../../../src/verbs/status/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { counted, percent, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";

const HEADS = ["Command", "Failed", "Last", "What fixed it"];

export function FailuresTable({ insights: { failures, activity } }: { readonly insights: Insights }) {
  const most = Math.max(1, ...failures.map((one) => one.failures));
  const total = failures.reduce((sum, one) => sum + one.failures, 0);
  return (
    <ChartFigure
      title="Failures"
      summary={
        failures.length === 0
          ? `No command failed since ${activity.from}.`
          : `${counted(total, "failure")} of ${counted(failures.length, "command")}; those that fail most come first.`
      }
      heads={HEADS}
      rows={failures.map(({ family, failures: n }) => [family, n])}
    >
      <DataTable label="Failures by command" heads={HEADS} kind="failures">
        {failures.map(({ family, failures: n, runs, lastAt, cures }) => (
          <tr key={family}>
            <th scope="row">
              <code>{visible(family)}</code>
            </th>
            <td class="number">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-fail" width={(n / most) * 100} height="8" rx="2" />
              </svg>
              {n} of {runs} ({percent(n / runs)})
            </td>
            <td class="number">
              <TimeAgo at={lastAt} />
            </td>
            <td>
              {cures.length === 0 ? (
                <span class="muted">not known</span>
              ) : (
                <ul>
                  {cures.map(({ fix, error, at }) => (
                    <li key={`${fix} ${error}`} title={visible(error)}>
                      <code>{visible(fix)}</code>{" "}
                      <span class="muted">
                        <TimeAgo at={at} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </ChartFigure>
  );
}
