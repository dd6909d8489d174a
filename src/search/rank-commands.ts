/** Ranks command lines that a search found, by the words of the line, its directory and what an agent said it is for. */
import type { Rank, RankOptions, TermHits } from "../core/search/search-hits.ts";
import { entryCandidates, inOrder, type RankedEntry } from "./rank-entries.ts";
import { COMMANDS } from "./weights.ts";

export const rankCommands: Rank = (hits, options) => inOrder(hits, commandCandidates(hits, options), options);

/** Rows that get all features: a short line may come before many long ones that contain as much of the query. */
const MOST_CANDIDATES = 100;

/** Exported for the script that fits the weights. */
export function commandCandidates(hits: TermHits, options: RankOptions): RankedEntry[] {
  const found = entryCandidates(hits, { ...options, limit: Math.max(options.limit, MOST_CANDIDATES) }, COMMANDS);
  const lengths = options.lengthsOf?.(found.map(({ row }) => row));
  return found.map((one) => ({
    ...one,
    features: { ...one.features, length: Math.log(Math.max(1, lengths?.get(one.row) ?? 1) / 20) },
  }));
}
