/** Login to the page: a one-time key that expires after a minute, exchanged for the token that every API request sends. */
import type { Clock } from "../../core/base/clock.ts";
import { type RandomBytes, toHex } from "../../core/base/hash.ts";
import { secretTest } from "../../core/base/loopback-access.ts";

export type Login = {
  /** For one tab; it invalidates any earlier unused key. */
  newKey(): string;
  /** Returns `waitMs` after too many wrong keys. */
  exchange(key: string): { readonly token: string } | "wrong" | { readonly waitMs: number };
  isToken(sent: string): boolean;
};

export const KEY_MS = 60_000;
const BYTES = 32;
const FREE_TRIES = 10;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export function createLogin({ clock, random }: { readonly clock: Clock; readonly random: RandomBytes }): Login {
  const token = toHex(random(BYTES));
  let pending: { readonly isKey: (sent: string) => boolean; readonly untilMs: number } | undefined;
  let wrong = 0;
  let blockedUntilMs = 0;
  return {
    isToken: secretTest(token),
    newKey() {
      const key = toHex(random(BYTES));
      pending = { isKey: secretTest(key), untilMs: clock() + KEY_MS };
      return key;
    },
    exchange(key) {
      const waitMs = blockedUntilMs - clock();
      if (waitMs > 0) return { waitMs };
      const isRight = pending?.isKey(key) === true && clock() < pending.untilMs;
      if (isRight) {
        pending = undefined;
        wrong = 0;
        return { token };
      }
      wrong += 1;
      if (wrong >= FREE_TRIES)
        blockedUntilMs = clock() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));
      return "wrong";
    },
  };
}
