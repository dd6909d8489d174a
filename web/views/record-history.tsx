/** What was done to a record, by whom, and what it said before. */
import type { Revision } from "../../src/core/ports.ts";
import { When } from "../parts/when.tsx";
import { counted, visible } from "../parts/words.ts";

export function RecordHistory({ revisions }: { revisions: readonly Revision[] }) {
  return (
    <details class="revisions">
      <summary>History: {counted(revisions.length, "change")}</summary>
      <ol>
        {revisions.toReversed().map(({ seq, why, atMs, before, after, undone }) => (
          <li key={seq}>
            <strong>{why.verb}</strong>
            {undone && " (taken back)"}, <When at={atMs} />, by {why.by}
            {before !== undefined && after !== undefined && before.text !== after.text && (
              <p class="muted">It said: {visible(before.text)}</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
