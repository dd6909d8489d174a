/** Commands by day: one bar a day, the person's commands below and the agents' on top. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { counted } from "../../components/format.ts";
import { ChartFigure } from "./chart-figure.tsx";

const DAY_MS = 86_400_000;
const HEIGHT = 160;
const FOOT = 22;

export function ActivityChart({ activity: { from, to, days } }: Pick<Insights, "activity">) {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const allDays = Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10),
  );
  const countOf = (day: string, actor: string): number =>
    days.find((entry) => entry.day === day && entry.actor === actor)?.count ?? 0;
  const bars = allDays.map((day) => ({ day, person: countOf(day, "person"), agent: countOf(day, "agent") }));
  const max = Math.max(1, ...bars.map(({ person, agent }) => person + agent));
  const total = bars.reduce((sum, { person, agent }) => sum + person + agent, 0);
  const barHeight = (n: number): number => (n / max) * (HEIGHT - FOOT - 8);
  const activeDays = bars.filter(({ person, agent }) => person + agent > 0);
  return (
    <ChartFigure
      title="Commands by day"
      summary={
        total === 0
          ? `No commands since ${from}.`
          : `${counted(total, "command")} on ${counted(activeDays.length, "day")} since ${from}. Most on one day: ${max}.`
      }
      heads={["Day", "You", "Agents"]}
      rows={activeDays.map(({ day, person, agent }) => [day, person, agent])}
      legend={
        <>
          <span class="swatch one" /> You <span class="swatch two" /> Agents
        </>
      }
    >
      {(width) => (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`Commands by day, ${total} in total`}>
          {bars.map(({ day, person, agent }, at) => {
            const step = width / count;
            const gap = Math.min(2, step / 4);
            const x = at * step;
            const base = HEIGHT - FOOT;
            return (
              <g key={day}>
                <title>{`${day}: you ${person}, agents ${agent}`}</title>
                <rect class="axis" x={x} y={base - 1} width={step - gap} height={1} />
                <rect class="one" x={x} y={base - barHeight(person)} width={step - gap} height={barHeight(person)} />
                <rect
                  class="two"
                  x={x}
                  y={base - barHeight(person) - barHeight(agent)}
                  width={step - gap}
                  height={barHeight(agent)}
                />
                {at % (width < 500 ? 28 : 14) === 0 && (
                  <text x={x} y={HEIGHT - 5}>
                    {day.slice(5)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </ChartFigure>
  );
}
