/** The memory drawer: every record in one long list, and the one that was chosen beside it. */
import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import type { RecordRow } from "../../src/http/routes/records.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Empty } from "../parts/empty.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { called, counted } from "../parts/words.ts";
import { useAsked } from "../state/asked.ts";
import { isDrawerOpen } from "../state/place.ts";
import { useMatch } from "./history-list.tsx";
import { NewRecord } from "./new-record.tsx";
import { RecordDetail } from "./record-detail.tsx";
import { RecordLine } from "./record-line.tsx";

/** Which record is shown beside the list; others may set it before they open the drawer. */
export const shownRecord = signal<string | undefined>(undefined);

type Sift = { readonly words: string; readonly kind: string; readonly state: string };

export function MemoryDrawer() {
  const asked = useAsked<{ records: readonly RecordRow[] }>("records");
  const close = (): void => {
    isDrawerOpen.value = false;
    shownRecord.value = undefined;
  };
  return (
    <Dialog label="Memory" kind="drawer" onClose={close}>
      <header class="drawer-top">
        <h2>Memory</h2>
        <span class="grow" />
        <button type="button" class="quiet" onClick={close}>
          Close <kbd>Esc</kbd>
        </button>
      </header>
      <AskedView asked={asked}>{({ records }) => <Records records={records} />}</AskedView>
    </Dialog>
  );
}

function Records({ records }: { records: readonly RecordRow[] }) {
  const [sift, setSift] = useState<Sift>({ words: "", kind: "", state: "active" });
  const rowPx = useMatch("(max-width: 42rem)") ? 76 : 48;
  const kinds = useMemo(() => [...new Set(records.map(({ kind }) => kind))].sort(), [records]);
  const shown = useMemo(() => records.filter((row) => fits(row, sift)).reverse(), [records, sift]);
  const chosen = shownRecord.value;
  const set = (change: Partial<Sift>): void => setSift({ ...sift, ...change });
  return (
    <div class={chosen === undefined ? "drawer-body" : "drawer-body has-detail"}>
      <section class="records" aria-label="Records">
        <div class="tools">
          <input
            type="search"
            aria-label="Search memory"
            placeholder="Search memory"
            value={sift.words}
            onInput={({ currentTarget }) => set({ words: currentTarget.value })}
          />
          <select
            aria-label="Kind"
            value={sift.kind}
            onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
          >
            <option value="">Every kind</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {called(kind)}
              </option>
            ))}
          </select>
          <select
            aria-label="State"
            value={sift.state}
            onChange={({ currentTarget }) => set({ state: currentTarget.value })}
          >
            <option value="active">Active</option>
            <option value="stale">No longer true</option>
            <option value="archived">Archived</option>
            <option value="superseded">Superseded</option>
            <option value="">All</option>
          </select>
          <span class="muted">{counted(shown.length, "record")}</span>
        </div>
        <NewRecord />
        {records.length === 0 ? (
          <Empty title="Nothing is remembered yet">
            <p>Write the first thing above, accept a suggestion, or say it in a terminal:</p>
            <p>
              <code>oldhand record add "Use npm here, not yarn"</code>
            </p>
          </Empty>
        ) : (
          <div class="table" role="table" aria-label="Records" aria-rowcount={shown.length + 1}>
            <div role="rowgroup">
              <div class="record-line heads" role="row" aria-rowindex={1}>
                {["Kind", "Key and value", "Scope", "Confidence", "Strength", "Trust", "Verified"].map((head) => (
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
              rowPx={rowPx}
              row={(at, isCurrent) => (
                <RecordLine record={shown[at]!} isCurrent={isCurrent} isShown={shown[at]!.id === chosen} />
              )}
            />
          </div>
        )}
      </section>
      {chosen !== undefined && (
        <RecordDetail key={chosen} id={chosen} stale={records.find(({ id }) => id === chosen)?.stale} />
      )}
    </div>
  );
}

function fits({ key, value, kind, status, stale }: RecordRow, { words, kind: wanted, state }: Sift): boolean {
  if (wanted !== "" && kind !== wanted) return false;
  if (state === "stale" ? stale === undefined : state !== "" && status !== state) return false;
  const text = `${key} ${value} ${kind}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
