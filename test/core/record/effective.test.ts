import assert from "node:assert/strict";
import { test } from "node:test";
import { authorityConflicts, claimOf, inForce, projectClaims } from "../../../src/core/record/effective.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { AUTHORITY_PAIRS } from "../../fixtures/authorities.ts";
import { recordOf } from "../../fixtures/records.ts";

const theirs = (parts: Partial<MemoryRecord> = {}): MemoryRecord =>
  recordOf({ scope: "project", project: "prj_0123456789abcdefgh", ...parts });

/** Which of the texts apply, given the claims of the project's records. */
function effectiveTexts(records: readonly MemoryRecord[]): string[] {
  const items = records.map((record) => ({ record }));
  const { inForce: inside, shadowed } = inForce(items, projectClaims(items));
  assert.equal(inside.length + shadowed.length, records.length);
  return inside.map(({ record }) => record.text);
}

test("a record claims its named key, whatever its type; a habit and a workflow have keys of their own", () => {
  assert.equal(claimOf(recordOf({ type: "preference", text: "Use pnpm" })), "statement package-manager");
  assert.equal(claimOf(recordOf({ type: "fact", key: "Rate", text: "100 a minute" })), "statement rate");
  assert.equal(
    claimOf(recordOf({ type: "workflow", key: "release", text: "npm version → npm publish" })),
    "workflow release",
  );
  assert.equal(
    claimOf(recordOf({ type: "habit", habit: "preferred_cwd", key: "/srv", text: "Works in /srv" })),
    "preferred_cwd /srv",
  );
});

test("a slug claims nothing", () => {
  assert.equal(claimOf(recordOf({ text: "The API allows 100 calls a minute" })), undefined);
});

test("a team's choice shadows only what is of the same space", () => {
  const team = (space: string, text: string, parts: Partial<MemoryRecord> = {}) => ({
    record: recordOf({ type: "preference", text, trust: "team", accepted: true, ...parts }),
    space,
  });
  const inProject = { scope: "project", project: "prj_0123456789abcdefgh" } as const;
  const items = [
    { record: recordOf({ type: "preference", text: "Use pnpm" }) },
    team("one", "Use npm"),
    team("two", "Use bun"),
    team("one", "Use yarn", inProject),
  ];
  const { shadowed } = inForce(items, projectClaims(items));
  assert.deepEqual(
    shadowed.map(({ record }) => record.text),
    ["Use npm"],
  );
  const own = [...items, { record: theirs({ type: "preference", text: "Use npm" }) }];
  assert.equal(inForce(own, projectClaims(own)).shadowed.length, 3);
});

test("the project's choice shadows the person's", () => {
  const mine = recordOf({ type: "preference", text: "Use pnpm" });
  assert.deepEqual(effectiveTexts([mine, theirs({ type: "preference", text: "Use yarn" })]), ["Use yarn"]);
});

test("a project's record shadows by key whatever the types", () => {
  const mine = recordOf({ type: "preference", text: "Use yarn" });
  const never = "Never use yarn here; use bun";
  assert.deepEqual(effectiveTexts([mine, theirs({ type: "policy", text: never })]), [never]);
});

test("another key, a workflow or a habit shadows no statement", () => {
  const mine = recordOf({ type: "preference", text: "Use pnpm" });
  const workflow = theirs({ type: "workflow", key: "package-manager", text: "Switch it" });
  assert.deepEqual(effectiveTexts([mine, workflow]), ["Use pnpm", "Switch it"]);
  assert.deepEqual(effectiveTexts([mine, theirs({ type: "preference", text: "Use tabs" })]), ["Use pnpm", "Use tabs"]);
});

test("keys are compared without regard to case", () => {
  const mine = recordOf({ key: "Rate-Limit", text: "100 a minute" });
  assert.deepEqual(effectiveTexts([mine, theirs({ key: "rate-limit", text: "50 a minute" })]), ["50 a minute"]);
});

test("two records of the project never shadow each other", () => {
  const records = [theirs({ type: "preference", text: "Use pnpm" }), theirs({ type: "preference", text: "Use yarn" })];
  assert.deepEqual(effectiveTexts(records), ["Use pnpm", "Use yarn"]);
});

for (const [own, general] of AUTHORITY_PAIRS) {
  const isShadowed = own.rank <= general.rank;
  test(`a project's record (${own.name}) ${isShadowed ? "shadows" : "applies next to"} a global one (${general.name})`, () => {
    const mine = recordOf({ type: "preference", text: "Use pnpm", ...general.fields });
    const other = theirs({ type: "preference", text: "Use yarn", ...own.fields });
    assert.deepEqual(effectiveTexts([mine, other]), isShadowed ? ["Use yarn"] : ["Use pnpm", "Use yarn"]);
    assert.deepEqual(
      authorityConflicts([{ record: mine }, { record: other }]),
      isShadowed ? [] : [{ own: other, stronger: mine }],
    );
  });
}
