/** Stores one transcript in small batches, so that other processes can write in between. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { CompressedImport, TranscriptCursor } from "../../../capture/agents/transcript/import-transcript.ts";
import { screeningOf } from "../../../core/event/admit.ts";
import type { NewEvent } from "../../../core/event/event.ts";
import { screenName } from "../../../core/screen/clean.ts";
import { type AgentName, sessionId, type TranscriptItem } from "../../../core/session/session.ts";
import { forgottenTranscripts } from "../../../store/forget/forget-rows.ts";
import type { PlacedTurn } from "../../../store/rows/sessions.ts";
import { isHeadlessDirectory } from "../../../system/run/run-headless.ts";
import type { CallContext } from "../../call/call-context.ts";
import { indexOne } from "../../call/index-text.ts";
import { eventPlacer } from "../../history/take-in-commands.ts";
import { dropSlice } from "./expire-transcripts.ts";
import type { ImportedSessions } from "./import-sessions.ts";

export type ImportedTranscript = Omit<ImportedSessions, "sessions">;

type Source = {
  /** The name of the cursor. */
  readonly name: string;
  readonly agent: { readonly name: AgentName };
  readonly file: string;
  /** Also if the session's text has expired. */
  readonly all: boolean;
  /** Stops after this time; the next import continues. */
  readonly untilMs?: number | undefined;
};

/** The cursor is stored with each batch, so that the next import continues after an interruption. */
export async function storeTranscript(
  call: CallContext,
  { name, agent, file, all, untilMs = Number.POSITIVE_INFINITY }: Source,
  open: (cursor: { cursor?: TranscriptCursor }) => CompressedImport | Promise<CompressedImport>,
): Promise<ImportedTranscript> {
  const { store } = call;
  let from = await store.events.cursor(name);
  const last = from === undefined ? undefined : cursorIn(from);
  const known =
    last === undefined
      ? undefined
      : sessionId(agent.name, last.facts.nativeId ?? screenName(file, screeningOf(call.config)));
  const isRestored = all && known !== undefined && store.sessions.get(known)?.textDeletedMs !== undefined;
  const cursor = isRestored ? undefined : last;
  const counts = { imported: 0, duplicates: 0, commands: 0 };
  const forgotten = forgottenTranscripts(store.tombstones);
  if (known !== undefined && forgotten.isSession(known)) return { ...counts, skipped: [], leftOut: [] };
  if (isRestored) store.transcripts.clearDeleted(known);
  const reading = await open(cursor === undefined ? {} : { cursor });
  const { placed, projectOf } = eventPlacer(call);
  const { isRewritten } = reading.end();
  // The session id from the cursor: a transcript that is not read yet has not named its session.
  if (known !== undefined && isRewritten) {
    while (dropSlice(call, known)) await yieldToOthers();
    store.state.write(() => store.sessions.empty(known));
  }
  const batch = newBatch();
  const save = async (): Promise<void> => {
    const { session, cursor } = reading.end();
    if (forgotten.isSession(session.id)) return;
    // A reader that could not be kept from storing its session.
    if (session.cwd !== undefined && isHeadlessDirectory(session.cwd)) return;
    const project = projectOf(session.cwd);
    const { turns } = batch;
    const to = JSON.stringify(cursor);
    const events = placed(batch.events);
    const duplicates = turns.filter(({ span, ord }) =>
      store.sessions.has(session.id, { place: span.from, ord }),
    ).length;
    // The cursor moves last, in the same transaction: after a crash, a batch is repeated and never skipped.
    const done = store.state.write(() => {
      store.sessions.put({
        ...session,
        ...(project !== undefined && { project }),
        ...(turns.length > 0 && { readMs: call.clock() }),
      });
      store.sessions.putTurns(turns);
      return store.events.appendNow(events, { name, from, to });
    });
    await yieldToOthers();
    if (done.outcome === "taken") return;
    from = to;
    counts.imported += turns.length - duplicates;
    counts.duplicates += duplicates;
    counts.commands += done.added;
    batch.clear();
  };
  for await (const item of reading.items) {
    if (item.kind !== "turn" || !forgotten.isTurn(item.turn)) batch.add(item);
    if (item.kind !== "silence" && !batch.isFull()) continue;
    await save();
    if (call.clock() > untilMs) return { ...counts, skipped: [], leftOut: [], isPartial: true };
  }
  const end = reading.end();
  if (end.lines > 0 || batch.turns.length > 0 || end.cursor.packed !== cursor?.packed) await save();
  if (counts.imported + counts.duplicates > 0) indexOne(store, end.session.id);
  return { ...counts, skipped: end.skipped, leftOut: end.leftOut };
}

/** Large enough that little time is spent waiting for the disk, and small enough to take a few milliseconds. */
const MOST_ITEMS = 200;
const MOST_CHARS = 1 << 17;

function newBatch() {
  let chars = 0;
  let place = { from: -1, ord: 0 };
  const turns: PlacedTurn[] = [];
  const events: NewEvent[] = [];
  return {
    turns,
    events,
    add(item: TranscriptItem): void {
      if (item.kind === "command") events.push(item.event);
      if (item.kind !== "turn") return;
      const { span, text } = item.turn;
      // One line can hold several turns.
      place = { from: span.from, ord: place.from === span.from ? place.ord + 1 : 0 };
      turns.push({ ...item.turn, ord: place.ord });
      chars += text.length;
    },
    isFull: (): boolean => turns.length + events.length >= MOST_ITEMS || chars >= MOST_CHARS,
    clear(): void {
      turns.length = events.length = 0;
      chars = 0;
    },
  };
}

/** The cursor may come from somebody's export: if it is not valid, the transcript is read from its start. */
function cursorIn(json: string): TranscriptCursor | undefined {
  try {
    const cursor = JSON.parse(json) as TranscriptCursor;
    const isValid = Number.isSafeInteger(cursor.bytes) && Number.isSafeInteger(cursor.state.at);
    return isValid && typeof cursor.facts === "object" && typeof cursor.state.facts === "object" ? cursor : undefined;
  } catch {
    return undefined;
  }
}
