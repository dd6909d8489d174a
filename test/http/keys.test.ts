import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../src/core/base/hash.ts";
import { keysOf, TOKEN_MS } from "../../src/http/keys.ts";

function atDesk() {
  let nowMs = 1_000_000;
  const keys = keysOf({ clock: () => nowMs, random: randomBytes });
  return {
    keys,
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

test("a token has 256 bits and is traded once", () => {
  const { keys } = atDesk();
  const token = keys.newToken();
  assert.match(token, /^[0-9a-f]{64}$/);
  const traded = keys.trade(token);
  assert.ok(typeof traded === "object" && "cookie" in traded);
  assert.ok(keys.isCookie(traded.cookie));
  assert.equal(keys.trade(token), "wrong");
});

test("a token is worth nothing after its minute, nor once there is a newer one", () => {
  const { keys, wait } = atDesk();
  const late = keys.newToken();
  wait(TOKEN_MS);
  assert.equal(keys.trade(late), "wrong");
  const old = keys.newToken();
  keys.newToken();
  assert.equal(keys.trade(old), "wrong");
});

test("the cookie is no token, and the token no cookie", () => {
  const { keys } = atDesk();
  const token = keys.newToken();
  assert.ok(!keys.isCookie(token));
  const traded = keys.trade(token);
  assert.ok(typeof traded === "object" && "cookie" in traded);
  assert.equal(keys.trade(traded.cookie), "wrong");
});

test("after ten wrong tokens each further one costs twice the wait, and then the right one works", () => {
  const { keys, wait } = atDesk();
  const right = keys.newToken();
  for (let n = 0; n < 10; n++) assert.equal(keys.trade("0".repeat(64)), "wrong");
  assert.deepEqual(keys.trade(right), { waitMs: 1000 });
  wait(1000);
  assert.equal(keys.trade("1".repeat(64)), "wrong");
  assert.deepEqual(keys.trade(right), { waitMs: 2000 });
  wait(2000);
  const traded = keys.trade(right);
  assert.ok(typeof traded === "object" && "cookie" in traded);
});
