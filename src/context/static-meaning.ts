/** The shipped table of meaning, for comparing what a person said; opened once. */
import type { Config } from "../core/base/config.ts";
import { staticEmbedder } from "../core/search/static-embedder.ts";
import type { Meaning } from "../core/session/same-demand.ts";
import { openPieceTable } from "../store/local/piece-table.ts";

let opened: { readonly meaning?: Meaning } | undefined;

/** Undefined if the settings compare words alone, or if there is no table. */
export function staticMeaning(config: Config): Meaning | undefined {
  if (config["recall.embedder"] === "none") return undefined;
  if (opened === undefined) {
    const table = openPieceTable();
    opened = table === undefined ? {} : { meaning: staticEmbedder(table).embedOne };
  }
  return opened.meaning;
}
