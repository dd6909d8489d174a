/** One command as the predictor sees it, and the place in which the next one is expected. */

export type PredictedFrom = {
  readonly session: string;
  /** Where it was run; empty if unknown. */
  readonly cwd: string;
  /** Whether an agent changed files of the project since the command before it. */
  readonly isAfterEdit: boolean;
};

export type RanStep = PredictedFrom & {
  readonly command: string;
  /** What a person would call the command. */
  readonly family: string;
  /** `unknown`: the source did not record how it ended. */
  readonly worked: "yes" | "no" | "unknown";
};
