/** The constants of the ranker: one weight for each feature, and how a score becomes a probability. See docs/recall.md. */

export type Feature = keyof typeof WEIGHTS;

/** Coverage is the share of the query, weighed by the rarity of its terms, that a text contains. */
export const WEIGHTS = {
  /** Coverage by the text itself. */
  own: 9,
  /** Coverage by its key, tags, aliases, keywords and paths. */
  named: 2,
  /** The share of neighbouring words of the query that are close together in the text. */
  pairs: 2,
  /** What the units before and after add to the coverage. */
  near: 2.8,
  /** What the units two before and two after add to that. */
  near2: 1.2,
  /** The best coverage by a single unit of the session. */
  session: 2,
  /** Coverage by the entire session. */
  sessionAll: 1,
  person: 5.5,
  /** The question names the speaker: "Anna: …". */
  speaker: 1.5,
  tool: -2,
  /** A question is rarely the answer to a question. */
  asks: -0.5,
  /** "When" and a text that names a time. */
  time: 1.2,
  /** "How many" and a text that names a number. */
  number: 0.8,
  /** Logarithm of the words per 20: of two texts with the same terms, the shorter one is more about them. */
  length: -0.3,
  /** Cosine of the vectors of query and text, of the closest neighbour, and of the closest unit of the session. */
  cosine: 0,
  cosineNear: 0,
  cosineSession: 0,
} as const;

export type Weights = Readonly<Record<Feature, number>>;

/** With an embedder: the cosines take over a part of what words say. Features that are not here keep their weight. */
export const WITH_MEANING: Weights = {
  ...WEIGHTS,
  own: 6,
  pairs: 0,
  near: 3.5,
  near2: 2.3,
  session: 0.8,
  sessionAll: 0.8,
  person: 6.2,
  tool: -0.5,
  asks: -0.4,
  length: 0,
  cosine: 3.4,
  cosineNear: 2.2,
  cosineSession: 0.9,
};

/** Below this relevance of the best result, a recall finds nothing. */
export const FLOOR = 0.05;

/** The same for text that was compared by meaning too: its relevance is low unless words agree as well. */
export const FLOOR_WITH_MEANING = 0.002;

/** In a small memory the rivals of a result are not all there: at least so much is assumed. */
export const LEAST_RIVALS = 16.7;

/**
 * Relevance is a logistic function of the score, for single entries and for units of a longer text. `rivals` is the weight of
 * what all candidates have together: where many texts score alike, each of them is less likely to be the answer.
 */
export const CALIBRATION = {
  entries: { bias: -3.2, slope: 0.65, rivals: 0 },
  units: { bias: -5.14, slope: 0.245, rivals: 0 },
  unitsWithMeaning: { bias: 7.1, slope: 0.886, rivals: -1.283 },
} as const;
