/** The history of this project, the newest at the bottom, live, with a filter over it. */
import { useEffect, useState } from "preact/hooks";
import { VirtualList } from "../parts/virtual-list.tsx";
import { counted } from "../parts/words.ts";
import { arrived, filter, type HistoryFilter, rowAt, total, want } from "../state/history.ts";
import { runs } from "../state/runs.ts";
import { HistoryRow } from "./history-row.tsx";
import { NothingRun } from "./nothing-run.tsx";
import { RunBlock } from "./run-block.tsx";

const WIDE_PX = 34;
const NARROW_PX = 54;
const NARROW = "(max-width: 42rem)";

export function HistoryList() {
  const rowPx = useMatch(NARROW) ? NARROW_PX : WIDE_PX;
  const count = total.value;
  void arrived.value;
  const { words, actor, failed } = filter.value;
  const isFiltered = words !== "" || actor !== "" || failed;
  return (
    <section class="history" aria-label="History">
      <HistoryTools count={count} />
      {count === 0 && !isFiltered && runs.value.length === 0 ? (
        <NothingRun />
      ) : count === 0 && runs.value.length === 0 ? (
        <p class="muted loading">Nothing was run that fits.</p>
      ) : (
        <VirtualList
          label="Commands, the newest last"
          role="list"
          count={count ?? 0}
          rowPx={rowPx}
          fromEnd
          onWindow={want}
          row={(index, isCurrent) => <HistoryRow event={rowAt(index)} isCurrent={isCurrent} />}
          after={runs.value.map((run) => <RunBlock key={run.id} run={run} />)}
        />
      )}
    </section>
  );
}

function HistoryTools({ count }: { count: number | undefined }) {
  const set = (change: Partial<HistoryFilter>): void => {
    filter.value = { ...filter.value, ...change };
  };
  return (
    <div class="tools">
      <input
        type="search"
        aria-label="Search the history"
        placeholder="Search the history"
        value={filter.value.words}
        onInput={({ currentTarget }) => set({ words: currentTarget.value })}
      />
      <select
        aria-label="Who ran it"
        value={filter.value.actor}
        onChange={({ currentTarget }) => set({ actor: currentTarget.value })}
      >
        <option value="">Everybody</option>
        <option value="person">You</option>
        <option value="agent">Agents</option>
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.value.failed}
          onChange={({ currentTarget }) => set({ failed: currentTarget.checked })}
        />
        Failed
      </label>
      <span class="grow" />
      {count !== undefined && count > 0 && <span class="muted">{counted(count, "command")}</span>}
    </div>
  );
}

export function useMatch(query: string): boolean {
  const [isMatch, setMatch] = useState(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = (): void => setMatch(list.matches);
    list.addEventListener("change", look);
    return () => list.removeEventListener("change", look);
  }, [query]);
  return isMatch;
}
