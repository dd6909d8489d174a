/** Embeds a text without a model: the sum of the vectors of its word pieces, from a table that was distilled from one. */
import { wordPieces } from "../text/word-pieces.ts";
import { type Embedder, normalized } from "./vectors.ts";

/** The model that the table was distilled from. */
export const MINILM = "minilm-l6-v2-int8";

/** A table of word pieces, opened. */
export type PieceTable = {
  /** Changes with the table. */
  readonly name: string;
  readonly dimensions: number;
  has(piece: string): boolean;
  /** Adds the vector of a piece to a sum. */
  add(piece: string, sum: Float32Array): void;
  /** Turns a vector of this table into one that can be compared with those of the model that it was distilled from. */
  readonly toModel?: { readonly name: string; turn(vector: Float32Array): Float32Array };
};

/** More of a text says little more about its topic. */
const MOST_PIECES = 256;

export type StaticEmbedder = Embedder & {
  embedOne(text: string): Float32Array;
  /** The length of its vector: a word that says little about any sentence has a short one. 1 if the table does not have it. */
  weightOf(word: string): number;
};

export function staticEmbedder(table: PieceTable): StaticEmbedder {
  const embedOne = (text: string): Float32Array => embedBy(table, text);
  const weightOf = (word: string): number => (table.has(word) ? Math.hypot(...sumOf(table, word)) : 1);
  const { name, dimensions } = table;
  const embed = (texts: readonly string[]) => texts.map(embedOne);
  return { name, dimensions, isQuick: true, embedOne, weightOf, queryByTable: embedOne, embed };
}

function embedBy(table: PieceTable, text: string): Float32Array {
  return normalized(sumOf(table, text));
}

function sumOf({ dimensions, has, add }: PieceTable, text: string): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const piece of wordPieces(text, has, MOST_PIECES)) add(piece, sum);
  return sum;
}

/** A query to compare with the vectors of the embedder with this name; undefined if the table has no way to them. */
export function queryByTable(table: PieceTable, embedder: string): ((text: string) => Float32Array) | undefined {
  if (embedder === table.name) return (text) => embedBy(table, text);
  const { toModel } = table;
  if (embedder !== toModel?.name) return undefined;
  return (text) => {
    const vector = embedBy(table, text);
    return vector.some((value) => value !== 0) ? normalized(toModel.turn(vector)) : vector;
  };
}
