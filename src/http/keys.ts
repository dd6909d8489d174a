/** The way in: an address that works once and for a minute, and the cookie that a browser gets for it. */
import type { Clock } from "../core/base/clock.ts";
import { type RandomBytes, toHex } from "../core/base/hash.ts";
import { secretTest } from "../core/base/loopback-access.ts";

export type Keys = {
  /** For one browser; what was handed out before and not used is worth nothing from then on. */
  newToken(): string;
  /** Trades a token for the cookie; `wait`: too many wrong ones were tried. */
  trade(token: string): { readonly cookie: string } | "wrong" | { readonly waitMs: number };
  isCookie(sent: string): boolean;
};

export const TOKEN_MS = 60_000;
const BYTES = 32;
const FREE_TRIES = 10;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export function keysOf({ clock, random }: { readonly clock: Clock; readonly random: RandomBytes }): Keys {
  const cookie = toHex(random(BYTES));
  const isCookie = secretTest(cookie);
  let waiting: { readonly isToken: (sent: string) => boolean; readonly untilMs: number } | undefined;
  let wrong = 0;
  let closedUntilMs = 0;
  return {
    isCookie,
    newToken() {
      const token = toHex(random(BYTES));
      waiting = { isToken: secretTest(token), untilMs: clock() + TOKEN_MS };
      return token;
    },
    trade(token) {
      const waitMs = closedUntilMs - clock();
      if (waitMs > 0) return { waitMs };
      const isRight = waiting?.isToken(token) === true && clock() < waiting.untilMs;
      if (isRight) {
        waiting = undefined;
        wrong = 0;
        return { cookie };
      }
      wrong += 1;
      if (wrong >= FREE_TRIES)
        closedUntilMs = clock() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));
      return "wrong";
    },
  };
}
