import assert from "node:assert/strict";
import { test } from "node:test";
import type { NominatedGuard } from "../../src/core/session/session.ts";
import { provenGuards } from "../../src/learn/guard/prove-guards.ts";

const ROWS: readonly (readonly [string, NominatedGuard, object | undefined])[] = [
  [
    "please no npm around here, it's pnpm land",
    { kind: "instead", what: "npm", other: "pnpm" },
    { instead: { npm: "pnpm" } },
  ],
  ["I handle pushing, hands off", { kind: "deny", what: "git push" }, { deny: "git push" }],
  ["I handle pushing, hands off", { kind: "deny", what: "git commit" }, undefined],
  ["I'd rather you asked me first", { kind: "deny", what: "terraform apply", ask: true }, undefined],
  ["hands off the migrations folder", { kind: "protect", what: "db/migrations/**" }, { protect: "db/migrations/**" }],
  ["hands off the migrations folder", { kind: "protect", what: "src/**" }, undefined],
  [
    "console.log has no business in the app",
    { kind: "text", what: "console\\.log\\(", other: "app/**" },
    { text: { in: "app/**", adds: "console\\.log\\(" } },
  ],
  ["console.log has no business here", { kind: "text", what: "console(?=x)", other: "**/*.ts" }, undefined],
  ["run it, fine", { kind: "deny", what: "" }, undefined],
];

for (const [quote, draft, guard] of ROWS) {
  test(`"${quote}" ${guard === undefined ? "does not prove" : "proves"} ${draft.kind} ${draft.what}`, () => {
    assert.deepEqual(provenGuards([draft], quote), guard === undefined ? [] : [guard]);
  });
}
