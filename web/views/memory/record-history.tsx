/** The changes of a record, the latest first, each with what it was before. */
import type { Revision } from "../../../src/core/ports.ts";
import { counted, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";

export function RecordHistory({ revisions }: { readonly revisions: readonly Revision[] }) {
  return (
    <details class="revisions">
      <summary>History: {counted(revisions.length, "change")}</summary>
      <ol reversed>
        {revisions.toReversed().map(({ seq, why, atMs, before, after, undone }) => (
          <li key={seq}>
            <strong>{why.verb}</strong>
            {undone && " (undone)"}, <TimeAgo at={atMs} />, by {why.by}
            {before !== undefined && after !== undefined && before.text !== after.text && (
              <p class="muted">Before: {visible(before.text)}</p>
            )}
            {before !== undefined && after !== undefined && isOther(before.guards, after.guards) && (
              <p class="muted">Guards changed.</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

function isOther(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? []) !== JSON.stringify(b ?? []);
}
