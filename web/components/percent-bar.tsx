/** A share as a bar and a percentage; `of` names what it is a percentage of, unless a heading next to it does. */
import { percent } from "./format.ts";

export function PercentBar({ share, of }: { share: number; of?: string }) {
  return (
    <span class="percent-bar">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-all" width="100" height="6" rx="3" />
        <rect class="bar-part" width={Math.max(2, share * 100)} height="6" rx="3" />
      </svg>
      <span>
        {percent(share)}
        {of !== undefined && ` ${of}`}
      </span>
    </span>
  );
}
