/** Keeps the habit counts in step with the history: counts new commands, and subtracts deleted ones. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { randomBytes, toHex } from "../../core/base/hash.ts";
import type { EventId, HabitStep, NumberedEvent } from "../../core/event/event.ts";
import { countChanges } from "../../detect/detectors.ts";
import { habitSteps } from "../../detect/habit-steps.ts";
import { REACH } from "../../detect/sequences.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import type { CountedLine } from "../../store/index/commands/command-lines.ts";
import type { WriteStore } from "../../store/write-store.ts";

type Change = Parameters<WriteStore["habits"]["apply"]>[0];
type Store = Pick<WriteStore, "state" | "index" | "events" | "habits" | "lines">;

/** Larger batches write each page of the counts less often; smaller ones let other processes write. */
const BATCH = 25_000;

/** Few enough that other processes hardly wait. */
const GENTLE_BATCH = 200;

/** Counts the events since the last time, in time proportional to their number. */
export function learnHabits(store: Store, progress: (counted: number) => void = () => {}): number {
  resetIfStateReplaced(store);
  catchUpLines(store);
  let counted = 0;
  for (let more = learnSome(store, BATCH); more > 0; more = learnSome(store, BATCH)) {
    counted += more;
    progress(counted);
  }
  return counted;
}

/** The same after a long import, in small batches that let other processes write. */
export async function learnHabitsGently(store: Store): Promise<void> {
  resetIfStateReplaced(store);
  catchUpLines(store);
  while (learnSome(store, GENTLE_BATCH) > 0) await yieldToOthers();
}

function learnSome(store: Store, limit: number): number {
  const { events, habits, index } = store;
  const from = habits.consumed();
  const batch = events.after(from, limit);
  if (batch.length === 0) return 0;
  index.write(() => {
    // Another process may have counted them meanwhile.
    if (habits.consumed() !== from) return;
    const steps = new Map(batch.map((event) => [event, habitSteps(event)]));
    const again = new Set<NumberedEvent>();
    const changes = grouped(batch).map((group) => {
      const known = group.flatMap((event) => {
        const before = habits.ofEvent(event.id);
        if (before.length > 0) again.add(event);
        return before;
      });
      const added = group.flatMap((event) => steps.get(event) ?? []).toSorted(inOrder);
      const pieces = known.length > 0 ? [added] : piecesOf(added);
      for (const some of pieces.slice(0, -1)) habits.apply(changeOf(store, [], some));
      return changeOf(store, known, pieces.at(-1) ?? []);
    });
    habits.apply(joined(changes));
    takeLines(
      store,
      [...steps].map(([event, own]) => lineOf(event, own)),
      again,
    );
    habits.consumedUpTo(batch.at(-1)!.seq);
  });
  return batch.length;
}

/** Added steps are compared with all steps between the first and the last, which can be most of a long session. */
const PIECE = 50;

function piecesOf(steps: readonly HabitStep[]): HabitStep[][] {
  return Array.from({ length: Math.ceil(steps.length / PIECE) }, (_, n) => steps.slice(n * PIECE, (n + 1) * PIECE));
}

function lineOf(event: NumberedEvent, steps: readonly HabitStep[]): CountedLine {
  const families = steps.map(({ family }) => family).filter((family) => family !== "");
  return { event, family: families.join(" && ") };
}

/** Lines of events that were counted before are counted again from the history; new ones are added. */
function takeLines({ lines }: Store, batch: readonly CountedLine[], again: ReadonlySet<NumberedEvent>): void {
  lines.add(
    batch.filter(({ event }) => !again.has(event)),
    batch.at(-1)!.event.seq,
  );
  for (const line of batch) if (again.has(line.event)) lines.recount(line);
}

/** If only the lines were cleared, they are counted again as far as the habits are. */
function catchUpLines({ events, habits, lines, index }: Store): void {
  for (let from = lines.consumed(); from < habits.consumed(); from = lines.consumed()) {
    const upTo = habits.consumed();
    const batch = events.after(from, BATCH).filter(({ seq }) => seq <= upTo);
    const own = batch.map((event) => lineOf(event, habitSteps(event)));
    index.write(() => {
      if (lines.consumed() === from) lines.add(own, batch.at(-1)?.seq ?? upTo);
    });
  }
}

/** Subtracts what these events had added. */
export function unlearnHabits(store: Store, ids: readonly EventId[]): void {
  const { habits, lines, index } = store;
  index.write(() => {
    setMeta(index, "predicted", "");
    // The lines of deleted events are unknown, so all lines are counted again from the history.
    lines.clear();
    const groups = grouped(ids.flatMap((id) => habits.ofEvent(id)));
    habits.apply(joined(groups.map((steps) => changeOf(store, steps, []))));
  });
}

/** For steps of one session and actor: a change in one group does not affect another. */
function changeOf({ habits }: Store, removed: readonly HabitStep[], added: readonly HabitStep[]): Change {
  const changed = [...removed, ...added].toSorted(inOrder);
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined) return { removed, added, seen: [] };
  const span = { session: first.session, actor: first.actor, from: first, to: last };
  const around = habits.around(span, REACH);
  const gone = new Set(removed.map(placeOf));
  const staying = around.filter((step) => !gone.has(placeOf(step)));
  const before = [...staying, ...removed].toSorted(inOrder);
  const after = [...staying, ...added].toSorted(inOrder);
  return { removed, added, seen: countChanges(before, after) };
}

function joined(changes: readonly Change[]): Change {
  return {
    removed: changes.flatMap(({ removed }) => removed),
    added: changes.flatMap(({ added }) => added),
    seen: changes.flatMap(({ seen }) => seen),
  };
}

/** A lost or restored state.db numbers its events again: then all counts are wrong and start over. */
function resetIfStateReplaced(store: Store): void {
  const { state, index, events, habits } = store;
  const epoch = getMeta(state, "events_epoch") ?? state.write(() => newEpoch(state));
  if (getMeta(index, "events_epoch") === epoch && habits.consumed() <= events.lastSeq()) return;
  index.write(() => {
    habits.clear();
    store.lines.clear();
    setMeta(index, "events_epoch", epoch);
  });
}

function newEpoch(state: Store["state"]): string {
  const epoch = getMeta(state, "events_epoch") ?? toHex(randomBytes(8));
  setMeta(state, "events_epoch", epoch);
  return epoch;
}

function grouped<T extends Pick<NumberedEvent, "session" | "actor">>(items: readonly T[]): T[][] {
  return [...Map.groupBy(items, ({ session, actor }) => `${actor} ${session}`).values()];
}

function inOrder(a: HabitStep, b: HabitStep): number {
  return a.at - b.at || a.seq - b.seq || a.ord - b.ord;
}

function placeOf({ at, seq, ord }: HabitStep): string {
  return `${at} ${seq} ${ord}`;
}
