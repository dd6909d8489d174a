/** The table of all records, with a search and filters. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { RecordRow } from "../../../src/http/routes/records.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, kindLabel, repeats, visible } from "../../components/format.ts";
import { PercentBar } from "../../components/percent-bar.tsx";
import { NARROW, useMediaQuery } from "../../components/use-media-query.ts";
import { VirtualList } from "../../components/virtual-list.tsx";
import { selectedRecord } from "../../state/navigation.ts";

const WIDE_PX = 48;
const NARROW_PX = 76;

type Filter = { readonly words: string; readonly kind: string; readonly state: string };
type Props = { readonly records: readonly RecordRow[]; readonly children: ComponentChildren };

export function RecordTable({ records, children }: Props) {
  const [filter, setFilter] = useState<Filter>({ words: "", kind: "", state: "active" });
  const isNarrow = useMediaQuery(NARROW);
  const kinds = useMemo(() => [...new Set(records.map(({ kind }) => kind))].sort(), [records]);
  const shown = useMemo(() => records.filter((row) => matches(row, filter)).reverse(), [records, filter]);
  const set = (change: Partial<Filter>): void => setFilter({ ...filter, ...change });
  return (
    <section class="records" aria-label="Records">
      <div class="tools">
        <input
          type="search"
          aria-label="Search memory"
          placeholder="Search memory"
          value={filter.words}
          onInput={({ currentTarget }) => set({ words: currentTarget.value })}
        />
        <select
          aria-label="Kind"
          value={filter.kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
        >
          <option value="">All kinds</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
        </select>
        <select
          aria-label="Status"
          value={filter.state}
          onChange={({ currentTarget }) => set({ state: currentTarget.value })}
        >
          <option value="active">Active</option>
          <option value="stale">Stale</option>
          <option value="archived">Archived</option>
          <option value="superseded">Superseded</option>
          <option value="">All</option>
        </select>
        <span class="muted">{counted(shown.length, "record")}</span>
      </div>
      {children}
      {records.length === 0 ? (
        <EmptyState title="No records yet">
          <p>Add one above, accept a suggestion, or use a terminal:</p>
          <p>
            <code>oldhand record add "Use npm here, not yarn"</code>
          </p>
        </EmptyState>
      ) : (
        <div class="table" role="table" aria-label="Records" aria-rowcount={shown.length + 1}>
          <div role="rowgroup">
            <div class="record-row heads" role="row" aria-rowindex={1}>
              {["Kind", "Record", "Scope", "Confidence", "Strength", "Trust", "Check"].map((head) => (
                <span key={head} role="columnheader">
                  {head}
                </span>
              ))}
            </div>
          </div>
          <VirtualList
            label="Records"
            role="rowgroup"
            count={shown.length}
            rowPx={isNarrow ? NARROW_PX : WIDE_PX}
            row={(at, isCurrent) => <Row record={shown[at]!} isCurrent={isCurrent} isNarrow={isNarrow} />}
          />
        </div>
      )}
    </section>
  );
}

type RowProps = { readonly record: RecordRow; readonly isCurrent: boolean; readonly isNarrow: boolean };

function Row({ record, isCurrent, isNarrow }: RowProps) {
  const { id, kind, key, value, scope, confidence, strength, trust, status, stale, isAccepted } = record;
  const isSelected = id === selectedRecord.value;
  return (
    <div
      class={`record-row ${status} ${stale === undefined ? "" : "stale"} ${isSelected ? "selected" : ""}`}
      role="presentation"
    >
      <span role="cell" class="kind">
        {kindLabel(kind)}
      </span>
      <span role="cell" class="text">
        <button
          type="button"
          tabIndex={isCurrent ? 0 : -1}
          aria-pressed={isSelected}
          onClick={() => {
            selectedRecord.value = isSelected ? undefined : id;
          }}
        >
          {!repeats(key, value) && <strong>{visible(key)} </strong>}
          <span>{visible(value)}</span>
        </button>
      </span>
      <span role="cell">{scope}</span>
      <span role="cell">
        {/* A narrow table has no column heads. */}
        <PercentBar share={confidence} {...(isNarrow && { of: "confidence" })} />
      </span>
      <span role="cell">{strength.toFixed(2)}</span>
      <span role="cell">{isAccepted ? trust : `${trust}, not accepted`}</span>
      <span role="cell" class={stale === undefined ? "" : "error-text"} title={stale?.why}>
        {checkResult(record)}
      </span>
    </div>
  );
}

function checkResult({ stale, status, isChecked }: RecordRow): string {
  if (stale !== undefined) return "stale";
  if (status !== "active") return status;
  return isChecked ? "passes" : "no check";
}

function matches({ key, value, kind, status, stale }: RecordRow, { words, kind: wanted, state }: Filter): boolean {
  if (wanted !== "" && kind !== wanted) return false;
  if (state === "stale" ? stale === undefined : state !== "" && status !== state) return false;
  const text = `${key} ${value} ${kind}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
