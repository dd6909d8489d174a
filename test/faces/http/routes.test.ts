import assert from "node:assert/strict";
import { test } from "node:test";
import { allRoutes } from "../../../src/faces/http/routes.ts";

test("every route has its own address, names its command, and rejects unknown fields", () => {
  const addresses = allRoutes().map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(addresses).size, addresses.length);
  for (const { path, verb, check } of allRoutes()) {
    assert.match(path, /^\/api\/[a-z]+(?:\/[a-z]+){0,2}$/);
    assert.notEqual(verb, "");
    assert.throws(() => check({ "no such field": 1 }), /no such field/, path);
  }
});
