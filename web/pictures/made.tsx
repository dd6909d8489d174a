/** What memory is made of: a bar for each type, of this project and global. */
import type { Pictures } from "../../src/verbs/maintenance/insights.ts";
import { counted } from "../parts/words.ts";
import { Figure } from "./figure.tsx";

const LINE = 26;
const LABEL = 96;

export function MadePicture({ made }: Pick<Pictures, "made">) {
  const types = [...Map.groupBy(made, ({ type }) => type)].map(([type, rows]) => {
    const of = (scope: string): number => rows.find((row) => row.scope === scope)?.count ?? 0;
    return { type, project: of("project"), global: of("global") };
  });
  const sorted = types.toSorted((a, b) => b.project + b.global - a.project - a.global);
  const most = Math.max(1, ...sorted.map(({ project, global }) => project + global));
  const sum = made.reduce((all, { count }) => all + count, 0);
  const wide = (n: number, width: number): number => (n / most) * (width - LABEL - 40);
  return (
    <Figure
      title="What memory is made of"
      says={
        sum === 0
          ? "Nothing is remembered yet."
          : `${counted(sum, "active record")} of ${counted(sorted.length, "type")}.`
      }
      heads={["Type", "This project", "Global"]}
      rows={sorted.map(({ type, project, global }) => [type, project, global])}
      legend={
        <>
          <span class="swatch one" /> this project <span class="swatch two" /> global
        </>
      }
    >
      {(width) => (
        <svg
          viewBox={`0 0 ${width} ${Math.max(1, sorted.length) * LINE}`}
          role="img"
          aria-label={`Records by type, ${sum} in all`}
        >
          {sorted.map(({ type, project, global }, at) => (
            <g key={type}>
              <text x={LABEL - 12} y={at * LINE + 17} class="end">
                {type}
              </text>
              <rect class="one" x={LABEL} y={at * LINE + 5} width={wide(project, width)} height={LINE - 10} />
              <rect
                class="two"
                x={LABEL + wide(project, width)}
                y={at * LINE + 5}
                width={wide(global, width)}
                height={LINE - 10}
              />
              <text x={LABEL + wide(project + global, width) + 8} y={at * LINE + 17}>
                {project + global}
              </text>
            </g>
          ))}
        </svg>
      )}
    </Figure>
  );
}
