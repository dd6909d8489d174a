/** Gives the indexed messages of a person, episodes and tickets their vectors, in bounded steps. */
import { setImmediate as turn } from "node:timers/promises";
import type { Embedder } from "../../../core/search/vectors.ts";
import { textsToEmbed, type UnitText } from "../../../store/index/passages/text-units.ts";
import type { RowVector } from "../../../store/vectors/vector-blocks.ts";
import { sources, type TextStore } from "../index-text.ts";

/** Texts per call of the embedder and transaction. */
const BATCH = 32;
const QUICK_BATCH = 256;

type EmbedOptions = { readonly isOver: () => boolean; readonly signal?: AbortSignal };

/** Goes on where the last call stopped. False if time ran out before everything had its vector. */
export async function embedText(store: TextStore, embedder: Embedder, options: EmbedOptions): Promise<boolean> {
  const { vectors } = store.passages;
  vectors.use(embedder.name);
  const missing = vectors.missing();
  if (missing.length === 0) return true;
  const known = new Map(missing.length > FEW ? sources(store).map((source) => [source.id, source]) : []);
  for (const { id, mark, row } of missing) {
    const source = known.get(id) ?? sources(store, id).find((one) => one.id === id);
    // It is being indexed, or it is gone: a later call finds it as it is then.
    if (source === undefined || source.mark !== mark) continue;
    for (const part of partsOf(source.units, vectors.unitsAfter(row), embedder.isQuick ? QUICK_BATCH : BATCH)) {
      if (options.isOver()) return false;
      // A server answers hooks meanwhile.
      await turn();
      const embedded = await embedder.embed(
        part.units.map(({ text }) => text),
        options.signal,
      );
      const added = part.units.map(({ row }, at): RowVector => ({ row, vector: embedded[at]! }));
      vectors.put(id, added, part.isLast ? mark : undefined);
    }
  }
  return true;
}

const FEW = 8;

type Part = { readonly units: readonly { readonly row: number; readonly text: string }[]; readonly isLast: boolean };

/** The rows of a source in order, with their texts; an empty last part for a source without any. */
function* partsOf(
  units: (after: { place: number; ord: number }) => Iterable<UnitText>,
  rows: readonly { row: number; place: number; ord: number }[],
  size: number,
): Generator<Part> {
  const first = rows[0];
  const byPlace = Map.groupBy(rows, ({ place, ord }) => `${place}.${ord}`);
  let part: { row: number; text: string }[] = [];
  if (first !== undefined)
    for (const unit of units({ place: first.place, ord: first.ord - 1 })) {
      const own = byPlace.get(`${unit.place}.${unit.ord}`);
      if (own === undefined) continue;
      // After an interruption in the middle of a message, its last pieces are left.
      const texts = textsToEmbed(unit).slice(-own.length);
      part.push(...own.map(({ row }, at) => ({ row, text: texts[at] ?? "" })));
      if (part.length < size) continue;
      yield { units: part, isLast: false };
      part = [];
    }
  yield { units: part, isLast: true };
}
