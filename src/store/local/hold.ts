/** A short hold on one piece of work among processes: kept in state.db, and over by itself where its holder died. */
import type { Clock } from "../../core/base/clock.ts";
import { toHex } from "../../core/base/hash.ts";
import { type Database, getMeta, setMeta } from "./database.ts";

export type Hold = {
  /** Goes on holding it; false where it was over and somebody else has it. */
  renew(): boolean;
  release(): void;
};

/** So long the others wait for a holder that says nothing more. */
const HOLD_MS = 2000;

/** Undefined where another process has it. */
export function holdOn(state: Database, work: string, clock: Clock): Hold | undefined {
  const key = `hold ${work}`;
  const token = toHex(state.random(8));
  const take = (): boolean =>
    state.write(() => {
      const [holder, untilMs] = (getMeta(state, key) ?? "").split(" ");
      const leftMs = Number(untilMs ?? 0) - clock();
      // A clock that was set back would make it a hold for ever.
      if (holder !== token && leftMs > 0 && leftMs <= HOLD_MS) return false;
      setMeta(state, key, `${token} ${clock() + HOLD_MS}`);
      return true;
    });
  if (!take()) return undefined;
  return {
    renew: take,
    release: () =>
      state.write(() => {
        if (getMeta(state, key)?.startsWith(token)) setMeta(state, key, "");
      }),
  };
}
