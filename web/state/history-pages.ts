/** The command history, fetched page by page as rows come into view; the oldest command is row 0. */
import { effect, signal } from "@preact/signals";
import type { CommandEvent } from "../../src/core/event/event.ts";
import { get } from "./api.ts";
import { shownPlace } from "./navigation.ts";
import { attempt } from "./notices.ts";
import { pulse } from "./server-status.ts";

export type HistoryFilter = { readonly words: string; readonly actor: string; readonly failed: boolean };

export const total = signal<number | undefined>(undefined);
export const filter = signal<HistoryFilter>({ words: "", actor: "", failed: false });
/** Counts up when pages arrive, so that the list renders again. */
export const loads = signal(0);

const PAGE_ROWS = 200;
const pages = new Map<number, readonly CommandEvent[]>();
let stale = new Set<number>();
const requested = new Set<number>();
let generation = 0;
let inView: readonly [first: number, last: number] = [0, 0];

/** Reloads on every change; another project or filter starts from an empty list. */
export function followHistory(): void {
  let before = "";
  effect(() => {
    const now = pulse.value;
    if (now === undefined) return;
    const which = JSON.stringify([shownPlace.value, filter.value]);
    const isOther = which !== before;
    before = which;
    void attempt(() => reload({ isOther }));
  });
}

export function rowAt(index: number): CommandEvent | undefined {
  return pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
}

/** Stale pages stay visible until they have been fetched again. */
async function reload({ isOther }: { isOther: boolean }): Promise<void> {
  generation += 1;
  const mine = generation;
  if (isOther) pages.clear();
  stale = new Set(pages.keys());
  requested.clear();
  const { total: now } = await fetchRows(0, 0);
  if (mine !== generation) return;
  total.value = now;
  loads.value += 1;
  // The rows in view may have changed although the window did not.
  loadRows(...inView);
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
  if (mine !== generation) return;
  pages.set(page, events.toReversed());
  stale.delete(page);
  loads.value += 1;
}

function fetchRows(skip: number, limit: number): Promise<{ total: number; events: readonly CommandEvent[] }> {
  const { words, actor, failed } = filter.value;
  return get("history", { words, actor, failed: failed ? "true" : undefined, skip, limit });
}
