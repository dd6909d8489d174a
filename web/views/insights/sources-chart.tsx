/** Last activity of each agent and shell, on a time line. */
import type { Insights } from "../../../src/verbs/maintenance/insights.ts";
import { ago, counted } from "../../components/format.ts";
import { ChartFigure } from "./chart-figure.tsx";

const DAY_MS = 86_400_000;
const DAYS = 84;
const LINE = 28;
const LABEL = 96;

export function SourcesChart({ agents, sources }: Pick<Insights, "agents" | "sources">) {
  const nowMs = Date.now();
  const agentNames = new Set<string>(agents.map(({ agent }) => agent));
  const rows = [
    ...agents.map(({ agent, sessions, lastAt }) => ({
      name: agent,
      amount: counted(sessions, "session"),
      lastMs: lastAt === undefined ? undefined : Date.parse(lastAt),
    })),
    ...sources
      .filter(({ source }) => !agentNames.has(source))
      .map(({ source, count, lastMs }) => ({ name: source, amount: counted(count, "command"), lastMs })),
  ];
  const x = (ms: number, width: number): number =>
    LABEL + (1 - Math.min(1, (nowMs - ms) / (DAYS * DAY_MS))) * (width - LABEL - 24);
  return (
    <ChartFigure
      title="Last activity by source"
      summary={rows.length === 0 ? "No sources yet." : `Last activity of each source in the past ${DAYS} days.`}
      heads={["Source", "Imported", "Last activity"]}
      rows={rows.map(({ name, amount, lastMs }) => [name, amount, lastMs === undefined ? "unknown" : ago(lastMs)])}
      legend={
        <>
          {DAYS} days ago <span class="grow" /> Today
        </>
      }
    >
      {(width) => (
        <svg
          viewBox={`0 0 ${width} ${Math.max(1, rows.length) * LINE}`}
          role="img"
          aria-label="Last activity of each source"
        >
          {rows.map(({ name, amount, lastMs }, index) => (
            <g key={name}>
              <title>{`${name}: ${amount}, last ${lastMs === undefined ? "unknown" : ago(lastMs)}`}</title>
              <text x={LABEL - 12} y={index * LINE + 18} class="end">
                {name}
              </text>
              <rect class="axis" x={LABEL} y={index * LINE + 13} width={width - LABEL - 24} height={1} />
              {lastMs !== undefined && <circle class="one" cx={x(lastMs, width)} cy={index * LINE + 13} r={6} />}
            </g>
          ))}
        </svg>
      )}
    </ChartFigure>
  );
}
