/** A chart with a title, a summary, and the same data as a table; without data, only the title and summary. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { TableHead } from "../../components/table-head.tsx";

type Props = {
  readonly title: string;
  readonly summary: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly legend?: ComponentChildren;
  /** Draws the chart for the actual width, so that text keeps its size. */
  readonly children: (widthPx: number) => ComponentChildren;
};

const INITIAL_PX = 640;

export function ChartFigure({ title, summary, heads, rows, legend, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(INITIAL_PX);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width) || INITIAL_PX));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const hasData = rows.length > 0;
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <p class="muted">{summary}</p>
      </figcaption>
      <div ref={box}>{hasData && children(width)}</div>
      {hasData && legend !== undefined && <p class="legend">{legend}</p>}
      {hasData && (
        <details>
          <summary>Show as a table</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
          <div class="scroll" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
            <table>
              <TableHead heads={heads} />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.join(" ")}>
                    {row.map((cell, at) => (
                      <td key={heads[at]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
}
