import assert from "node:assert/strict";
import { test } from "node:test";
import { gateOf, type Knock } from "../../src/mcp/gate.ts";

const gate = gateOf({ token: "0123456789abcdef", port: 7000 });
const good: Knock = { host: "127.0.0.1:7000", origin: undefined, authorization: "Bearer 0123456789abcdef" };

const knocks: [what: string, knock: Partial<Knock>, status: 200 | 401 | 403][] = [
  ["this machine by number", {}, 200],
  ["this machine by name", { host: "localhost:7000" }, 200],
  ["this machine over IPv6", { host: "[::1]:7000" }, 200],
  ["a page of this server", { origin: "http://localhost:7000" }, 200],
  ["no host", { host: undefined }, 403],
  ["a name that was made to point here", { host: "evil.example:7000" }, 403],
  ["a name that begins like ours", { host: "localhost.evil.example:7000" }, 403],
  ["another port", { host: "127.0.0.1:7001" }, 403],
  ["a page elsewhere", { origin: "https://evil.example" }, 403],
  ["a page of another port", { origin: "http://localhost:3000" }, 403],
  ["a page in a file", { origin: "null" }, 403],
  ["no token", { authorization: undefined }, 401],
  ["an empty token", { authorization: "Bearer " }, 401],
  ["a part of the token", { authorization: "Bearer 0123456789abcde" }, 401],
  ["more than the token", { authorization: "Bearer 0123456789abcdef0" }, 401],
  ["another way of saying it", { authorization: "Basic 0123456789abcdef" }, 401],
];

for (const [what, knock, status] of knocks) {
  test(`${what} is answered with ${status}`, () => {
    const answer = gate({ ...good, ...knock });
    assert.equal(answer === "pass" ? 200 : answer.status, status);
  });
}
