/** What guards said to agents, and what the agents did next. */
import type { Insights } from "../../../src/verbs/status/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { counted, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { hrefOf } from "../../state/navigation.ts";

const HEADS = ["When", "Command", "Rule", "Guard", "What the agent did"];

export function GuardsFired({ insights: { guards } }: { readonly insights: Insights }) {
  const known = guards.filter(({ next }) => next !== undefined);
  const followed = known.filter(({ next }) => !isIgnored(next)).length;
  return (
    <ChartFigure
      title="Guards"
      summary={
        guards.length === 0
          ? "No guard has fired yet. Add one to a rule in memory, such as: deny git push --force."
          : `Guards fired ${counted(guards.length, "time")}. Agents did something else ${counted(followed, "time")}, went on ${counted(known.length - followed, "time")}; ${guards.length - known.length} unknown.`
      }
      heads={HEADS}
      rows={guards.map(({ at, command }) => [at, command])}
    >
      <DataTable label="Guards that fired" heads={HEADS}>
        {guards.map(({ at, command, record, text, action, next, agent }) => (
          <tr key={`${at} ${record}`}>
            <td class="number">
              <TimeAgo at={at} />
            </td>
            <td>
              <code>{visible(command)}</code> <span class="muted">{agent}</span>
            </td>
            <td>
              {record.startsWith("rec_") ? (
                <a href={hrefOf({ view: "memory", id: record })}>{visible(text)}</a>
              ) : (
                "Files of oldhand itself"
              )}
            </td>
            <td>
              <span class={`risk ${action === "deny" ? "high" : "medium"}`}>{action}</span>
            </td>
            <td>{next === undefined ? <span class="muted">unknown</span> : <code>{visible(next)}</code>}</td>
          </tr>
        ))}
      </DataTable>
    </ChartFigure>
  );
}

/** The log says so if the command was run all the same. */
function isIgnored(next: string | undefined): boolean {
  return next?.startsWith("went on") === true;
}
