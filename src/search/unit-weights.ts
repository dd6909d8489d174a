/** The constants of the ranker for units of a longer text, such as messages of a session. See docs/recall.md. */
import { type By, type Column, columns } from "./weights.ts";

/**
 * Coverage is the share of the query, weighed by the rarity of its terms, that
 * a text contains. With cosines, words count for less: a column for each way to search.
 */
const TABLE = {
  /** Coverage by the text itself. */
  own: { words: 8.3, table: 5.7, model: 5.3 },
  /** Coverage by its key, tags, aliases, keywords and paths. */
  named: { words: 2, table: 2, model: 2 },
  /** The share of neighbouring words of the query that are close together in the text. */
  pairs: { words: 1, table: 0, model: 0 },
  /** What the units before and after add to the coverage. */
  near: { words: 2.8, table: 3.3, model: 3.1 },
  /** What the units two before and two after add to that. */
  near2: { words: 1.5, table: 1.6, model: 1.5 },
  /** The best coverage by a single unit of the session. */
  session: { words: 1.2, table: 0.8, model: 0.9 },
  /** Coverage by the entire session. */
  sessionAll: { words: 1.1, table: 1, model: 1 },
  person: { words: 5.9, table: 4.6, model: 4.6 },
  /** The question names the speaker: "Anna: …". */
  speaker: { words: 1.5, table: 1.5, model: 1.5 },
  tool: { words: -1.2, table: -0.4, model: -0.3 },
  /** A question is rarely the answer to a question. */
  asks: { words: -0.4, table: -0.4, model: -0.5 },
  /** "When" and a text that names a time. */
  time: { words: 1.2, table: 1.2, model: 1.2 },
  /** "How many" and a text that names a number. */
  number: { words: 0.8, table: 0.8, model: 0.8 },
  /** Logarithm of the words per 20: of two texts with the same terms, the shorter one is more about them. */
  length: { words: -0.3, table: 0, model: 0 },
  /** Cosine of the vectors of query and text. */
  cosine: { words: 0, table: 4.1, model: 5 },
  /** The closer of the messages of the person before and after it, and of those two away. */
  cosineNear: { words: 0, table: 1.2, model: 1.6 },
  cosineNear2: { words: 0, table: 0.4, model: 0.6 },
  /** The closest message of the session. */
  cosineSession: { words: 0, table: 1.1, model: 1 },
} as const satisfies Record<string, Record<By, number>>;

export const UNITS: Readonly<Record<By, Column>> = columns(TABLE, {
  words: { bias: -6.13, slope: 0.3 },
  table: { bias: -7.304, slope: 0.42 },
  model: { bias: -7.518, slope: 0.44 },
});

export const UNIT_FEATURES = Object.keys(TABLE) as (keyof typeof TABLE)[];
