/** How alive each agent and source is: when it last told something, on a line of days. */
import type { Pictures } from "../../src/verbs/maintenance/insights.ts";
import { ago, counted } from "../parts/words.ts";
import { Figure } from "./figure.tsx";

const DAY_MS = 86_400_000;
const DAYS = 84;
const LINE = 28;
const LABEL = 96;

export function LivenessPicture({ agents, sources }: Pick<Pictures, "agents" | "sources">) {
  const nowMs = Date.now();
  const named = new Set<string>(agents.map(({ agent }) => agent));
  const rows = [
    ...agents.map(({ agent, sessions, lastAt }) => ({
      name: agent,
      what: counted(sessions, "session"),
      lastMs: lastAt === undefined ? undefined : Date.parse(lastAt),
    })),
    ...sources
      .filter(({ source }) => !named.has(source))
      .map(({ source, count, lastMs }) => ({ name: source, what: counted(count, "command"), lastMs })),
  ];
  const at = (ms: number, width: number): number =>
    LABEL + (1 - Math.min(1, (nowMs - ms) / (DAYS * DAY_MS))) * (width - LABEL - 24);
  return (
    <Figure
      title="Liveness by agent and source"
      says={
        rows.length === 0 ? "Nothing has told anything yet." : `When each one last told something, within ${DAYS} days.`
      }
      heads={["Source", "How much", "Last"]}
      rows={rows.map(({ name, what, lastMs }) => [name, what, lastMs === undefined ? "unknown" : ago(lastMs)])}
      legend={
        <>
          {DAYS} days ago <span class="grow" /> today
        </>
      }
    >
      {(width) => (
        <svg
          viewBox={`0 0 ${width} ${Math.max(1, rows.length) * LINE}`}
          role="img"
          aria-label="When each source last told something"
        >
          {rows.map(({ name, what, lastMs }, place) => (
            <g key={name}>
              <title>{`${name}: ${what}, ${lastMs === undefined ? "no time known" : ago(lastMs)}`}</title>
              <text x={LABEL - 12} y={place * LINE + 18} class="end">
                {name}
              </text>
              <rect class="ground" x={LABEL} y={place * LINE + 13} width={width - LABEL - 24} height={1} />
              {lastMs !== undefined && <circle class="one" cx={at(lastMs, width)} cy={place * LINE + 13} r={6} />}
            </g>
          ))}
        </svg>
      )}
    </Figure>
  );
}
