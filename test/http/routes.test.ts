import assert from "node:assert/strict";
import { test } from "node:test";
import { ROUTES } from "../../src/http/routes.ts";

test("every route has its own address, names its command, and rejects unknown fields", () => {
  const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(addresses).size, addresses.length);
  for (const { path, verb, takes } of ROUTES) {
    assert.match(path, /^\/api\/[a-z]+(?:\/[a-z]+)?$/);
    assert.notEqual(verb, "");
    const parsed = takes.safeParse({ "no such field": 1 });
    const issues = parsed.success ? [] : parsed.error.issues.map(({ code }) => code);
    assert.ok(issues.includes("unrecognized_keys"), path);
  }
});
