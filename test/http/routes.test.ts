import assert from "node:assert/strict";
import { test } from "node:test";
import { ROUTES } from "../../src/http/routes.ts";

test("every route has one place, names its verb, and takes nothing that it does not name", () => {
  const places = ROUTES.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(places).size, places.length);
  for (const { path, verb, takes } of ROUTES) {
    assert.match(path, /^\/api\/[a-z]+(?:\/[a-z]+)?$/);
    assert.notEqual(verb, "");
    const parsed = takes.safeParse({ "no such field": 1 });
    const issues = parsed.success ? [] : parsed.error.issues.map(({ code }) => code);
    assert.ok(issues.includes("unrecognized_keys"), path);
  }
});
