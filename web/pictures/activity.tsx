/** Activity by day: a bar a day, the person's commands below, the agents' on top. */
import type { Pictures } from "../../src/verbs/maintenance/insights.ts";
import { counted } from "../parts/words.ts";
import { Figure } from "./figure.tsx";

const DAY_MS = 86_400_000;
const HEIGHT = 160;
const FOOT = 22;

export function ActivityPicture({ activity: { from, to, days } }: Pick<Pictures, "activity">) {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const names = Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10),
  );
  const of = (day: string, actor: string): number =>
    days.find((one) => one.day === day && one.actor === actor)?.count ?? 0;
  const bars = names.map((day) => ({ day, person: of(day, "person"), agent: of(day, "agent") }));
  const most = Math.max(1, ...bars.map(({ person, agent }) => person + agent));
  const sum = bars.reduce((all, { person, agent }) => all + person + agent, 0);
  const high = (n: number): number => (n / most) * (HEIGHT - FOOT - 8);
  const busy = bars.filter(({ person, agent }) => person + agent > 0);
  return (
    <Figure
      title="Activity by day"
      says={`${counted(sum, "command")} on ${counted(busy.length, "day")} since ${from}; at most ${most} on one day.`}
      heads={["Day", "You", "Agents"]}
      rows={busy.map(({ day, person, agent }) => [day, person, agent])}
      legend={
        <>
          <span class="swatch one" /> you <span class="swatch two" /> agents
        </>
      }
    >
      {(width) => (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`Commands a day, ${sum} in all`}>
          {bars.map(({ day, person, agent }, at) => {
            const step = width / count;
            const gap = Math.min(2, step / 4);
            const x = at * step;
            const base = HEIGHT - FOOT;
            return (
              <g key={day}>
                <title>{`${day}: ${person} by you, ${agent} by agents`}</title>
                <rect class="ground" x={x} y={base - 1} width={step - gap} height={1} />
                <rect class="one" x={x} y={base - high(person)} width={step - gap} height={high(person)} />
                <rect class="two" x={x} y={base - high(person) - high(agent)} width={step - gap} height={high(agent)} />
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
    </Figure>
  );
}
