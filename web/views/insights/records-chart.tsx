/** Active records by type: one bar a type, split into this project and global. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { counted } from "../../components/format.ts";
import { ChartFigure } from "./chart-figure.tsx";

const LINE = 26;
const LABEL = 96;

export function RecordsChart({ made }: Pick<Insights, "made">) {
  const types = [...Map.groupBy(made, ({ type }) => type)].map(([type, rows]) => {
    const countOf = (scope: string): number => rows.find((row) => row.scope === scope)?.count ?? 0;
    return { type, project: countOf("project"), global: countOf("global") };
  });
  const sorted = types.toSorted((a, b) => b.project + b.global - a.project - a.global);
  const max = Math.max(1, ...sorted.map(({ project, global }) => project + global));
  const total = made.reduce((sum, { count }) => sum + count, 0);
  const barWidth = (n: number, width: number): number => (n / max) * (width - LABEL - 40);
  return (
    <ChartFigure
      title="Records by type"
      summary={
        total === 0 ? "No records yet." : `${counted(total, "active record")} of ${counted(sorted.length, "type")}.`
      }
      heads={["Type", "This project", "Global"]}
      rows={sorted.map(({ type, project, global }) => [type, project, global])}
      legend={
        <>
          <span class="swatch one" /> This project <span class="swatch two" /> Global
        </>
      }
    >
      {(width) => (
        <svg
          viewBox={`0 0 ${width} ${Math.max(1, sorted.length) * LINE}`}
          role="img"
          aria-label={`Records by type, ${total} in total`}
        >
          {sorted.map(({ type, project, global }, at) => (
            <g key={type}>
              <text x={LABEL - 12} y={at * LINE + 17} class="end">
                {type}
              </text>
              <rect class="one" x={LABEL} y={at * LINE + 5} width={barWidth(project, width)} height={LINE - 10} />
              <rect
                class="two"
                x={LABEL + barWidth(project, width)}
                y={at * LINE + 5}
                width={barWidth(global, width)}
                height={LINE - 10}
              />
              <text x={LABEL + barWidth(project + global, width) + 8} y={at * LINE + 17}>
                {project + global}
              </text>
            </g>
          ))}
        </svg>
      )}
    </ChartFigure>
  );
}
