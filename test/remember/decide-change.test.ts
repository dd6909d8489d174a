import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryRecord } from "../../src/core/record/record.ts";
import { type ChangeAsk, decideChange, type WantedChange } from "../../src/remember/decide-change.ts";
import { AUTHORITIES } from "../fixtures/authorities.ts";
import { keptRecord, recordId } from "../fixtures/records.ts";

const LATER = "2026-03-02T09:00:00.000Z";
const NOTHING_KNOWN = { sameKey: [], buried: { id: false, text: false }, review: "off" };
const AGENT: ChangeAsk = {
  caller: "agent",
  author: { actor: "agent", by: "an agent, through MCP" },
  known: NOTHING_KNOWN,
};
const PERSON: ChangeAsk = { caller: "person", author: { actor: "person", by: "a person, on the command line" } };

function changed(parts: Partial<MemoryRecord>, edit: Partial<MemoryRecord>, verb: WantedChange["verb"] = "update") {
  const kept = keptRecord(parts);
  return { kept, verb, next: { ...kept.record, ...edit, updatedAt: LATER } };
}

test("an edit that makes a duplicate merges the record into the other one", () => {
  const text = "Release builds run on the staging cluster";
  const other = keptRecord({ text });
  const wanted = changed({ text: "Old words entirely" }, { text });
  const decision = decideChange(wanted, { ...PERSON, similar: [other] });
  assert.equal(decision.outcome, "merged");
  assert.ok("changes" in decision && decision.id === other.record.id);
  const [change] = decision.changes;
  assert.ok(change?.op === "put" && change.record.id === wanted.kept.record.id);
  assert.equal(change.record.status, "superseded");
});

for (const { name, fields, rank } of AUTHORITIES) {
  test(`a person's edit that repeats a record (${name}) leaves ${rank === 0 ? "that record" : "the edited one"}`, () => {
    const text = "Release builds run on the staging cluster";
    const other = keptRecord({ ...fields, id: recordId("other"), text });
    const wanted = changed({ id: recordId("edited"), trust: "agent", text: "Old words entirely" }, { text });
    const decision = decideChange(wanted, { ...PERSON, similar: [other] });
    assert.ok(decision.outcome === "merged");
    const [left, gone] = rank === 0 ? ["other", "edited"] : ["edited", "other"];
    assert.equal(decision.id, recordId(left));
    const change = decision.changes.at(-1);
    assert.ok(change?.op === "put");
    assert.deepEqual([change.record.id, change.record.status], [recordId(gone), "superseded"]);
  });
}

test("an agent's change to a person's record is proposed with the record before and after, and the reason", () => {
  const wanted = changed({ trust: "person" }, { text: "Other words" });
  assert.deepEqual(decideChange(wanted, { ...AGENT, why: "The port changed." }), {
    outcome: "proposed",
    act: "edit",
    before: wanted.kept.record,
    record: wanted.next,
    reason: "You stated this record, so an agent's change needs your confirmation. The reason given: The port changed.",
  });
});

const ACTS: readonly [what: string, wanted: WantedChange, act: string][] = [
  ["a new text", changed({ trust: "person" }, { text: "Other words" }), "edit"],
  ["an expiry", changed({ trust: "person" }, { expires: "2027-01-01T00:00:00.000Z" }), "expire"],
  ["another type", changed({ type: "fact" }, { type: "decision" }, "reclassify"), "reclassify"],
  ["a rule", changed({ type: "fact", trust: "agent" }, { type: "policy" }, "reclassify"), "make a rule"],
  ["archiving", changed({ trust: "person" }, { status: "archived" }, "archive"), "archive"],
  ["restoring", changed({ trust: "person", status: "archived" }, { status: "active" }, "restore"), "restore"],
  ["removing", { kept: keptRecord({ trust: "person" }), verb: "delete" }, "delete"],
  [
    "restoring an archived rule of an agent",
    changed({ type: "policy", trust: "agent", status: "archived" }, { status: "active" }, "restore"),
    "restore",
  ],
  ["rewording an agent's rule", changed({ type: "policy", trust: "agent" }, { text: "Other words" }), "edit"],
];

for (const [what, wanted, act] of ACTS) {
  test(`an agent's proposal of ${what} states the act: ${act}`, () => {
    const decision = decideChange(wanted, AGENT);
    assert.ok(decision.outcome === "proposed", decision.outcome);
    assert.deepEqual([decision.act, decision.before], [act, wanted.kept.record]);
  });
}

test("a change needs the person if learning the result would", () => {
  const own = { trust: "agent", type: "fact" } as const;
  const theirs = keptRecord({ trust: "person", type: "fact", key: "port", text: "The port is 80" });
  const accepted = keptRecord({ trust: "external", accepted: true, type: "fact", key: "port", text: "The port is 80" });
  const cases: readonly [WantedChange, Partial<typeof NOTHING_KNOWN> | object, string][] = [
    [
      changed(own, { text: "Deleted words" }),
      { buried: { id: false, text: true } },
      "It was deleted or dismissed before.",
    ],
    [
      changed(own, { text: "Any words" }),
      { review: "all" },
      "Every new record needs your confirmation (review is all).",
    ],
    [
      changed(own, { key: "port" }),
      { sameKey: [theirs] },
      `It contradicts ${theirs.record.id}, which comes from a person: "The port is 80"`,
    ],
    [
      changed(own, { key: "port" }),
      { sameKey: [accepted] },
      `It contradicts ${accepted.record.id}, which you accepted: "The port is 80"`,
    ],
    [
      changed({ ...own, key: "port", status: "superseded" }, { status: "active" }, "restore"),
      { sameKey: [theirs] },
      `It contradicts ${theirs.record.id}, which comes from a person: "The port is 80"`,
    ],
  ];
  for (const [wanted, known, reason] of cases) {
    const decision = decideChange(wanted, { ...AGENT, known: { ...NOTHING_KNOWN, ...known } });
    assert.ok(decision.outcome === "proposed", decision.outcome);
    assert.equal(decision.reason, reason);
  }
  const tagged = decideChange(changed(own, { tags: ["x"] }), { ...AGENT, known: { ...NOTHING_KNOWN, review: "all" } });
  assert.equal(tagged.outcome, "remembered");
});

test("what a person changes or archives is the person's from then on", () => {
  const putBy = (wanted: WantedChange) => {
    const decision = decideChange(wanted, PERSON);
    assert.ok("changes" in decision);
    const [change] = decision.changes;
    return change?.op === "put" ? change.record.accepted : "removed";
  };
  assert.equal(putBy(changed({ trust: "agent" }, { text: "Other words" })), true);
  assert.equal(putBy(changed({ trust: "agent" }, { type: "policy" }, "reclassify")), true);
  assert.equal(putBy(changed({ trust: "agent" }, { status: "archived" }, "archive")), true);
  assert.equal(putBy(changed({ trust: "person" }, { text: "Other words" })), undefined);
});
