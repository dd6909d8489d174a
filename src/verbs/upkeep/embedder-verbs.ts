/** How recall compares meaning here: which embedder is used, how far its vectors are, and completing them. */

import { timeLimit } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { Check } from "../../store/examine-store.ts";
import { recordVectors } from "../../store/index/record-vectors.ts";
import type { CallContext } from "../call/call-context.ts";
import { indexCommits } from "../call/index-commits.ts";
import { indexText } from "../call/index-text.ts";
import { embedRecords } from "../call/meaning/embed-records.ts";
import { embedText } from "../call/meaning/embed-text.ts";
import { embeddingOf } from "../call/meaning/embedding.ts";
import { indexCommands } from "../call/search-commands.ts";

export type EmbedderState = {
  /** As in the settings. */
  readonly setting: string;
  /** The records, messages and texts that have a vector, and how many should have one. */
  readonly embedded: number;
  readonly wanted: number;
  /** Why it is not used: then words alone are searched. */
  readonly fault?: string;
};

export async function embedderState(call: CallContext): Promise<EmbedderState> {
  const { store, config } = call;
  const setting = config["recall.embedder"];
  const { embedder, fault } = await embeddingOf(call);
  const kept = [recordVectors(store.index), store.passages.vectors];
  const counts = kept.map((vectors) => {
    const { embedded, wanted } = vectors.count();
    return { embedded: vectors.model() === embedder?.name ? embedded : 0, wanted };
  });
  const [embedded, wanted] = (["embedded", "wanted"] as const).map((of) =>
    counts.reduce((sum, one) => sum + one[of], 0),
  );
  return { setting, embedded: embedded!, wanted: wanted!, ...(fault !== undefined && { fault }) };
}

/** Asks the embedder for one vector, so that a server that does not answer is noticed. */
export async function embedderCheck(call: CallContext): Promise<Check> {
  const name = "recall";
  const { setting, embedded, wanted, ...state } = await embedderState(call);
  const fix = "Start it, or run `oldhand config set recall.embedder static`.";
  const fault = state.fault ?? (await faultOf(call));
  if (fault !== undefined) return { name, ok: false, detail: `words alone. ${fault}`, fix };
  if (setting === "none") return { name, ok: true, detail: "words alone (recall.embedder is none)" };
  const done = wanted === 0 ? "" : `, ${embedded} of ${count(wanted, "text")} embedded`;
  return { name, ok: true, detail: `words and meaning (recall.embedder is ${setting})${done}` };
}

async function faultOf(call: CallContext): Promise<string | undefined> {
  const { embedder } = await embeddingOf(call);
  if (embedder === undefined)
    return call.config["recall.embedder"] === "none" ? undefined : "The table of word pieces is missing.";
  try {
    await embedder.embed(["test"]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A moment for the index in an ordinary command; only an embedder that is quick gets the rest of it. */
export async function indexInBackground(call: CallContext, { withinMs }: { withinMs: number }): Promise<void> {
  const { embedder } = await embeddingOf(call);
  const isOver = timeLimit(withinMs);
  if (embedder?.isQuick) await embedRecords(call.store.index, embedder, { isOver });
  if (call.store.events.lastSeq() > 0) await indexCommands(call.store, { config: call.config, isOver });
  if ((await indexText(call.store, { isOver })).isComplete && embedder?.isQuick)
    await embedText(call.store, embedder, { isOver });
  indexCommits(call, { isOver });
}

type CompleteOptions = { readonly withinMs?: number; readonly signal?: AbortSignal };

/** Indexes what is missing and gives it vectors, up to the end or for some time. Returns why it could not. */
export async function completeVectors(
  call: CallContext,
  { withinMs = Number.POSITIVE_INFINITY, signal }: CompleteOptions = {},
): Promise<string | undefined> {
  const { embedder, fault } = await embeddingOf(call);
  const isLate = timeLimit(withinMs);
  const isOver = (): boolean => signal?.aborted === true || isLate();
  const { store } = call;
  const options = { isOver, ...(signal !== undefined && { signal }) };
  if (store.events.lastSeq() > 0) await indexCommands(store, { config: call.config, isOver });
  const isIndexed = (await indexText(store, { isOver })).isComplete;
  indexCommits(call, { isOver });
  if (embedder === undefined) return fault;
  try {
    await embedRecords(store.index, embedder, options);
    if (isIndexed) await embedText(store, embedder, options);
    return undefined;
  } catch (error) {
    // Learning goes on without a server that does not answer.
    if (!(error instanceof OldhandError)) throw error;
    return error.message;
  }
}
