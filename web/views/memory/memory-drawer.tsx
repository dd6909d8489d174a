/** The memory drawer: a field to add a record, the table of records, and the selected record next to it. */
import { useState } from "preact/hooks";
import type { RecordRow } from "../../../src/faces/http/routes/records.ts";
import type { RecordView } from "../../../src/verbs/record/kept/record-view.ts";
import { Dialog } from "../../components/dialog.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { post } from "../../state/api.ts";
import { closeDrawer, selectedRecord } from "../../state/navigation.ts";
import { attemptChange, notify } from "../../state/notices.ts";
import { useQuery } from "../../state/use-query.ts";
import { RecordDetail } from "./record-detail.tsx";
import { RecordTable } from "./record-table.tsx";

export function MemoryDrawer() {
  const query = useQuery<{ records: readonly RecordRow[] }>("records");
  const selected = selectedRecord.value;
  return (
    <Dialog label="Memory" kind="drawer" onClose={closeDrawer}>
      <header class="drawer-top">
        <h2>Memory</h2>
        <span class="grow" />
        <button type="button" class="quiet" onClick={closeDrawer}>
          Close <kbd>Esc</kbd>
        </button>
      </header>
      <QueryResult query={query}>
        {({ records }) => (
          <div class={selected === undefined ? "drawer-body" : "drawer-body has-detail"}>
            <RecordTable records={records}>
              <NewRecord />
            </RecordTable>
            {selected !== undefined && (
              <RecordDetail key={selected} id={selected} stale={records.find(({ id }) => id === selected)?.stale} />
            )}
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}

type Added = { readonly outcome: string; readonly record?: RecordView; readonly reason?: string };

function NewRecord() {
  const [text, setText] = useState("");
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await attemptChange(() => post<Added>("record/add", { text }));
    if (done === undefined) return;
    setText("");
    const as = done.record === undefined ? "" : ` as ${done.record.scope} ${done.record.type}`;
    notify(`${done.outcome[0]!.toUpperCase()}${done.outcome.slice(1)}${as}. ${done.reason ?? ""}`.trim());
  };
  return (
    <form class="new-record" onSubmit={(event) => void add(event)}>
      <input
        aria-label="New record"
        placeholder="Such as: use npm here, not yarn"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Remember
      </button>
    </form>
  );
}
