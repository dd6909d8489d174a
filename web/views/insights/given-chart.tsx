/** How many records agents were given each day, and which ones most. */
import type { Insights } from "../../../src/verbs/status/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { dayName, daysBetween } from "../../charts/days.ts";
import { counted, visible } from "../../components/format.ts";
import { hrefOf } from "../../state/navigation.ts";

export function GivenChart({ insights: { activity, given } }: { readonly insights: Insights }) {
  const all = daysBetween(activity.from, activity.to);
  const byDay = new Map(given.days.map((one) => [one.day, one]));
  const records = all.map((day) => byDay.get(day)?.records ?? 0);
  const total = records.reduce((sum, one) => sum + one, 0);
  return (
    <ChartFigure
      title="Given to agents"
      summary={
        total === 0
          ? "No record was given for a task yet. Rules that every brief has are not counted."
          : `Records were given ${counted(total, "time")} in ${counted(given.sessions, "session")}. Rules that every brief has are not counted.`
      }
      heads={["Day", "Records", "Sessions"]}
      rows={given.days.map(({ day, records: n, sessions }) => [day, n, sessions])}
      plot={{
        label: `Records given to agents by day, ${total} in total`,
        times: all.map((day) => Date.parse(day)),
        kind: "bars",
        series: [{ name: "Records", color: "one", values: records }],
        when: dayName,
      }}
    >
      <ol class="most-given">
        {given.most.map(({ id, text, sessions }) => (
          <li key={id}>
            <a href={hrefOf({ view: "memory", id })}>{visible(text)}</a>{" "}
            <span class="muted">in {counted(sessions, "session")}</span>
          </li>
        ))}
      </ol>
    </ChartFigure>
  );
}
