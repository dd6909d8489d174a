/** The strength of one record over time: it decays, and each use reinforces it. */
import type { StrengthOverTime } from "../../src/verbs/status/insights.ts";
import { counted } from "../components/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { dayName } from "./days.ts";

export function StrengthChart({ chart, now }: { readonly chart: StrengthOverTime; readonly now: number }) {
  const { points, reinforced, archiveBelow, isLasting } = chart;
  const times = points.map(({ at }) => Date.parse(at));
  const today = Date.now();
  const archiving = isLasting ? "Never archived for disuse." : `Archived below ${archiveBelow}.`;
  const uses = reinforced.map(({ at }) => at.slice(0, 10));
  return (
    <ChartFigure
      title="Strength over time"
      summary={`Now ${now.toFixed(2)}, used in ${counted(reinforced.length, "session")}. ${archiving}`}
      heads={["Date", "Strength"]}
      rows={points.filter((_, at) => at % 10 === 0).map(({ at, strength }) => [at.slice(0, 10), strength])}
      plot={{
        label: `Strength over time, now ${now.toFixed(2)}`,
        times,
        kind: "lines",
        height: 150,
        series: [
          {
            name: "Strength",
            color: "one",
            values: points.map(({ strength }, at) => (times[at]! <= today ? strength : null)),
          },
          {
            name: "If not used",
            color: "two",
            values: points.map(({ strength }, at) => (times[at]! >= today ? strength : null)),
          },
        ],
        ...(!isLasting && { levels: [{ at: archiveBelow, name: "archived below" }] }),
        when: (ms) => `${dayName(ms)}${uses.includes(new Date(ms).toISOString().slice(0, 10)) ? ", used" : ""}`,
        format: (value) => value.toFixed(2),
      }}
    />
  );
}
