import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../src/core/base/hash.ts";
import { createLogin, TOKEN_MS } from "../../src/http/login.ts";

function loginWithClock() {
  let nowMs = 1_000_000;
  const login = createLogin({ clock: () => nowMs, random: randomBytes });
  return {
    login,
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

test("a token has 256 bits and works once", () => {
  const { login } = loginWithClock();
  const token = login.newToken();
  assert.match(token, /^[0-9a-f]{64}$/);
  const exchanged = login.exchange(token);
  assert.ok(typeof exchanged === "object" && "cookie" in exchanged);
  assert.ok(login.isCookie(exchanged.cookie));
  assert.equal(login.exchange(token), "wrong");
});

test("a token expires after a minute, or when a newer one is made", () => {
  const { login, wait } = loginWithClock();
  const late = login.newToken();
  wait(TOKEN_MS);
  assert.equal(login.exchange(late), "wrong");
  const old = login.newToken();
  login.newToken();
  assert.equal(login.exchange(old), "wrong");
});

test("the cookie does not work as a token, nor the token as a cookie", () => {
  const { login } = loginWithClock();
  const token = login.newToken();
  assert.ok(!login.isCookie(token));
  const exchanged = login.exchange(token);
  assert.ok(typeof exchanged === "object" && "cookie" in exchanged);
  assert.equal(login.exchange(exchanged.cookie), "wrong");
});

test("after ten wrong tokens the wait doubles with each further one, and the right token works after it", () => {
  const { login, wait } = loginWithClock();
  const right = login.newToken();
  for (let n = 0; n < 10; n++) assert.equal(login.exchange("0".repeat(64)), "wrong");
  assert.deepEqual(login.exchange(right), { waitMs: 1000 });
  wait(1000);
  assert.equal(login.exchange("1".repeat(64)), "wrong");
  assert.deepEqual(login.exchange(right), { waitMs: 2000 });
  wait(2000);
  const exchanged = login.exchange(right);
  assert.ok(typeof exchanged === "object" && "cookie" in exchanged);
});
