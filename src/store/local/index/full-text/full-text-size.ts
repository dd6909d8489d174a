/** How large the full text is: the number of its entries, and of the words that one has on average. */
import type { DatabaseSync } from "node:sqlite";

export type Size = { readonly entries: number; readonly averageLength: number };

/** FTS5 keeps the number of rows and of words in one small block; counting the rows would walk them all. */
export function sizeOf(db: DatabaseSync): Size {
  const block = db.prepare("SELECT block FROM words_data WHERE id = 1").get()?.block;
  const [entries = 0, ...words] = block instanceof Uint8Array ? varints(block) : [];
  return { entries, averageLength: Math.max(1, words.reduce((a, b) => a + b, 0) / Math.max(1, entries)) };
}

function varints(bytes: Uint8Array): number[] {
  const out: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    out.push(value);
    value = 0;
  }
  return out;
}
