/** The ledger of tokens that models used, by day and model, and the budget that keeps a day under its cap. */
import { type Clock, isoTime } from "../../core/base/clock.ts";
import type { ClaimAsk, Reservation, Spent, TokenBudget, Usage } from "../../core/job/job.ts";
import type { Database } from "../databases/database.ts";

export type Spending = ReturnType<typeof spendingOf>;

/** UTC days: the same on every machine. */
export function spendingOf(state: Database, clock: Clock) {
  const today = (): string => isoTime(clock()).slice(0, 10);
  const ofDay = (day: string): Spent[] =>
    state.sql("SELECT * FROM spending WHERE day = ? ORDER BY model").all(day).map(fromRow);

  /** Reserves tokens of today; undefined if that would exceed the cap, and always if the cap is 0. */
  const reserve = ({ model, tokens, capPerDay }: NonNullable<ClaimAsk["reserve"]>): Reservation | undefined =>
    state.write(() => {
      const day = today();
      if (capPerDay <= 0 || total(ofDay(day)) + tokens > capPerDay) return undefined;
      add(state, { day, model, reserved: tokens });
      return { day, model, tokens };
    });
  /** Returns reserved tokens that were not used. */
  const giveBack = ({ day, model, tokens }: Reservation): void => add(state, { day, model, reserved: -tokens });
  return {
    reserve,
    giveBack,
    /** Tokens for single calls: first from the job's reservation, if any, then from what the cap leaves. */
    budget(ask: {
      readonly capPerDay: number;
      readonly held?: Reservation | undefined;
    }): TokenBudget & { close(): void } {
      const { capPerDay, held } = ask;
      let left = held;
      return {
        take: (model, tokens) =>
          state.write(() => {
            // A reservation of another day does not count for the cap of this one.
            const own = left !== undefined && left.day === today() ? Math.min(left.tokens, tokens) : 0;
            const more = reserve({ model, tokens: tokens - own, capPerDay });
            if (more === undefined) return undefined;
            if (left !== undefined && own > 0) {
              add(state, { day: left.day, model: left.model, reserved: -own });
              add(state, { day: left.day, model, reserved: own });
              left = { ...left, tokens: left.tokens - own };
            }
            add(state, { day: more.day, model, calls: 1 });
            return { ...more, tokens };
          }),
        settle: ({ day, model, tokens }, { inputTokens, outputTokens }) =>
          add(state, { day, model, reserved: -tokens, inputTokens, outputTokens }),
        close() {
          if (left !== undefined) giveBack(left);
          left = undefined;
        },
      };
    },
    today: () => ofDay(today()),
    /** From this UTC day on, the latest first. */
    since: (day: string): Spent[] =>
      state.sql("SELECT * FROM spending WHERE day >= ? ORDER BY day DESC, model").all(day).map(fromRow),
    /** The latest day first. */
    list: (limit: number) =>
      state.sql("SELECT * FROM spending ORDER BY day DESC, model LIMIT ?").all(limit).map(fromRow),
  };
}

type Addition = { readonly day: string; readonly model: string } & Partial<Omit<Spent, "day" | "model">>;

/** A state restored from a snapshot may lack a reservation that is returned: nothing falls below 0. */
function add(state: Database, { day, model, reserved = 0, calls = 0, inputTokens = 0, outputTokens = 0 }: Addition) {
  state.write(() => {
    state.sql("INSERT OR IGNORE INTO spending (day, model) VALUES (?, ?)").run(day, model);
    state
      .sql(
        `UPDATE spending SET reserved = max(0, reserved + ?), calls = calls + ?, input_tokens = input_tokens + ?,
           output_tokens = output_tokens + ? WHERE day = ? AND model = ?`,
      )
      .run(reserved, calls, inputTokens, outputTokens, day, model);
  });
}

function total(lines: readonly (Usage & { readonly reserved: number })[]): number {
  return lines.reduce((sum, { inputTokens, outputTokens, reserved }) => sum + inputTokens + outputTokens + reserved, 0);
}

function fromRow(row: Record<string, unknown>): Spent {
  return {
    day: String(row.day),
    model: String(row.model),
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    calls: Number(row.calls),
    reserved: Number(row.reserved),
  };
}
