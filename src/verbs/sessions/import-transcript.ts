/** Takes in one transcript in small batches, so that nobody who wants to write or to be served waits for it. */
import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Agent } from "../../capture/agents/sources.ts";
import type { CompressedImport, TranscriptCursor } from "../../capture/agents/transcript/import-transcript.ts";
import type { CallContext } from "../../context/call-context.ts";
import { NOWHERE, passageOfChunk } from "../../context/search-chunks.ts";
import type { Skipped } from "../../core/event/admit.ts";
import type { NewEvent } from "../../core/event/event.ts";
import { type Chunk, sessionId, type TranscriptItem } from "../../core/session/session.ts";
import { parsePassage } from "../../store/local/databases/passages-db.ts";
import { forgottenTranscripts } from "../../store/local/forget/forget-rows.ts";
import type { PlacedTurn } from "../../store/local/rows/sessions.ts";
import type { Imported } from "../history/history-verbs.ts";
import { placerOf, projectAt } from "../history/take-in-commands.ts";
import { dropSlice } from "./expire-transcripts.ts";

export type Part = Imported & { readonly commands: number; readonly leftOut: readonly Skipped[] };
export type Wanted = {
  readonly agent: Agent;
  readonly file: string;
  /** Also what was let go. */
  readonly all?: boolean;
};

/** Each batch comes with the cursor that stands behind it: broken off at any moment, the next import goes on from there. */
export async function importOne(
  call: CallContext,
  { name, agent, file, all = false }: Wanted & { readonly name: string },
  open: (cursor: { cursor?: TranscriptCursor }) => CompressedImport | Promise<CompressedImport>,
): Promise<Part> {
  const { store } = call;
  let from = await store.events.cursor(name);
  const left = from === undefined ? undefined : cursorIn(from);
  const known = left === undefined ? undefined : sessionId(agent.name, left.facts.nativeId ?? file);
  const isTakenBack = all && known !== undefined && store.sessions.get(known)?.textDeletedMs !== undefined;
  const cursor = isTakenBack ? undefined : left;
  const counts = { imported: 0, duplicates: 0, commands: 0 };
  const forgotten = forgottenTranscripts(store.tombstones);
  if (known !== undefined && forgotten.isSession(known)) return { ...counts, skipped: [], leftOut: [] };
  if (isTakenBack) store.transcripts.clearDeleted(known);
  const reading = await open(cursor === undefined ? {} : { cursor });
  const place = placerOf(call);
  const { isRewritten } = reading.end();
  const goesOn = cursor !== undefined && !isRewritten;
  // By what the cursor knew: a transcript that was not read yet has not named its session.
  if (known !== undefined && isRewritten) {
    while (dropSlice(call, known)) await turnOfOthers();
    store.state.write(() => store.sessions.empty(known));
  }
  const batch = batchOf({
    isWanted: (item) => {
      if (item.kind === "turn") return !forgotten.isTurn(item.turn);
      return !forgotten.isChunk(item.chunk) && !(goesOn && forgotten.isOpenChunk(item.chunk));
    },
  });
  const keep = async (): Promise<void> => {
    const { session, cursor } = reading.end();
    if (forgotten.isSession(session.id)) return;
    const project = session.cwd === undefined ? undefined : projectAt(call, session.cwd);
    const scopeKey = project ?? NOWHERE;
    const { turns, events: ran } = batch;
    const chunks = batch.chunks.map((chunk) => ({ ...chunk, scopeKey }));
    const passages = chunks.map(passageOfChunk).map(parsePassage);
    const to = JSON.stringify(cursor);
    const events = place(ran);
    const told = chunks.filter(({ id }) => store.sessions.hasChunk(id)).length;
    // The cursor moves with what it stands behind, and the words are there before either: a crash repeats, and never skips.
    const done = await store.state.write(() => {
      const hasTalk = turns.length + chunks.length > 0;
      store.sessions.put({
        ...session,
        ...(project !== undefined && { project }),
        ...(hasTalk && { readMs: call.clock() }),
      });
      store.sessions.putTurns(turns);
      store.sessions.putChunks(chunks);
      store.passages().putParsed(passages);
      return store.events.append(events, { name, from, to });
    });
    await turnOfOthers();
    if (done.outcome === "taken") return;
    from = to;
    counts.imported += chunks.length - told;
    counts.duplicates += told;
    counts.commands += done.added;
    batch.empty();
  };
  for await (const item of reading.items) {
    if (batch.take(item) === "full") await keep();
  }
  const end = reading.end();
  if (end.lines > 0 || batch.chunks.length > 0 || end.cursor.packed !== cursor?.packed) await keep();
  return { ...counts, skipped: end.skipped, leftOut: end.leftOut };
}

/** What is written at once takes a few milliseconds; much smaller, and most of the time goes into waiting for the disk. */
const MOST_ITEMS = 200;
const MOST_CHARS = 1 << 17;

type Talk = Extract<TranscriptItem, { kind: "turn" | "chunk" }>;

function batchOf({ isWanted }: { readonly isWanted: (item: Talk) => boolean }) {
  let [turns, chunks, events]: [PlacedTurn[], Chunk[], NewEvent[]] = [[], [], []];
  let chars = 0;
  let place = { from: -1, ord: 0 };
  /** Several turns may stand on one line. */
  const placed = (turn: Extract<Talk, { kind: "turn" }>["turn"]): PlacedTurn => {
    place = { from: turn.span.from, ord: place.from === turn.span.from ? place.ord + 1 : 0 };
    return { ...turn, ord: place.ord };
  };
  const add = (item: TranscriptItem): void => {
    if (item.kind === "command") events.push(item.event);
    if (item.kind === "turn" && isWanted(item)) chars += turns[turns.push(placed(item.turn)) - 1]!.text.length;
    if (item.kind === "chunk" && isWanted(item)) chars += chunks[chunks.push(item.chunk) - 1]!.text.length;
  };
  return {
    get turns() {
      return turns;
    },
    get chunks() {
      return chunks;
    },
    get events() {
      return events;
    },
    take(item: TranscriptItem): "full" | "open" {
      add(item);
      const count = turns.length + chunks.length + events.length;
      return item.kind === "silence" || count >= MOST_ITEMS || chars >= MOST_CHARS ? "full" : "open";
    },
    empty(): void {
      [turns, chunks, events] = [[], [], []];
      chars = 0;
    },
  };
}

/** An export made by anybody may have brought it: what is no cursor is none, and the transcript is read from its start. */
function cursorIn(json: string): TranscriptCursor | undefined {
  try {
    const cursor = JSON.parse(json) as TranscriptCursor;
    const isWhole = Number.isSafeInteger(cursor.bytes) && Number.isSafeInteger(cursor.state.place.ordinal);
    return isWhole && typeof cursor.facts === "object" && typeof cursor.state.facts === "object" ? cursor : undefined;
  } catch {
    return undefined;
  }
}
