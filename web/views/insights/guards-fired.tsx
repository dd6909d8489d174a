/** What guards said to agents, and what the agents did next. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { counted, visible } from "../../components/format.ts";
import { TableHead } from "../../components/table-head.tsx";
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
          ? "No guard spoke. Add one to a rule in memory, such as: deny git push --force."
          : `Guards spoke ${counted(guards.length, "time")}. Agents did something else ${counted(followed, "time")}, went on ${counted(known.length - followed, "time")}; ${guards.length - known.length} unknown.`
      }
      heads={HEADS}
      rows={guards.map(({ at, command }) => [at, command])}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label="Guards that spoke">
        <table>
          <TableHead heads={HEADS} />
          <tbody>
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
          </tbody>
        </table>
      </div>
    </ChartFigure>
  );
}

/** The log says so if the command was run all the same. */
function isIgnored(next: string | undefined): boolean {
  return next?.startsWith("went on") === true;
}
