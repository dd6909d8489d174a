import assert from "node:assert/strict";
import { test } from "node:test";
import { idMaker } from "../../src/core/base/id.ts";
import type { Origin } from "../../src/core/record/record.ts";
import { type Candidate, candidate, type Speaker, type Statement } from "../../src/remember/candidate.ts";
import { BORN, recordOf } from "../fixtures/records.ts";

const NOW = Date.parse(BORN);
const PROJECT = "prj_0123456789abcdefgh";
const PERSON: Speaker = { origin: "told", trust: "person", source: "cli" };

function made(
  statement: Statement,
  { project, speaker = PERSON }: { project?: string; speaker?: Speaker } = {},
): Candidate {
  return candidate(statement, speaker, { project, nowMs: NOW, newId: idMaker(() => NOW) });
}

test("a bare statement becomes a complete record, with the reason", () => {
  const { record, keyBy, why } = made({ text: "  Use pnpm, not npm  " }, { project: PROJECT });
  assert.deepEqual(record, {
    ...recordOf({ type: "preference", text: "Use pnpm, not npm", scope: "project", project: PROJECT }),
    id: record.id,
  });
  assert.equal(keyBy, "topic");
  assert.equal(why, "It says what to use, about this project.");
});

test("a personal preference is global, also inside a project", () => {
  const { record } = made({ text: "I prefer concise answers" }, { project: PROJECT });
  assert.deepEqual([record.type, record.scope, record.project], ["preference", "global", undefined]);
});

test("a given type gets the default scope, and no reason is given", () => {
  const inside = made({ text: "I prefer concise answers", type: "preference" }, { project: PROJECT });
  assert.deepEqual([inside.record.scope, inside.record.project, inside.why], ["project", PROJECT, undefined]);
  assert.equal(made({ text: "x", type: "fact" }).record.scope, "global");
});

test("given fields are taken as they are", () => {
  const statement = {
    text: "Deploy on Fridays",
    type: "workflow",
    scope: "global",
    key: "deploy",
    value: "friday",
    steps: ["build", "push"],
    priority: "critical",
    tags: ["ops"],
    paths: ["infra/**"],
    aliases: ["ship"],
    keywords: ["release"],
    expires: "2027-01-31",
  } as const satisfies Statement;
  const { record, keyBy } = made(statement, { project: PROJECT });
  assert.deepEqual(record, { ...recordOf({ ...statement }), id: record.id });
  assert.equal(keyBy, "given");
});

test("the initial confidence follows the origin", () => {
  const of = (origin: Exclude<Origin, "observed">): number =>
    made({ text: "x" }, { speaker: { ...PERSON, origin } }).record.confidence;
  assert.deepEqual([of("told"), of("captured"), of("extracted"), of("imported")], [1, 0.8, 0.7, 0.5]);
});

const TRANSIENT = [
  "Staging is broken right now because of the migration",
  "The registry is down today",
  "CI fails on Windows until the runner is updated",
  "Login breaks with Safari at the moment",
  "There is an outage of the mail provider",
  "Uploads are currently broken",
];

for (const text of TRANSIENT) {
  test(`${JSON.stringify(text)} is kept for 30 days`, () => {
    const { record } = made({ text });
    assert.equal(record.type, "pitfall");
    assert.equal(record.expires, "2026-03-31T10:00:00.000Z");
  });
}

test("a lasting pitfall, and a fact about today, are permanent", () => {
  assert.equal(made({ text: "The build fails when NODE_ENV is unset" }).record.expires, undefined);
  assert.equal(made({ text: "The fiscal year starts today" }).record.expires, undefined);
});

test("a given expiry wins over the 30 days", () => {
  assert.equal(made({ text: "The registry is down today", expires: "2026-03-02" }).record.expires, "2026-03-02");
});
