/** Ranks command lines that a search found, by the words of the line, its directory and what an agent said it is for. */
import type { Rank } from "../core/search/search-hits.ts";
import { entryCandidates, inOrder } from "./rank-entries.ts";
import { COMMANDS } from "./weights.ts";

export const rankCommands: Rank = (hits, options) => inOrder(hits, entryCandidates(hits, options, COMMANDS), options);
