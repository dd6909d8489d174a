import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecordType, Scope } from "../../src/core/record/record.ts";
import { classify } from "../../src/remember/classify.ts";

/** What a statement is, and whose it is when it is said inside a project. */
const STATEMENTS: readonly (readonly [string, RecordType, Scope])[] = [
  // Tastes.
  ["I prefer concise answers", "preference", "global"],
  ["I like small commits", "preference", "global"],
  ["I'd prefer tabs", "preference", "global"],
  ["My favourite editor is helix", "preference", "global"],
  ["Prefers stdlib over deps", "preference", "project"],
  ["Use pnpm, not npm", "preference", "project"],
  ["Please use British spelling in replies", "preference", "global"],
  ["We prefer composition over inheritance in this repo", "preference", "project"],
  ["I want explanations before code", "preference", "global"],
  ["Keep answers short", "preference", "global"],
  ["I always use dark mode", "preference", "global"],
  // Rules.
  ["Never commit secrets", "policy", "project"],
  ["All endpoints must check the tenant", "policy", "project"],
  ["Reviews are required before merging", "policy", "project"],
  ["Do not log personal data", "policy", "project"],
  ["No deploys without a second pair of eyes", "policy", "project"],
  ["Always sign releases", "policy", "project"],
  ["Every migration has to be reversible", "policy", "project"],
  // How it is built.
  ["Auth is a separate service", "architecture", "project"],
  ["The API layer calls the domain layer through ports", "architecture", "project"],
  ["Orders and billing talk through an event bus", "architecture", "project"],
  ["The monolith is split into modules by team", "architecture", "project"],
  ["The web app reads through the gateway only", "architecture", "project"],
  // Choices.
  ["Chose SQLite over Postgres for X", "decision", "project"],
  ["We decided to drop Windows support", "decision", "project"],
  ["We went with Hono because it is small", "decision", "project"],
  ["Settled on UTC everywhere", "decision", "project"],
  ["We picked Vite over webpack for its speed", "decision", "project"],
  // What goes wrong.
  ["Don't use the ORM for bulk inserts", "pitfall", "project"],
  ["The build fails when NODE_ENV is unset", "pitfall", "project"],
  ["Beware: the cache is never invalidated on rename", "pitfall", "project"],
  ["Tests hang if Docker is not running", "pitfall", "project"],
  ["When the queue is full the worker crashes", "pitfall", "project"],
  ["Watch out for time zones in the report job", "pitfall", "project"],
  ["Staging is down today because of the outage", "pitfall", "project"],
  // Ways to do something.
  ["Deploy: first build, then push", "workflow", "project"],
  ["1. Build\n2. Test\n3. Push", "workflow", "project"],
  ["npm ci && npm run build && npm publish", "workflow", "project"],
  ["build -> test -> deploy", "workflow", "project"],
  ["To release: bump the version, then tag, then push the tag", "workflow", "project"],
  // What is so.
  ["API rate limit is 100/min", "fact", "project"],
  ["The staging server is at staging.example.com", "fact", "project"],
  ["The fiscal year starts in April", "fact", "project"],
  ["Release notes live in docs/releases", "fact", "project"],
  ["The team meets on Tuesdays", "fact", "project"],
  ["The service runs on port 8080", "fact", "project"],
  ["The payment service is slow on Mondays", "fact", "project"],
  ["I live in Berlin", "fact", "global"],
  ["My GitHub name is octocat", "fact", "global"],
];

for (const [text, type, scope] of STATEMENTS) {
  test(`${JSON.stringify(text)} is a ${type} of ${scope} scope`, () => {
    const decided = classify(text, { inProject: true });
    assert.deepEqual({ type: decided.type, scope: decided.scope }, { type, scope }, decided.why);
  });
}

test("outside of a project everything is global", () => {
  for (const [text, type] of STATEMENTS) {
    const decided = classify(text, { inProject: false });
    assert.deepEqual({ type: decided.type, scope: decided.scope }, { type, scope: "global" }, text);
    assert.match(decided.why, /; there is no project here$/);
  }
});

test("the reason names the deciding rule", () => {
  assert.equal(classify("I prefer concise answers", { inProject: true }).why, "it states a preference, about you");
  assert.equal(classify("Never commit secrets", { inProject: true }).why, "it states a rule, about this project");
  assert.equal(classify("API rate limit is 100/min", { inProject: true }).why, "it states a fact, about this project");
});
