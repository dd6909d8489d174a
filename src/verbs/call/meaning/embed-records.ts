/** Gives records their vectors in bounded steps, and compares a query with them. */
import { timeLimit } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { Meaning } from "../../../core/search/search-hits.ts";
import { type Embedder, queryVector } from "../../../core/search/vectors.ts";
import type { Database } from "../../../store/databases/database.ts";
import { recordVectors } from "../../../store/index/record-vectors.ts";
import { RECORD_ROWS } from "../../../store/index/row-ranges.ts";
import { meaningOfRows } from "../../../store/vectors/closeness.ts";
import type { CallContext } from "../call-context.ts";
import type { Embedding } from "./embedding.ts";

/** Texts per call of the embedder and transaction. */
const BATCH = 32;
const QUICK_BATCH = 512;
/** A search waits so long for records without vectors; the others are found by their words. */
const WAIT_MS = 1000;

type EmbedOptions = {
  readonly isOver: () => boolean;
  readonly signal?: AbortSignal;
  /** Only so many, the latest. */
  readonly most?: number;
};

/** False if time ran out before every record had its vector. */
export async function embedRecords(index: Database, embedder: Embedder, options: EmbedOptions): Promise<boolean> {
  const vectors = recordVectors(index);
  vectors.use(embedder.name);
  for (let left = options.most ?? Number.MAX_SAFE_INTEGER; ; ) {
    const some = vectors.missing(Math.min(left, embedder.isQuick ? QUICK_BATCH : BATCH));
    if (some.length === 0) return true;
    if (options.isOver()) return false;
    left -= some.length;
    const embedded = await embedder.embed(
      some.map(({ text }) => text),
      options.signal,
    );
    vectors.put(some.map(({ row, version }, at) => ({ row, version, vector: embedded[at]! })));
  }
}

type QueryOptions = {
  /** For a process that asks one question: no model is loaded for it. */
  readonly isBrief: boolean;
};

/** Undefined if words alone are compared: there is no embedder, it does not answer, or no record has a vector. */
export async function meaningOfRecords(
  index: Database,
  text: string,
  { embedder, isBrief }: Embedding & QueryOptions,
): Promise<Meaning | undefined> {
  if (embedder === undefined || text.trim() === "") return undefined;
  const vectors = recordVectors(index);
  const isOver = timeLimit(WAIT_MS);
  try {
    if (embedder.isQuick || !isBrief) await embedRecords(index, embedder, { isOver });
    if (vectors.model() !== embedder.name || vectors.isEmpty()) return undefined;
    const vector = await queryVector(embedder, text, { isBrief });
    return vector === undefined ? undefined : meaningOfRows(index, RECORD_ROWS, vector);
  } catch (error) {
    if (!(error instanceof OldhandError) || embedder.isQuick) throw error;
    return undefined; // the search in sessions asks the same embedder, and says why it cannot be used
  }
}

/** Whether records wait for vectors that cost so little that every command makes them. */
export function hasUnembeddedRecords({ store, config }: Pick<CallContext, "store" | "config">): boolean {
  return config["recall.embedder"] === "static" && recordVectors(store.index).hasMissing();
}
