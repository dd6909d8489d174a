/** What models cost: tokens are set aside before a call and settled after it, so that no day goes over its cap. */

export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** Tokens of one day that are set aside for calls to come. */
export type Reservation = { readonly day: string; readonly model: string; readonly tokens: number };

/** Where a model gets leave for each call; the cap stands behind it. */
export interface TokenBudget {
  /** Leave for one call of at most so many tokens; undefined where the day's cap does not allow it. */
  take(model: string, tokens: number): Reservation | undefined;
  /** What the call did use takes the place of what was set aside for it. */
  settle(reservation: Reservation, used: Usage): void;
}

/** One line of the ledger. */
export type Spent = Usage & {
  readonly day: string;
  readonly model: string;
  readonly calls: number;
  /** Set aside and not settled: a call under way, or one whose process died. */
  readonly reserved: number;
};

/** What reading some sessions by a model would take. */
export type Estimate = {
  readonly sessions: number;
  readonly calls: number;
  readonly inputTokens: number;
  /** If every answer is as long as it may be. */
  readonly mostOutputTokens: number;
};
