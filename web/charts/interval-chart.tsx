/** Differences with their intervals around zero, each on a scale of its own. */

export type Bar = { readonly low: number; readonly high: number; readonly at: number };

/** One row: the line is the interval, the dot the difference, the upright line is zero. */
export function IntervalChart({ low, high, at, label }: Bar & { readonly label: string }) {
  const reach = Math.max(Math.abs(low), Math.abs(high), Number.MIN_VALUE);
  const x = (value: number): number => 50 + (value / reach) * 45;
  return (
    <svg class="interval" viewBox="0 0 100 12" role="img" aria-label={label}>
      <line class="zero" x1="50" x2="50" y1="0" y2="12" />
      <line class="range" x1={x(low)} x2={x(high)} y1="6" y2="6" />
      <circle class="point" cx={x(at)} cy="6" r="2.5" />
    </svg>
  );
}
