/** The strength of one record over time: it decays, and each use reinforces it. */
import type { StrengthOverTime } from "../../../src/verbs/maintenance/insights.ts";
import { counted } from "../../components/format.ts";
import { ChartFigure } from "./chart-figure.tsx";

const HEIGHT = 140;
const FOOT = 20;
const LEFT = 30;

export function StrengthChart({ chart, now }: { chart: StrengthOverTime; now: number }) {
  const { points, reinforced, archiveBelow, isLasting } = chart;
  const first = Date.parse(points[0]?.at ?? "");
  const last = Date.parse(points.at(-1)?.at ?? "");
  const max = Math.max(...points.map(({ strength }) => strength), archiveBelow * 2);
  const x = (at: string | number, width: number): number =>
    LEFT + (((typeof at === "number" ? at : Date.parse(at)) - first) / Math.max(1, last - first)) * (width - LEFT);
  const y = (strength: number): number => 6 + (1 - strength / max) * (HEIGHT - FOOT - 6);
  const line = (width: number): string =>
    points
      .map(({ at, strength }, n) => `${n === 0 ? "M" : "L"}${x(at, width).toFixed(1)} ${y(strength).toFixed(1)}`)
      .join("");
  const today = Math.min(Date.now(), last);
  const archiving = isLasting ? "Never archived for disuse." : `Archived below ${archiveBelow}.`;
  return (
    <ChartFigure
      title="Strength over time"
      summary={`Now ${now.toFixed(2)}, reinforced in ${counted(reinforced.length, "session")}. ${archiving}`}
      heads={["Date", "Strength"]}
      rows={points.filter((_, at) => at % 10 === 0).map(({ at, strength }) => [at.slice(0, 10), strength])}
    >
      {(width) => (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`Strength over time: at most ${max.toFixed(2)}, now ${now.toFixed(2)}`}
        >
          <rect class="axis" x={LEFT} y={HEIGHT - FOOT} width={width - LEFT} height={1} />
          {!isLasting && <path class="limit" d={`M${LEFT} ${y(archiveBelow)}H${width}`} />}
          <path class="now" d={`M${x(today, width)} 6V${HEIGHT - FOOT}`} />
          <path class="line" d={line(width)} />
          {reinforced.map(({ at, session }) => (
            <circle key={`${at} ${session}`} class="one" cx={x(at, width)} cy={HEIGHT - FOOT} r={4}>
              <title>{`Used on ${at.slice(0, 10)}`}</title>
            </circle>
          ))}
          <text x={LEFT - 6} y={14} class="end">
            {max.toFixed(1)}
          </text>
          <text x={LEFT} y={HEIGHT - 5}>
            {points[0]?.at.slice(0, 10)}
          </text>
          <text x={x(today, width)} y={HEIGHT - 5} class="middle">
            today
          </text>
        </svg>
      )}
    </ChartFigure>
  );
}
