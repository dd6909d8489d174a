/** What models cost: tokens are reserved before a call and settled after it, so that no day exceeds its cap. */

export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** Tokens of one day that are reserved for calls to come. */
export type Reservation = { readonly day: string; readonly model: string; readonly tokens: number };

/** Allows or denies each call of a model, by the daily cap. */
export interface TokenBudget {
  /** Reserves tokens for one call; undefined if the daily cap does not allow it. */
  take(model: string, tokens: number): Reservation | undefined;
  /** Replaces the reservation by what the call really used. */
  settle(reservation: Reservation, used: Usage): void;
}

/** One line of the ledger. */
export type Spent = Usage & {
  readonly day: string;
  readonly model: string;
  readonly calls: number;
  /** Reserved and not settled: a call in progress, or one whose process died. */
  readonly reserved: number;
};

/** The cost of having a model read some sessions. */
export type Estimate = {
  readonly sessions: number;
  readonly calls: number;
  readonly inputTokens: number;
  /** If every answer has the maximum length. */
  readonly mostOutputTokens: number;
};
