/** A picture with its title, and the same in numbers for whoever cannot see it. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { TableHead } from "../parts/table-head.tsx";

type Props = {
  readonly title: string;
  readonly says: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly legend?: ComponentChildren;
  /** Drawn for the width that there is, so that words keep their size. */
  readonly children: (widthPx: number) => ComponentChildren;
};

const USUAL_PX = 640;

export function Figure({ title, says, heads, rows, legend, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_PX);
  useLayoutEffect(() => {
    const seen = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width) || USUAL_PX));
    seen.observe(box.current!);
    return () => seen.disconnect();
  }, []);
  return (
    <figure class="picture">
      <figcaption>
        <h3>{title}</h3>
        <p class="muted">{says}</p>
      </figcaption>
      <div ref={box}>{children(width)}</div>
      {legend !== undefined && <p class="legend">{legend}</p>}
      <details>
        <summary>In numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
        <div class="scroll" tabIndex={0} role="region" aria-label={`${title}, in numbers`}>
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
    </figure>
  );
}
