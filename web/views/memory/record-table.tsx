/** The table of all records, with a search and filters. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RecordRow } from "../../../src/faces/http/routes/records.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, kindLabel, repeats, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { NARROW, useMediaQuery } from "../../components/use-media-query.ts";
import { VirtualList } from "../../components/virtual-list.tsx";
import { goTo, isEverywhere, selectedRecord } from "../../state/navigation.ts";
import { projectName } from "../../state/server-status.ts";

const WIDE_PX = 40;
const NARROW_PX = 68;

/** The latest first. */
function byChange(a: RecordRow, b: RecordRow): number {
  return a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1;
}

type Filter = { readonly words: string; readonly kind: string; readonly state: string };
type Props = { readonly records: readonly RecordRow[]; readonly children: ComponentChildren };

export function RecordTable({ records, children }: Props) {
  const [filter, setFilter] = useState<Filter>({ words: "", kind: "", state: "active" });
  const isNarrow = useMediaQuery(NARROW);
  const kinds = useMemo(() => [...new Set(records.map(({ kind }) => kind))].sort(), [records]);
  const shown = useMemo(() => records.filter((row) => matches(row, filter)).sort(byChange), [records, filter]);
  const strongest = useMemo(() => Math.max(1, ...records.map(({ strength }) => strength)), [records]);
  const set = (change: Partial<Filter>): void => setFilter({ ...filter, ...change });
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current!.focus(), []);
  return (
    <section class={isEverywhere.value ? "records everywhere" : "records"} aria-label="Records">
      <div class="tools">
        <input
          ref={search}
          type="search"
          aria-label="Search memory"
          placeholder="Search"
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
          <option value="guard">With a guard</option>
          <option value="pending">Not accepted</option>
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
              {["Kind", "Record", ...(isEverywhere.value ? ["Project"] : []), "From", "Strength", "Changed"].map(
                (head) => (
                  <span key={head} role="columnheader">
                    {head}
                  </span>
                ),
              )}
            </div>
          </div>
          <VirtualList
            label="Records"
            role="rowgroup"
            count={shown.length}
            rowPx={isNarrow ? NARROW_PX : WIDE_PX}
            row={(at, isCurrent) => <Row record={shown[at]!} isCurrent={isCurrent} strongest={strongest} />}
          />
        </div>
      )}
    </section>
  );
}

type RowProps = { readonly record: RecordRow; readonly isCurrent: boolean; readonly strongest: number };

function Row({ record, isCurrent, strongest }: RowProps) {
  const { id, kind, key, value, scope, project, strength, status, stale, by, updatedAt } = record;
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
          onClick={() => goTo("memory", isSelected ? {} : { id })}
        >
          {!repeats(key, value) && <strong>{visible(key)} </strong>}
          <span>
            <InlineCode text={value} />
          </span>
        </button>
        {marksOf(record).map(([mark, title]) => (
          <span key={mark} class={`mark ${mark.replace(" ", "-")}`} title={title}>
            {mark}
          </span>
        ))}
      </span>
      {isEverywhere.value && (
        <span role="cell" class="of-project">
          {scope === "global" ? "all" : projectName(project)}
        </span>
      )}
      <span role="cell">{by}</span>
      <span role="cell" title={strength.toFixed(2)}>
        <svg class="strength" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect class="bar-all" width="100" height="6" rx="3" />
          <rect class="bar-part" width={Math.max(2, (strength / strongest) * 100)} height="6" rx="3" />
        </svg>
        <span class="visually-hidden">{strength.toFixed(2)}</span>
      </span>
      <span role="cell">
        <TimeAgo at={updatedAt} />
      </span>
    </div>
  );
}

/** Only what is not as usual: most records are active, accepted and true. */
function marksOf({ status, stale, isAccepted, isGuard, scope }: RecordRow): (readonly [string, string | undefined])[] {
  return [
    ...(isGuard ? [["guard", "Checked before commands and edits"] as const] : []),
    ...(scope === "global" && !isEverywhere.value ? [["global", "Applies in every project"] as const] : []),
    ...(stale === undefined ? [] : [["stale", stale.why] as const]),
    ...(isAccepted ? [] : [["not accepted", "Not given to agents until you accept it"] as const]),
    ...(status === "active" ? [] : [[status, undefined] as const]),
  ];
}

function matches(row: RecordRow, { words, kind: wanted, state }: Filter): boolean {
  const { key, value, kind, status, stale, isGuard, isAccepted, project } = row;
  if (wanted !== "" && kind !== wanted) return false;
  if (!IS_IN[state]?.({ status, stale, isGuard, isAccepted })) return false;
  const text = `${key} ${value} ${kind} ${projectName(project) ?? ""}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type State = Pick<RecordRow, "status" | "isGuard" | "isAccepted"> & { readonly stale: RecordRow["stale"] | undefined };

const IS_IN: Readonly<Record<string, (row: State) => boolean>> = {
  "": () => true,
  active: ({ status }) => status === "active",
  archived: ({ status }) => status === "archived",
  superseded: ({ status }) => status === "superseded",
  stale: ({ stale }) => stale !== undefined,
  guard: ({ isGuard, status }) => isGuard && status === "active",
  pending: ({ isAccepted, status }) => !isAccepted && status === "active",
};
