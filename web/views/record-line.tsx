/** One record in the drawer's list. */
import type { RecordRow } from "../../src/http/routes/records.ts";
import { Meter } from "../parts/meter.tsx";
import { called, visible } from "../parts/words.ts";
import { shownRecord } from "./memory-drawer.tsx";

type Props = { readonly record: RecordRow; readonly isCurrent: boolean; readonly isShown: boolean };

export function RecordLine({ record, isCurrent, isShown }: Props) {
  const { id, kind, key, value, scope, confidence, strength, trust, status, stale, isChecked, isAccepted } = record;
  return (
    <div
      class={`record-line ${status} ${stale === undefined ? "" : "stale"} ${isShown ? "shown" : ""}`}
      role="presentation"
    >
      <span role="cell" class="kind">
        {called(kind)}
      </span>
      <span role="cell" class="said">
        <button
          type="button"
          tabIndex={isCurrent ? 0 : -1}
          aria-pressed={isShown}
          onClick={() => {
            shownRecord.value = isShown ? undefined : id;
          }}
        >
          <strong>{visible(key)}</strong> <span>{visible(value)}</span>
        </button>
      </span>
      <span role="cell">{scope}</span>
      <span role="cell">
        <Meter label="" share={confidence} />
      </span>
      <span role="cell">{strength.toFixed(2)}</span>
      <span role="cell">{isAccepted ? trust : `${trust}, not accepted`}</span>
      <span role="cell" class={stale === undefined ? "" : "bad-words"} title={stale?.why}>
        {stale !== undefined
          ? "no longer true"
          : status !== "active"
            ? status
            : isChecked
              ? "holds"
              : "nothing to check"}
      </span>
    </div>
  );
}
