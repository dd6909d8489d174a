/** A moment, told as how long ago it was, with the whole date at hand. */
import { ago } from "./words.ts";

// Made once: making one takes longer than a row.
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function When({ at }: { at: string | number | undefined }) {
  if (at === undefined) return <span class="muted">no time</span>;
  const ms = typeof at === "number" ? at : Date.parse(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={WHOLE.format(ms)}>
      {ago(ms)}
    </time>
  );
}
