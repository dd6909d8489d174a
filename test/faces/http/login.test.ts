import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { createLogin, KEY_MS } from "../../../src/faces/http/login.ts";

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

test("a key has 256 bits and works once", () => {
  const { login } = loginWithClock();
  const key = login.newKey();
  assert.match(key, /^[0-9a-f]{64}$/);
  const exchanged = login.exchange(key);
  assert.ok(typeof exchanged === "object" && "token" in exchanged);
  assert.ok(login.isToken(exchanged.token));
  assert.equal(login.exchange(key), "wrong");
});

test("a key expires after a minute, or when a newer one is made", () => {
  const { login, wait } = loginWithClock();
  const late = login.newKey();
  wait(KEY_MS);
  assert.equal(login.exchange(late), "wrong");
  const old = login.newKey();
  login.newKey();
  assert.equal(login.exchange(old), "wrong");
});

test("the token does not work as a key, nor the key as a token", () => {
  const { login } = loginWithClock();
  const key = login.newKey();
  assert.ok(!login.isToken(key));
  const exchanged = login.exchange(key);
  assert.ok(typeof exchanged === "object" && "token" in exchanged);
  assert.equal(login.exchange(exchanged.token), "wrong");
});

test("after ten wrong keys the wait doubles with each further one, and the right key works after it", () => {
  const { login, wait } = loginWithClock();
  const right = login.newKey();
  for (let n = 0; n < 10; n++) assert.equal(login.exchange("0".repeat(64)), "wrong");
  assert.deepEqual(login.exchange(right), { waitMs: 1000 });
  wait(1000);
  assert.equal(login.exchange("1".repeat(64)), "wrong");
  assert.deepEqual(login.exchange(right), { waitMs: 2000 });
  wait(2000);
  const exchanged = login.exchange(right);
  assert.ok(typeof exchanged === "object" && "token" in exchanged);
});
