import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestHeaders } from "../../../src/core/base/loopback-access.ts";
import { requestCheck } from "../../../src/faces/mcp/http.ts";

const check = requestCheck({ token: "0123456789abcdef", port: 7000 });
const good: RequestHeaders = { host: "127.0.0.1:7000", origin: undefined, authorization: "Bearer 0123456789abcdef" };

const requests: [what: string, headers: RequestHeaders, status: 200 | 401 | 403][] = [
  ["this machine by number", {}, 200],
  ["this machine by name", { host: "localhost:7000" }, 200],
  ["this machine over IPv6", { host: "[::1]:7000" }, 200],
  ["a page of this server", { origin: "http://localhost:7000" }, 200],
  ["no host", { host: undefined }, 403],
  ["a foreign name that resolves to this machine", { host: "evil.example:7000" }, 403],
  ["a name that starts with localhost", { host: "localhost.evil.example:7000" }, 403],
  ["another port", { host: "127.0.0.1:7001" }, 403],
  ["a page elsewhere", { origin: "https://evil.example" }, 403],
  ["a page of another port", { origin: "http://localhost:3000" }, 403],
  ["a page in a file", { origin: "null" }, 403],
  ["no token", { authorization: undefined }, 401],
  ["an empty token", { authorization: "Bearer " }, 401],
  ["a part of the token", { authorization: "Bearer 0123456789abcde" }, 401],
  ["more than the token", { authorization: "Bearer 0123456789abcdef0" }, 401],
  ["the token in a cookie", { authorization: undefined, cookie: "token=0123456789abcdef" }, 401],
  ["a browser that a person used", { "sec-fetch-site": "none" }, 200],
  ["a fetch by a page of another local server", { "sec-fetch-site": "same-site" }, 403],
  ["a fetch by a page elsewhere", { "sec-fetch-site": "cross-site" }, 403],
  ["another scheme", { authorization: "Basic 0123456789abcdef" }, 401],
];

for (const [what, headers, status] of requests) {
  test(`${what} is answered with ${status}`, () => {
    const answer = check({ ...good, ...headers });
    assert.equal(answer === "pass" ? 200 : answer.status, status);
  });
}
