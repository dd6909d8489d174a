/** A time as how long ago it was, with the full date as its title. */
import { ago } from "./format.ts";

// Shared by all rows: creating a formatter is slower than rendering a row.
const FULL_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function TimeAgo({ at }: { at: string | number | undefined }) {
  if (at === undefined) return <span class="muted">unknown time</span>;
  const ms = typeof at === "number" ? at : Date.parse(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={FULL_DATE.format(ms)}>
      {ago(ms)}
    </time>
  );
}
