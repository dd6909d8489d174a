/** The history as a long list of which only the pages in view are fetched; the oldest is row 0. */
import { effect, signal } from "@preact/signals";
import type { CommandEvent } from "../../src/core/event/event.ts";
import { ask, shownDir } from "./ask.ts";
import { attempt } from "./notices.ts";
import { pulse } from "./standing.ts";

export type HistoryFilter = { readonly words: string; readonly actor: string; readonly failed: boolean };

export const total = signal<number | undefined>(undefined);
export const filter = signal<HistoryFilter>({ words: "", actor: "", failed: false });
/** Says that pages have come. */
export const arrived = signal(0);

const PAGE = 200;
const pages = new Map<number, readonly CommandEvent[]>();
let stale = new Set<number>();
const asked = new Set<number>();
let turn = 0;
let inView: readonly [first: number, last: number] = [0, 0];

/** Follows the history of what is shown: another project or filter is another history. */
export function beginHistory(): void {
  let before = "";
  effect(() => {
    const now = pulse.value;
    if (now === undefined) return;
    const which = JSON.stringify([shownDir.value, filter.value]);
    const isOther = which !== before;
    before = which;
    void attempt(() => lookAgain({ isOther }));
  });
}

export function rowAt(index: number): CommandEvent | undefined {
  return pages.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/** What was fetched may be old: it is shown until it is fetched again. */
export async function lookAgain({ isOther = false }: { isOther?: boolean } = {}): Promise<void> {
  turn += 1;
  const mine = turn;
  if (isOther) pages.clear();
  stale = new Set(pages.keys());
  asked.clear();
  const { total: now } = await fetchRows(0, 0);
  if (mine !== turn) return;
  total.value = now;
  arrived.value += 1;
  // The window may be the same as before while what stands in it is not.
  want(...inView);
}

export function want(first: number, last: number): void {
  inView = [first, last];
  const count = total.value ?? 0;
  for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
    if ((pages.has(page) && !stale.has(page)) || asked.has(page) || page < 0 || page * PAGE >= count) continue;
    asked.add(page);
    void fetchPage(page, count);
  }
}

async function fetchPage(page: number, count: number): Promise<void> {
  const mine = turn;
  const end = Math.min(count, (page + 1) * PAGE);
  const { events } = await fetchRows(count - end, end - page * PAGE);
  if (mine !== turn) return;
  pages.set(page, events.toReversed());
  stale.delete(page);
  arrived.value += 1;
}

function fetchRows(skip: number, limit: number): Promise<{ total: number; events: readonly CommandEvent[] }> {
  const { words, actor, failed } = filter.value;
  return ask("history", { words, actor, failed: failed ? "true" : undefined, skip, limit });
}
