/** A share as a bar and a percentage; the number is what is read aloud. */
import { percent } from "./words.ts";

export function Meter({ label, share }: { label: string; share: number }) {
  return (
    <span class="meter">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="meter-all" width="100" height="6" rx="3" />
        <rect class="meter-part" width={Math.max(2, share * 100)} height="6" rx="3" />
      </svg>
      <span>
        <span class="unseen">{label} </span>
        {percent(share)}
      </span>
    </span>
  );
}
