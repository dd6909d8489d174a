/** Vectors of meaning as they are stored: one signed byte for each dimension, and one bit for a first look at all of them. */

/** Turns texts into vectors of meaning. */
export type Embedder = {
  /** Names its vectors: those of another name cannot be compared with them. */
  readonly name: string;
  readonly dimensions: number;
  /** True if a text costs next to nothing, so that all of them may be embedded while somebody waits. */
  readonly isQuick: boolean;
  /** One vector for each text, of length 1; all zeros if the text says nothing that it knows. */
  embed(texts: readonly string[], signal?: AbortSignal): readonly Float32Array[] | Promise<readonly Float32Array[]>;
  /** A query by the shipped table, to compare with the vectors of this embedder; absent if that is not possible. */
  readonly queryByTable?: (text: string) => Float32Array;
};

/** A query as a vector that can be compared with the stored ones; `by` says what made it. */
export type QueryVector = { readonly vector: Float32Array; readonly by: "table" | "model" };

/** Undefined if the embedder knows nothing of the text: then words alone are searched. `isBrief`: no model is loaded for it. */
export async function queryVector(
  { embed, queryByTable, isQuick }: Embedder,
  text: string,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): Promise<QueryVector | undefined> {
  if (queryByTable !== undefined && (isBrief || isQuick)) return known({ vector: queryByTable(text), by: "table" });
  const [vector] = await embed([text]);
  return vector === undefined ? undefined : known({ vector, by: "model" });
}

export function known(query: QueryVector): QueryVector | undefined {
  return query.vector.some((value) => value !== 0) ? query : undefined;
}

/** Of length 1; zeros stay zeros. */
export function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** The largest value becomes 127; the length does not matter, because only angles are compared. */
export function toBytes(vector: Float32Array): Int8Array {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return Int8Array.from(vector, (value) => (most === 0 ? 0 : Math.round((value * 127) / most)));
}

/** The product of a query and the stored vector that starts at `from`; with its length, the cosine. */
export function productAt(query: Float32Array, bytes: Int8Array, from: number): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += query[at]! * bytes[from + at]!;
  return sum;
}

/** The length of the stored vector that starts at `from`. */
export function lengthAt(bytes: Int8Array, from: number, dimensions: number): number {
  let squares = 0;
  for (let at = from; at < from + dimensions; at++) squares += bytes[at]! * bytes[at]!;
  return Math.sqrt(squares);
}

/** One bit for each dimension: whether it is above zero. */
export function toBits(vector: ArrayLike<number>): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  for (let at = 0; at < vector.length; at++) if (vector[at]! > 0) bits[at >> 3]! |= 1 << (at & 7);
  return bits;
}

/** Scores bits against a query: the sum of its dimensions, each with the sign of the bit. Higher is closer. */
export function bitScorer(query: Float32Array): (bits: Uint8Array, from: number) => number {
  const bytes = Math.ceil(query.length / 8);
  // The sum for every value that a byte of bits can have.
  const sums = new Float32Array(bytes * 256);
  const ofByte = new Float64Array(256);
  for (let byte = 0; byte < bytes; byte++) {
    ofByte[0] = 0;
    for (let bit = 0; bit < 8; bit++) {
      const weight = query[byte * 8 + bit] ?? 0;
      // Each sum so far goes on in two: without this bit, and with it.
      for (let value = 0; value < 1 << bit; value++) {
        ofByte[value + (1 << bit)] = ofByte[value]! + weight;
        ofByte[value]! -= weight;
      }
    }
    sums.set(ofByte, byte * 256);
  }
  return (bits, from) => {
    let score = 0;
    for (let byte = 0; byte < bytes; byte++) score += sums[byte * 256 + bits[from + byte]!]!;
    return score;
  };
}
