/** The fields that a change of a record touches, each before and after. */
import type { Difference } from "../../src/verbs/suggestion/proposal/differences.ts";
import { visible } from "./format.ts";

export function Changes({ changes }: { readonly changes: readonly Difference[] }) {
  return (
    <dl class="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before === null ? "none" : <del>{shown(before)}</del>} →{" "}
            {after === null ? "none" : <ins>{shown(after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: string | readonly string[]): string {
  return visible(typeof value === "string" ? value : value.join(", "));
}
