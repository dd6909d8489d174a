/** The size of the full text: the number of entries and their average number of words. */
import type { DatabaseSync } from "node:sqlite";

export type Size = { readonly entries: number; readonly averageLength: number };

/** Reads the record in which FTS5 keeps these counts: its public interfaces would read the entire index. See docs/decisions/0015. */
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
