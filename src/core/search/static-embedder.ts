/** Embeds a text without a model: the sum of the vectors of its word pieces, from a table that was distilled from one. */
import { wordPieces } from "../text/word-pieces.ts";
import { type Embedder, normalized } from "./vectors.ts";

/** A table of word pieces, opened. */
export type PieceTable = {
  /** Changes with the table. */
  readonly name: string;
  readonly dimensions: number;
  has(piece: string): boolean;
  /** Adds the vector of a piece to a sum. */
  add(piece: string, sum: Float32Array): void;
};

/** More of a text says little more about its topic. */
const MOST_PIECES = 256;

export type StaticEmbedder = Embedder & { embedOne(text: string): Float32Array };

export function staticEmbedder({ name, dimensions, has, add }: PieceTable): StaticEmbedder {
  const embedOne = (text: string): Float32Array => {
    const sum = new Float32Array(dimensions);
    for (const piece of wordPieces(text, has, MOST_PIECES)) add(piece, sum);
    return normalized(sum);
  };
  return { name, dimensions, isQuick: true, embedOne, embed: (texts) => texts.map(embedOne) };
}
