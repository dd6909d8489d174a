import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../src/core/base/hash.ts";
import { guardOf } from "../../src/http/guard.ts";
import { keysOf } from "../../src/http/keys.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { ATTACKS, type Attack, METHODS, ownHeaders, PORT, WRITING_ATTACKS } from "./knocks.ts";

const clock = (): number => 0;

function entered() {
  const keys = keysOf({ clock, random: randomBytes });
  const guard = guardOf({ port: PORT, keys });
  const traded = keys.trade(keys.newToken());
  assert.ok(typeof traded === "object" && "cookie" in traded);
  return { guard, keys, cookie: traded.cookie };
}

const paths = [
  "GET /",
  "GET /app.js",
  "GET /style.css",
  "GET /nowhere",
  "GET /api/live",
  ...ROUTES.map(({ method, path }) => `${method} ${path}`),
];

test("the page itself passes, on every route", () => {
  const { guard, cookie } = entered();
  for (const one of paths) {
    const [method = "", url = ""] = one.split(" ");
    assert.equal(guard({ method, url, headers: ownHeaders(cookie) }).outcome, "pass", one);
  }
});

function refusedAt(one: string, { says, headers, status }: Attack): void {
  const { guard, cookie } = entered();
  const [method = "", url = ""] = one.split(" ");
  const answer = guard({ method, url, headers: headers(cookie) });
  assert.equal(answer.outcome, "refuse", `${one}: ${says}`);
  assert.equal("status" in answer && answer.status, status, `${one}: ${says}`);
}

for (const attack of ATTACKS) {
  test(`${attack.says} is answered with ${attack.status}, on every route`, () => {
    for (const one of paths) refusedAt(one, attack);
  });
}

for (const attack of WRITING_ATTACKS) {
  test(`${attack.says} is answered with ${attack.status}, on every route that changes something`, () => {
    const writing = paths.filter((one) => one.startsWith("POST "));
    assert.ok(writing.length > 0);
    for (const one of writing) refusedAt(one, attack);
  });
}

test("no method but GET and POST is understood, with the cookie or without", () => {
  const { guard, cookie } = entered();
  for (const method of METHODS) {
    const answer = guard({ method, url: "/api/records", headers: ownHeaders(cookie) });
    assert.deepEqual("status" in answer && answer.status, 405, method);
  }
});

test("an address that is none, or that means another server, is refused", () => {
  const { guard, cookie } = entered();
  for (const url of ["//evil.example/", "http://evil.example/", "*", "\\evil"]) {
    const answer = guard({ method: "GET", url, headers: ownHeaders(cookie) });
    assert.equal("status" in answer && answer.status, 400, url);
  }
});

test("a person who follows the address comes in once", () => {
  const { guard, keys } = entered();
  const url = `/?token=${keys.newToken()}`;
  const knock = { method: "GET", url, headers: { host: `localhost:${PORT}`, "sec-fetch-site": "none" } };
  assert.equal(guard(knock).outcome, "enter");
  const again = guard(knock);
  assert.equal("status" in again && again.status, 401);
});

test("another page cannot send a browser through the address", () => {
  const { guard, keys } = entered();
  const url = `/?token=${keys.newToken()}`;
  const headers = { host: `127.0.0.1:${PORT}`, "sec-fetch-site": "cross-site" };
  const answer = guard({ method: "GET", url, headers });
  assert.equal("status" in answer && answer.status, 403);
  const own = guard({ method: "GET", url, headers: { ...headers, "sec-fetch-site": "none" } });
  assert.equal(own.outcome, "enter", "and the token was not used up by it");
});
