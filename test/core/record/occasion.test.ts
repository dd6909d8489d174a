import assert from "node:assert/strict";
import { test } from "node:test";
import {
  holdsAlways,
  isEditOccasion,
  isOccasion,
  isOccasionOfPrompt,
  occasionOf,
} from "../../../src/core/record/occasion.ts";

const AT: readonly (readonly [rule: string, family: string])[] = [
  ["Run `pnpm start` before commits", "git commit"],
  ["always run specs before pushing", "git push"],
  ["When you deploy, tell the channel first", "make deploy"],
  ["Rebase before merging into main", "git merge"],
  ["Update the changelog before a release", "npm publish"],
  ["Update the changelog before a release", "gh release create"],
];
const NOT_AT: readonly (readonly [rule: string, family: string])[] = [
  ["Run `pnpm start` before commits", "git push"],
  ["Push back when I steer you", "git push"],
  ["Tell me before each run", "npm run test"],
  ["Use pnpm, not npm", "npm install"],
];

test("a rule's occasion is the clause that says when", () => {
  assert.equal(occasionOf("Always run specs before pushing."), "pushing");
  assert.equal(occasionOf("Use pnpm, not npm"), undefined);
  assert.equal(occasionOf("Push back when I steer you wrong"), undefined);
});

test("a command is the occasion of a rule that names it in this clause, and only there", () => {
  for (const [rule, family] of AT) assert.equal(isOccasion(rule, family), true, rule);
  for (const [rule, family] of NOT_AT) assert.equal(isOccasion(rule, family), false, rule);
});

test("an edit is the occasion of a rule that names the file and says that it is changed", () => {
  const rule = "When you edit migrations, add a rollback";
  assert.equal(isEditOccasion(rule, "db/migrations/0001-users.sql"), true);
  assert.equal(isEditOccasion(rule, "src/app.ts"), false);
  assert.equal(isEditOccasion("Make a backup before migrations run", "db/migrations/0001-users.sql"), false);
});

test("a prompt is the occasion of a rule by its clause, and not by the rest of the rule", () => {
  assert.equal(isOccasionOfPrompt("Always run specs before pushing", "push to github"), true);
  assert.equal(isOccasionOfPrompt("Push only after the review", "push to github"), false);
});

test("a rule that names an occasion, a file or a command to come first does not hold always", () => {
  assert.equal(holdsAlways({ text: "Use pnpm, not npm", paths: [] }), true);
  assert.equal(holdsAlways({ text: "Use tabs", paths: ["src/**"] }), false);
  assert.equal(holdsAlways({ text: "Run specs before pushing", paths: [] }), false);
  const first = { first: { command: "git push", run: "npm test" } };
  assert.equal(holdsAlways({ text: "Specs first", paths: [], guards: [first] }), false);
});
