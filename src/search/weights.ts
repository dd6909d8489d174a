/** The constants of the ranker: weights of features, and how a score becomes a probability. See docs/recall.md. */

/** What the cosines are of: none, vectors of the shipped table, or vectors of a model. */
export type By = "words" | "table" | "model";

export type Weights = Readonly<Record<string, number>>;

/** Relevance is a logistic function of the score: fitted by bench/recall-quality/fit-relevance.ts; entries by words were reasoned. */
export type Calibration = { readonly bias: number; readonly slope: number };

/** One way to rank: by words, by the table or by a model. */
export type Column = Calibration & { readonly weights: Weights };

/** For single entries: records, workflows, episodes, tickets. The features are explained in unit-weights.ts. */
export const ENTRIES: Readonly<Record<By, Column>> = columns(
  {
    own: { words: 9, table: 9, model: 9 },
    /** Coverage by its key, tags, aliases, keywords and paths. */
    named: { words: 2, table: 2, model: 2 },
    pairs: { words: 2, table: 2, model: 2 },
    near: { words: 2.8, table: 2.8, model: 2.8 },
    near2: { words: 1.2, table: 1.2, model: 1.2 },
    cosine: { words: 0, table: 4.3, model: 5.5 },
  },
  {
    words: { bias: -3.2, slope: 0.65 },
    table: { bias: -5.471, slope: 0.757 },
    model: { bias: -5.653, slope: 0.749 },
  },
);

/** For command lines: `named` is coverage by the stated purpose and the directory, the cosine is that of the purpose. */
export const COMMANDS: Readonly<Record<By, Column>> = columns(
  {
    own: { words: 5.8, table: 6.2, model: 6.2 },
    named: { words: 4.9, table: 3.6, model: 3.6 },
    pairs: { words: 3.4, table: 2.8, model: 2.8 },
    length: { words: -1, table: -0.9, model: -0.9 },
    cosine: { words: 0, table: 4.6, model: 4.6 },
  },
  {
    words: { bias: -6.91, slope: 0.417 },
    table: { bias: -7.67, slope: 0.435 },
    model: { bias: -7.67, slope: 0.435 },
  },
);

export function columns(
  table: Readonly<Record<string, Readonly<Record<By, number>>>>,
  calibration: Readonly<Record<By, Calibration>>,
): Record<By, Column> {
  const column = (by: By): Column => ({
    ...calibration[by],
    weights: Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[by]])),
  });
  return { words: column("words"), table: column("table"), model: column("model") };
}

/**
 * Below this relevance of the best result, a recall finds nothing; with meaning, where every text has some relevance, each
 * result below it is left out. Of the right messages in the data for fitting, one in 100 is below.
 */
export const FLOOR: Readonly<
  Record<"units" | "entries" | "commands", { readonly words: number; readonly meaning: number }>
> = {
  units: { words: 0.025, meaning: 0.01 },
  entries: { words: 0.05, meaning: 0.02 },
  // Most questions are not about a command: one is shown only if it is likelier than the messages that are found by chance.
  commands: { words: 0.1, meaning: 0.1 },
};

/** With meaning, a result with less than this share of the relevance of the best is left out. */
export const LEAST_SHARE = 0.1;
