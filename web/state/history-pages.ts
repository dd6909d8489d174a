/** The command history, fetched page by page as rows come into view; the oldest command is row 0. */
import { effect, signal } from "@preact/signals";
import type { CommandEvent } from "../../src/core/event/event.ts";
import type { HistoryRows } from "../../src/faces/http/routes/history.ts";
import { get } from "./api.ts";
import { shownPlace } from "./navigation.ts";
import { attempt } from "./notices.ts";
import { pulse } from "./server-status.ts";

export type HistoryFilter = { readonly words: string; readonly actor: string; readonly failed: boolean };

export const total = signal<number | undefined>(undefined);
export const filter = signal<HistoryFilter>({ words: "", actor: "", failed: false });
/** Counts up when pages arrive, so that the list renders again. */
export const loads = signal(0);

const PAGE_ROWS = 100;
/** The newest page may have a single row, so the one before it is fetched with it. */
const NEWEST_ROWS = 2 * PAGE_ROWS;
const pages = new Map<number, readonly CommandEvent[]>();
let stale = new Set<number>();
const requested = new Set<number>();
let generation = 0;
let isLoading = false;
/** The state of the memory that the rows are of. */
let mark: string | undefined;
let inView: readonly [first: number, last: number] = [0, 0];

/** Reloads on every change; another project or filter starts from an empty list. */
export function followHistory(): void {
  let before = "";
  effect(() => {
    const now = pulse.value?.mark;
    const which = JSON.stringify([shownPlace.value, filter.value]);
    const isOther = which !== before;
    before = which;
    // The first rows are asked for before the first pulse, which may announce nothing newer.
    if (isOther || (!isLoading && now !== undefined && now !== mark)) void attempt(() => reload({ isOther }));
  });
}

export function rowAt(index: number): CommandEvent | undefined {
  return pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
}

/** Fetches the newest rows, which are seen first, and the total; other pages stay visible until they are fetched again. */
async function reload({ isOther }: { isOther: boolean }): Promise<void> {
  generation += 1;
  const mine = generation;
  if (isOther) pages.clear();
  isLoading = true;
  const before = pulse.peek();
  try {
    const newest = await fetchRows(0, NEWEST_ROWS);
    if (mine !== generation) return;
    mark = newest.mark;
    requested.clear();
    stale = new Set(pages.keys());
    keepPages(newest);
    total.value = newest.total;
    loads.value += 1;
  } finally {
    if (mine === generation) isLoading = false;
  }
  // The rows in view may have changed although the window did not.
  loadRows(...inView);
  const after = pulse.peek();
  if (after !== before && after?.mark !== mark) await reload({ isOther: false });
}

/** The newest rows, divided into pages, which begin at the oldest row. */
function keepPages({ total: count, events }: HistoryRows): void {
  const first = count - events.length;
  const rows = events.toReversed();
  for (let page = Math.ceil(first / PAGE_ROWS); page * PAGE_ROWS < count; page++) {
    pages.set(page, rows.slice(page * PAGE_ROWS - first, (page + 1) * PAGE_ROWS - first));
    stale.delete(page);
  }
}

export function loadRows(first: number, last: number): void {
  inView = [first, last];
  const count = total.value ?? 0;
  for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++) {
    if ((pages.has(page) && !stale.has(page)) || requested.has(page) || page < 0 || page * PAGE_ROWS >= count) continue;
    requested.add(page);
    void fetchPage(page, count);
  }
}

async function fetchPage(page: number, count: number): Promise<void> {
  const mine = generation;
  const end = Math.min(count, (page + 1) * PAGE_ROWS);
  const { events } = await fetchRows(count - end, end - page * PAGE_ROWS);
  // Of a list that has changed since.
  if (mine !== generation || count !== total.value) return;
  pages.set(page, events.toReversed());
  stale.delete(page);
  loads.value += 1;
}

function fetchRows(skip: number, limit: number): Promise<HistoryRows> {
  const { words, actor, failed } = filter.value;
  return get("history", { words, actor, failed: failed ? "true" : undefined, skip, limit });
}
