/** A short lock between processes on one piece of work: stored in state.db, and expires by itself if its holder dies. */
import type { Clock } from "../../../core/base/clock.ts";
import { toHex } from "../../../core/base/hash.ts";
import { type Database, getMeta, setMeta } from "./database.ts";

export type Lock = {
  /** Extends it; false if it had expired and another process took it. */
  renew(): boolean;
  release(): void;
};

const LOCK_MS = 2000;

/** Undefined if another process has it. */
export function lockOn(state: Database, work: string, clock: Clock): Lock | undefined {
  const key = `lock ${work}`;
  const token = toHex(state.random(8));
  const take = (): boolean =>
    state.write(() => {
      const [holder, untilMs] = (getMeta(state, key) ?? "").split(" ");
      const leftMs = Number(untilMs ?? 0) - clock();
      // If the clock was set back, the lock would otherwise last for a long time.
      if (holder !== token && leftMs > 0 && leftMs <= LOCK_MS) return false;
      setMeta(state, key, `${token} ${clock() + LOCK_MS}`);
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
