/** Compares a query with records by the shipped table, which also finds what MiniLM embedded: no model, no server. */
import type { Meaning } from "../../../core/search/search-hits.ts";
import { queryByTable } from "../../../core/search/static-embedder.ts";
import { known } from "../../../core/search/vectors.ts";
import { type Database, getMeta } from "../../../store/databases/database.ts";
import { RECORD_ROWS } from "../../../store/index/row-ranges.ts";
import { shippedTable } from "../../../store/piece-table.ts";
import { meaningOfRows } from "../../../store/vectors/closeness.ts";

export function meaningByTable(index: Database, text: string): Meaning | undefined {
  const embedder = getMeta(index, "embedder");
  const table = embedder === undefined ? undefined : shippedTable();
  const embed = table === undefined || embedder === undefined ? undefined : queryByTable(table, embedder);
  const vector = embed === undefined ? undefined : known({ vector: embed(text), by: "table" });
  return vector === undefined ? undefined : meaningOfRows(index, RECORD_ROWS, vector);
}
