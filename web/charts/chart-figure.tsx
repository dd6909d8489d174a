/** A chart with a title, a summary, a legend, and the same data as a table; without data, only the title and summary. */
import type { ComponentChildren } from "preact";
import { DataTable } from "../components/data-table.tsx";
import { Plot, type PlotProps } from "./plot.tsx";

type Props = {
  readonly title: string;
  readonly summary: string;
  /** The same data as a table. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Without one, the children are the chart. */
  readonly plot?: PlotProps;
  readonly children?: ComponentChildren;
};

export function ChartFigure({ title, summary, heads, rows, plot, children }: Props) {
  const hasData = rows.length > 0;
  return (
    <figure class={hasData ? "chart" : "chart none"}>
      <figcaption>
        <h3>{title}</h3>
        <p class="muted">{summary}</p>
      </figcaption>
      {hasData && plot !== undefined && (
        <>
          <Plot {...plot} />
          {plot.series.length > 1 && (
            <p class="legend">
              {plot.series.map(({ name, color }) => (
                <span key={name}>
                  <span class={`swatch ${color}`} /> {name}
                </span>
              ))}
            </p>
          )}
        </>
      )}
      {hasData && children}
      {hasData && plot !== undefined && (
        <details>
          <summary>Show as a table</summary>
          <DataTable label={`${title}, as a table`} heads={heads}>
            {rows.map((row) => (
              <tr key={row.join(" ")}>
                {row.map((cell, at) => (
                  <td key={heads[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </DataTable>
        </details>
      )}
    </figure>
  );
}
