/** Commands by day, of the person and of agents; by week if there are many days. */
import type { Insights } from "../../../src/verbs/status/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { dayName, daysBetween, weeksOf } from "../../charts/days.ts";
import { counted } from "../../components/format.ts";

export function ActivityChart({ insights }: { readonly insights: Insights }) {
  const { from, to, days } = insights.activity;
  const each = daysBetween(from, to);
  const isWeekly = each.length > MOST_DAYS;
  const spans = isWeekly ? weeksOf(each) : each.map((day) => [day]);
  const all = spans.map(([day]) => day!);
  const counts = new Map(days.map(({ day, actor, count }) => [`${day} ${actor}`, count]));
  const of = (actor: string): number[] =>
    spans.map((span) => sum(span.map((day) => counts.get(`${day} ${actor}`) ?? 0)));
  const [person, agent] = [of("person"), of("agent")];
  const [own, theirs] = [sum(person), sum(agent)];
  const active = all.flatMap((day, at) =>
    person[at]! + agent[at]! > 0 ? [[day, person[at]!, agent[at]!] as const] : [],
  );
  const agents = own > 0 ? ` and agents ${theirs.toLocaleString("en")},` : `Agents ran ${counted(theirs, "command")}`;
  const who = `${own > 0 ? `You ran ${counted(own, "command")}` : ""}${theirs > 0 ? agents : ""}`;
  return (
    <ChartFigure
      title="Activity"
      summary={
        active.length === 0
          ? `No commands since ${from}.`
          : `${who} on ${counted(new Set(days.map(({ day }) => day)).size, "day")}.`
      }
      heads={[isWeekly ? "Week from" : "Day", "You", "Agents"]}
      rows={active}
      plot={{
        label: `Commands by ${isWeekly ? "week" : "day"}: ${own} of yours, ${theirs} of agents`,
        times: all.map((day) => Date.parse(day)),
        kind: "bars",
        series: [
          { name: "You", color: "one", values: person },
          { name: "Agents", color: "two", values: agent },
        ],
        when: isWeekly ? (ms) => `Week from ${dayName(ms)}` : dayName,
      }}
    />
  );
}

/** More bars are too thin to tell apart. */
const MOST_DAYS = 120;

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
