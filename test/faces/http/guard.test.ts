import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { createGuard, LOGIN_PATH, PAGE_HEADER } from "../../../src/faces/http/guard.ts";
import { createLogin } from "../../../src/faces/http/login.ts";
import { allRoutes } from "../../../src/faces/http/routes.ts";
import {
  type Attack,
  METHODS,
  ownHeaders,
  PORT,
  SITE_ATTACKS,
  TOKEN_ATTACKS,
  WRITING_ATTACKS,
} from "./request-cases.ts";

const clock = (): number => 0;

function loggedIn() {
  const login = createLogin({ clock, random: randomBytes });
  const guard = createGuard({ port: PORT, login });
  const exchanged = login.exchange(login.newKey());
  assert.ok(typeof exchanged === "object" && "token" in exchanged);
  return { guard, login, token: exchanged.token };
}

const files = ["GET /", "GET /app.js", "GET /style.css", "GET /nowhere"];
const api = [
  "GET /api/live",
  "GET /api/nowhere",
  "GET /api/login",
  ...allRoutes().map(({ method, path }) => `${method} ${path}`),
];
const paths = [...files, ...api, "POST /api/login"];

test("the page itself passes on every route", () => {
  const { guard, token } = loggedIn();
  for (const path of paths) {
    const [method = "", url = ""] = path.split(" ");
    const outcome = files.includes(path) ? "file" : url === LOGIN_PATH && method === "POST" ? "log in" : "api";
    assert.equal(guard({ method, url, headers: ownHeaders(token) }).outcome, outcome, path);
  }
});

test("only the page's files and the login need no token, however the path is written", () => {
  const { guard } = loggedIn();
  const headers = { host: `127.0.0.1:${PORT}`, "content-type": "application/json", [PAGE_HEADER]: "1" };
  for (const url of [
    "/api/status",
    "/./api/status",
    "/x/../api/status",
    "/api/login/../status",
    "/api/status?token=1",
  ]) {
    for (const method of ["GET", "POST"]) assert.equal(guard({ method, url, headers }).outcome, "refuse", url);
  }
  for (const url of ["/", "/app.js"]) assert.equal(guard({ method: "POST", url, headers }).outcome, "refuse", url);
  assert.equal(guard({ method: "POST", url: LOGIN_PATH, headers }).outcome, "log in");
});

function assertRefused(path: string, { name, headers, status }: Attack): void {
  const { guard, token } = loggedIn();
  const [method = "", url = ""] = path.split(" ");
  const answer = guard({ method, url, headers: headers(token) });
  assert.equal(answer.outcome, "refuse", `${path}: ${name}`);
  assert.equal("status" in answer && answer.status, status, `${path}: ${name}`);
}

for (const attack of SITE_ATTACKS) {
  test(`${attack.name} is answered with ${attack.status} on every route and file`, () => {
    for (const path of paths) assertRefused(path, attack);
  });
}

for (const attack of TOKEN_ATTACKS) {
  test(`${attack.name} is answered with ${attack.status} on every route`, () => {
    for (const path of api) assertRefused(path, attack);
  });
}

test("a token of another server start, and a login key, are answered with 401 on every route", () => {
  const { guard, login } = loggedIn();
  for (const token of [loggedIn().token, login.newKey()]) {
    for (const path of api) {
      const [method = "", url = ""] = path.split(" ");
      const answer = guard({ method, url, headers: ownHeaders(token) });
      assert.equal("status" in answer && answer.status, 401, path);
    }
  }
});

for (const attack of WRITING_ATTACKS) {
  test(`${attack.name} is answered with ${attack.status} on every route that writes`, () => {
    const writing = paths.filter((path) => path.startsWith("POST "));
    assert.ok(writing.length > 0);
    for (const path of writing) assertRefused(path, attack);
  });
}

test("methods other than GET and POST are refused, even with the token", () => {
  const { guard, token } = loggedIn();
  for (const method of METHODS) {
    const answer = guard({ method, url: "/api/records", headers: ownHeaders(token) });
    assert.deepEqual("status" in answer && answer.status, 405, method);
  }
});

test("an invalid path, or one that names another server, is refused", () => {
  const { guard, token } = loggedIn();
  for (const url of ["//evil.example/", "http://evil.example/", "*", "\\evil"]) {
    const answer = guard({ method: "GET", url, headers: ownHeaders(token) });
    assert.equal("status" in answer && answer.status, 400, url);
  }
});
