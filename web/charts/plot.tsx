/** Draws series over time with uPlot: scales, a grid, and the values under the pointer in a box next to it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";

export type Series = {
  readonly name: string;
  /** One of the chart colours of the style sheet. */
  readonly color: "one" | "two" | "three" | "four";
  readonly values: readonly (number | null)[];
};

export type PlotProps = {
  readonly label: string;
  /** Unix milliseconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** `bars` are stacked, the first series at the bottom. */
  readonly kind: "bars" | "lines";
  readonly height?: number;
  /** Drawn across, such as a limit. */
  readonly levels?: readonly { readonly at: number; readonly name: string }[];
  /** The time of the value under the pointer, in words. */
  readonly when: (ms: number) => string;
  readonly format?: (value: number) => string;
};

type Tip = { readonly left: number; readonly at: number };

const HEIGHT = 180;
const FONT = "12px system-ui, sans-serif";

export function Plot(props: PlotProps) {
  const { label, times, series, height = HEIGHT, when, format = String } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [tip, setTip] = useState<Tip | undefined>(undefined);
  const [scheme, setScheme] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const redraw = (): void => setScheme((before) => before + 1);
    dark.addEventListener("change", redraw);
    return () => dark.removeEventListener("change", redraw);
  }, []);
  const key = JSON.stringify([times, series, props.levels, height, scheme]);
  useLayoutEffect(() => {
    const made = new uPlot(optionsOf(props, box.current!, setTip), dataOf(props), box.current!);
    plot.current = made;
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry!.contentRect.width);
      if (width > 0 && width !== made.width) made.setSize({ width, height });
    });
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [key]);
  const shown = tip === undefined ? [] : series.filter(({ values }) => values[tip.at] != null);
  return (
    <div class="plot">
      <div ref={box} role="img" aria-label={label} style={{ height: `${height}px` }} />
      {tip !== undefined && times[tip.at] !== undefined && (
        <div class="plot-tip" style={{ left: `${tip.left}px` }}>
          <strong>{when(times[tip.at]!)}</strong>
          {shown.map(({ name, color, values }) => (
            <span key={name}>
              <span class={`swatch ${color}`} /> {name} {format(values[tip.at]!)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function optionsOf(props: PlotProps, box: HTMLElement, setTip: (tip: Tip | undefined) => void): uPlot.Options {
  const { times, series, kind, height = HEIGHT, levels = [], format } = props;
  const color = (name: string): string => resolvedColor(box, name);
  const axis = { stroke: color("soft"), font: FONT, ticks: { show: false }, grid: { stroke: color("line"), width: 1 } };
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  const bars = uPlot.paths.bars!({ size: [0.8, 48], align: 0 });
  return {
    width: Math.max(200, box.clientWidth),
    height,
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    cursor: { y: false, drag: { setScale: false, x: false, y: false }, points: { show: kind === "lines", size: 7 } },
    scales: {
      x: {
        time: true,
        range: () => [((times[0] ?? 0) - step / 2) / 1000, ((times.at(-1) ?? 1) + step / 2) / 1000],
      },
      y: { range: (_, __, max) => [0, Math.max(max, ...levels.map(({ at }) => at), kind === "bars" ? 1 : 0.1) * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 80,
        values: (_, all) => all.map((at) => TICK.format(at * 1000)),
      },
      {
        ...axis,
        size: 44,
        space: 30,
        ...(kind === "bars" && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000] }),
        values: (_, all) => all.map((value) => (format ?? String)(value)),
      },
    ],
    series: [
      {},
      // Bars: the highest sums are drawn first, the lower ones over them.
      ...(kind === "bars" ? series.toReversed() : series).map(({ color: name }) => ({
        stroke: color(`chart-${name}`),
        width: kind === "bars" ? 0 : 2,
        ...(kind === "bars" ? { fill: color(`chart-${name}`), paths: bars } : {}),
        points: { show: false },
      })),
      ...levels.map(() => ({ stroke: color("bad"), width: 1, dash: [5, 5], points: { show: false } })),
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          const { idx, left = -1 } = cursor;
          setTip(idx == null || left < 0 ? undefined : { left: left + 44, at: idx });
        },
      ],
    },
  };
}

const TICK = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** A canvas takes no variables and no light-dark(): the browser resolves them on an element. */
function resolvedColor(box: HTMLElement, name: string): string {
  box.style.color = `var(--${name})`;
  const { color } = getComputedStyle(box);
  box.style.color = "";
  return color;
}

function dataOf({ times, series, kind, levels = [] }: PlotProps): uPlot.AlignedData {
  const seconds = times.map((ms) => ms / 1000);
  const flat = levels.map(({ at }) => times.map(() => at));
  if (kind === "lines") return [seconds, ...series.map(({ values }) => [...values]), ...flat];
  let below = times.map(() => 0);
  const sums = series.map(({ values }) => {
    below = below.map((sum, at) => sum + (values[at] ?? 0));
    return below;
  });
  return [seconds, ...sums.toReversed(), ...flat];
}
