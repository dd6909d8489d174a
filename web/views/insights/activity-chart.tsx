/** Commands by day, of the person and of agents. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { dayName, daysBetween } from "../../charts/days.ts";
import { counted } from "../../components/format.ts";

export function ActivityChart({ insights }: { readonly insights: Insights }) {
  const { from, to, days } = insights.activity;
  const all = daysBetween(from, to);
  const counts = new Map(days.map(({ day, actor, count }) => [`${day} ${actor}`, count]));
  const of = (actor: string): number[] => all.map((day) => counts.get(`${day} ${actor}`) ?? 0);
  const [person, agent] = [of("person"), of("agent")];
  const [own, theirs] = [sum(person), sum(agent)];
  const active = all.flatMap((day, at) =>
    person[at]! + agent[at]! > 0 ? [[day, person[at]!, agent[at]!] as const] : [],
  );
  return (
    <ChartFigure
      title="Activity"
      summary={
        active.length === 0
          ? `No commands since ${from}.`
          : `${counted(own, "command")} of yours and ${theirs.toLocaleString("en")} of agents on ${counted(active.length, "day")}.`
      }
      heads={["Day", "You", "Agents"]}
      rows={active}
      plot={{
        label: `Commands by day: ${own} of yours, ${theirs} of agents`,
        times: all.map((day) => Date.parse(day)),
        kind: "bars",
        series: [
          { name: "You", color: "one", values: person },
          { name: "Agents", color: "two", values: agent },
        ],
        when: dayName,
      }}
    />
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
