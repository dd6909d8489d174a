/** Login to the page: a one-time token that expires after a minute, exchanged for the session cookie. */
import type { Clock } from "../core/base/clock.ts";
import { type RandomBytes, toHex } from "../core/base/hash.ts";
import { secretTest } from "../core/base/loopback-access.ts";

export type Login = {
  /** For one browser; it invalidates any earlier unused token. */
  newToken(): string;
  /** Returns `waitMs` after too many wrong tokens. */
  exchange(token: string): { readonly cookie: string } | "wrong" | { readonly waitMs: number };
  isCookie(sent: string): boolean;
};

export const TOKEN_MS = 60_000;
const BYTES = 32;
const FREE_TRIES = 10;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export function createLogin({ clock, random }: { readonly clock: Clock; readonly random: RandomBytes }): Login {
  const cookie = toHex(random(BYTES));
  const isCookie = secretTest(cookie);
  let pending: { readonly isToken: (sent: string) => boolean; readonly untilMs: number } | undefined;
  let wrong = 0;
  let blockedUntilMs = 0;
  return {
    isCookie,
    newToken() {
      const token = toHex(random(BYTES));
      pending = { isToken: secretTest(token), untilMs: clock() + TOKEN_MS };
      return token;
    },
    exchange(token) {
      const waitMs = blockedUntilMs - clock();
      if (waitMs > 0) return { waitMs };
      const isRight = pending?.isToken(token) === true && clock() < pending.untilMs;
      if (isRight) {
        pending = undefined;
        wrong = 0;
        return { cookie };
      }
      wrong += 1;
      if (wrong >= FREE_TRIES)
        blockedUntilMs = clock() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));
      return "wrong";
    },
  };
}
