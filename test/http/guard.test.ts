import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../src/core/base/hash.ts";
import { createGuard } from "../../src/http/guard.ts";
import { createLogin } from "../../src/http/login.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { ATTACKS, type Attack, METHODS, ownHeaders, PORT, WRITING_ATTACKS } from "./request-cases.ts";

const clock = (): number => 0;

function loggedIn() {
  const login = createLogin({ clock, random: randomBytes });
  const guard = createGuard({ port: PORT, login });
  const exchanged = login.exchange(login.newToken());
  assert.ok(typeof exchanged === "object" && "cookie" in exchanged);
  return { guard, login, cookie: exchanged.cookie };
}

const paths = [
  "GET /",
  "GET /app.js",
  "GET /style.css",
  "GET /nowhere",
  "GET /api/live",
  ...ROUTES.map(({ method, path }) => `${method} ${path}`),
];

test("the page itself passes on every route", () => {
  const { guard, cookie } = loggedIn();
  for (const path of paths) {
    const [method = "", url = ""] = path.split(" ");
    assert.equal(guard({ method, url, headers: ownHeaders(cookie) }).outcome, "pass", path);
  }
});

function assertRefused(path: string, { name, headers, status }: Attack): void {
  const { guard, cookie } = loggedIn();
  const [method = "", url = ""] = path.split(" ");
  const answer = guard({ method, url, headers: headers(cookie) });
  assert.equal(answer.outcome, "refuse", `${path}: ${name}`);
  assert.equal("status" in answer && answer.status, status, `${path}: ${name}`);
}

for (const attack of ATTACKS) {
  test(`${attack.name} is answered with ${attack.status} on every route`, () => {
    for (const path of paths) assertRefused(path, attack);
  });
}

for (const attack of WRITING_ATTACKS) {
  test(`${attack.name} is answered with ${attack.status} on every route that writes`, () => {
    const writing = paths.filter((path) => path.startsWith("POST "));
    assert.ok(writing.length > 0);
    for (const path of writing) assertRefused(path, attack);
  });
}

test("methods other than GET and POST are refused, even with the cookie", () => {
  const { guard, cookie } = loggedIn();
  for (const method of METHODS) {
    const answer = guard({ method, url: "/api/records", headers: ownHeaders(cookie) });
    assert.deepEqual("status" in answer && answer.status, 405, method);
  }
});

test("an invalid path, or one that names another server, is refused", () => {
  const { guard, cookie } = loggedIn();
  for (const url of ["//evil.example/", "http://evil.example/", "*", "\\evil"]) {
    const answer = guard({ method: "GET", url, headers: ownHeaders(cookie) });
    assert.equal("status" in answer && answer.status, 400, url);
  }
});

test("the login address works once", () => {
  const { guard, login } = loggedIn();
  const url = `/?token=${login.newToken()}`;
  const request = { method: "GET", url, headers: { host: `localhost:${PORT}`, "sec-fetch-site": "none" } };
  assert.equal(guard(request).outcome, "log in");
  const again = guard(request);
  assert.equal("status" in again && again.status, 401);
});

test("a link on another site cannot use the login address", () => {
  const { guard, login } = loggedIn();
  const url = `/?token=${login.newToken()}`;
  const headers = { host: `127.0.0.1:${PORT}`, "sec-fetch-site": "cross-site" };
  const answer = guard({ method: "GET", url, headers });
  assert.equal("status" in answer && answer.status, 403);
  const own = guard({ method: "GET", url, headers: { ...headers, "sec-fetch-site": "none" } });
  assert.equal(own.outcome, "log in", "the token is still valid");
});
