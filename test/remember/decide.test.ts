import assert from "node:assert/strict";
import { test } from "node:test";
import { keyFor } from "../../src/core/record/key.ts";
import { type MemoryRecord, type RecordType, TRUSTS, type Trust, TYPES } from "../../src/core/record/record.ts";
import { type Arrival, type Decision, decide, type Known } from "../../src/remember/decide.ts";
import { AUTHORITY_PAIRS } from "../fixtures/authorities.ts";
import { keptRecord, recordOf } from "../fixtures/records.ts";

const AUTHOR = { actor: "person", by: "a test" } as const;
const LATER = "2026-03-02T10:00:00.000Z";

function decided(record: MemoryRecord, given: Partial<Known & Arrival> = {}): Decision {
  const { byModel = false, isAccepted = false, ...known } = given;
  const { by } = keyFor(record.text, record.key === keyFor(record.text).key ? undefined : record.key);
  const nothing: Known = { similar: [], sameKey: [], buried: { id: false, text: false }, review: "off" };
  return decide({ record, keyBy: by }, { ...nothing, ...known }, { author: AUTHOR, byModel, isAccepted });
}

/** A text for each type; none of them says anything about a topic. */
const statedAs = (type: RecordType, trust: Trust): MemoryRecord =>
  recordOf({ type, trust, text: `Something that is kept as a ${type}.` });

/** Section "Trust" of the specification, as a table: what is active at once, by source. */
const ACTIVE_AT_ONCE: Readonly<Record<Trust, readonly RecordType[]>> = {
  person: TYPES,
  team: ["decision", "pitfall", "fact", "habit"],
  agent: ["decision", "workflow", "pitfall", "fact", "habit"],
  repo: ["decision", "pitfall", "fact", "habit"],
  tool: ["decision", "pitfall", "fact", "habit"],
  external: ["decision", "pitfall", "fact", "habit"],
};

for (const trust of TRUSTS) {
  for (const type of TYPES) {
    const outcome = ACTIVE_AT_ONCE[trust].includes(type) ? "remembered" : "proposed";
    test(`a ${type} from ${trust} is ${outcome}`, () => {
      const record = statedAs(type, trust);
      const decision = decided(record);
      assert.equal(decision.outcome, outcome);
      if (decision.outcome === "remembered") {
        const why = { verb: "add", ...AUTHOR };
        assert.deepEqual(decision.changes, [{ op: "put", record, base: null, why }]);
      }
    });
  }
}

test("if review is all, everything is proposed, also a person's statement", () => {
  for (const trust of TRUSTS) {
    for (const type of TYPES) assert.equal(decided(statedAs(type, trust), { review: "all" }).outcome, "proposed");
  }
});

test("if review is low, a model's record is proposed, also of words of the person, and a record by rules is not", () => {
  const fact = statedAs("fact", "agent");
  assert.equal(decided(fact, { review: "low", byModel: true }).outcome, "proposed");
  assert.equal(decided(fact, { review: "low", byModel: false }).outcome, "remembered");
  assert.equal(decided(fact, { review: "off", byModel: true }).outcome, "remembered");
  assert.equal(decided(statedAs("fact", "person"), { review: "low", byModel: true }).outcome, "proposed");
});

test("no setting of review admits a rule from outside", () => {
  for (const review of ["off", "low", "all"]) {
    for (const trust of ["repo", "tool", "external"] as const) {
      for (const type of ["policy", "preference", "workflow"] as const) {
        assert.equal(decided(statedAs(type, trust), { review }).outcome, "proposed", `${review} ${trust} ${type}`);
      }
    }
  }
});

test("an accepted record is kept, whatever the reason for the proposal", () => {
  const decision = decided(statedAs("policy", "external"), {
    review: "all",
    buried: { id: true, text: true },
    isAccepted: true,
  });
  assert.equal(decision.outcome, "remembered");
});

test("a deleted record returns only by a person", () => {
  for (const buried of [
    { id: true, text: false },
    { id: false, text: true },
  ]) {
    assert.deepEqual(decided(statedAs("fact", "agent"), { buried }), {
      outcome: "proposed",
      act: "keep",
      record: statedAs("fact", "agent"),
      reason: "It was deleted or dismissed before.",
    });
    const mine = decided(statedAs("fact", "person"), { buried });
    assert.equal(mine.outcome, "remembered");
    assert.equal((mine as { liftTombstone: boolean }).liftTombstone, true);
  }
});

test("an agent lifts no tombstone", () => {
  assert.equal((decided(statedAs("fact", "agent")) as { liftTombstone: boolean }).liftTombstone, false);
});

const SECRET = `ghp_${"a1B2".repeat(9)}`;

test("a secret in any field is refused, and the refusal does not repeat it", () => {
  const places: Partial<MemoryRecord>[] = [
    { text: `The token is ${SECRET}` },
    { key: SECRET },
    { value: SECRET },
    { steps: ["login", `curl -H "Authorization: Bearer ${SECRET}"`] },
    { tags: [SECRET] },
    { aliases: [SECRET] },
    { keywords: [SECRET] },
    { paths: [SECRET] },
    { source: SECRET },
  ];
  for (const place of places) {
    const decision = decided(recordOf(place), { isAccepted: true });
    assert.equal(decision.outcome, "refused", Object.keys(place)[0]);
    assert.ok(!JSON.stringify(decision).includes(SECRET));
    assert.match(
      (decision as { reason: string }).reason,
      /^It contains a secret \(.+\)\. Remove the secret and try again\.$/,
    );
  }
});

const OLD_TEXT = "Integration tests need docker running";
const SAME_TEXT = "The integration tests need docker running here";

/** What becomes of a record when `next` says the same. */
function mergedWith(old: Partial<MemoryRecord>, next: Partial<MemoryRecord>): MemoryRecord {
  const duplicate = keptRecord({ text: OLD_TEXT, ...old });
  const decision = decided(recordOf({ text: SAME_TEXT, updatedAt: LATER, ...next }), { similar: [duplicate] });
  assert.equal(decision.outcome, "merged");
  const { changes, id, reason } = decision as Decision & { outcome: "merged" };
  assert.equal(id, duplicate.record.id);
  assert.equal(reason, `It says the same as ${duplicate.record.id}.`);
  const change = changes[0];
  if (change === undefined) return duplicate.record;
  assert.deepEqual(
    { ...change, record: undefined },
    {
      op: "put",
      base: duplicate.version,
      why: { verb: "merge", ...AUTHOR },
      record: undefined,
    },
  );
  return (change as { record: MemoryRecord }).record;
}

test("a near-duplicate is merged; if it adds nothing, nothing is written", () => {
  assert.deepEqual(mergedWith({}, {}), recordOf({ text: OLD_TEXT }));
});

test("merging unites tags, aliases and keywords", () => {
  const lists = (a: string, b: string) => ({ tags: [a, b], aliases: [a, b], keywords: [a, b] });
  const { tags, aliases, keywords, updatedAt } = mergedWith(lists("a", "b"), lists("b", "c"));
  assert.deepEqual(
    { tags, aliases, keywords, updatedAt },
    {
      tags: ["a", "b", "c"],
      aliases: ["a", "b", "c"],
      keywords: ["a", "b", "c"],
      updatedAt: LATER,
    },
  );
});

test("merging unites paths, and without paths it applies everywhere", () => {
  assert.deepEqual(mergedWith({ paths: ["a/**"] }, { paths: ["b/**"] }).paths, ["a/**", "b/**"]);
  assert.deepEqual(mergedWith({ paths: ["a/**"] }, { paths: [] }).paths, []);
  assert.deepEqual(mergedWith({ paths: [] }, { paths: ["b/**"] }).paths, []);
});

test("merging keeps the higher priority and the higher confidence", () => {
  const { priority, confidence } = mergedWith({ confidence: 0.7 }, { priority: "critical", confidence: 0.5 });
  assert.deepEqual({ priority, confidence }, { priority: "critical", confidence: 0.7 });
});

test("merging never raises trust", () => {
  for (const old of TRUSTS) {
    for (const next of TRUSTS) {
      // Types that need no confirmation, so that a repetition from any source is merged.
      const { trust } = mergedWith({ trust: old }, { trust: next });
      assert.equal(trust, old, `${old} repeated by ${next}`);
    }
  }
});

test("a person who repeats an agent's record accepts it", () => {
  assert.equal(mergedWith({ trust: "agent" }, { trust: "person" }).accepted, true);
  assert.equal(mergedWith({ trust: "external" }, { trust: "person" }).accepted, true);
  assert.equal(mergedWith({ trust: "external" }, { trust: "agent" }).accepted, undefined);
});

test("a weaker source adds nothing to a stronger one's record", () => {
  const next = { trust: "agent", priority: "critical", tags: ["x"], paths: ["y"] } as const;
  assert.deepEqual(mergedWith({ trust: "person" }, next), recordOf({ text: OLD_TEXT, trust: "person" }));
});

test("an archived record that a person adds again is active again", () => {
  const archived = { status: "archived", statusReason: "archived by hand" } as const;
  const record = mergedWith(archived, {});
  assert.equal(record.status, "active");
  assert.equal(record.statusReason, undefined);
});

test("an agent does not restore a record that a person archived", () => {
  const archived = { status: "archived", statusReason: "archived by hand" } as const;
  assert.equal(mergedWith(archived, { trust: "agent" }).status, "archived");
});

test("an expired record that is added again does not expire at once", () => {
  const expired = { status: "archived", statusReason: "expired on 2026-02-01", expires: "2026-02-01" } as const;
  assert.equal(mergedWith(expired, {}).expires, undefined);
  assert.equal(mergedWith(expired, { expires: "2026-05-01" }).expires, "2026-05-01");
  assert.equal(mergedWith({ expires: "2026-09-01" }, {}).expires, "2026-09-01");
});

test("a record of another type, or a superseded one, is not a duplicate", () => {
  const incoming = recordOf({ text: SAME_TEXT });
  for (const parts of [{ type: "policy" }, { status: "superseded" }] as const) {
    assert.equal(decided(incoming, { similar: [keptRecord({ text: OLD_TEXT, ...parts })] }).outcome, "remembered");
  }
});

test("a new choice on a topic replaces the old one, which stays as history", () => {
  const old = keptRecord({ type: "preference", text: "Use npm" });
  const next = recordOf({ type: "preference", text: "Use pnpm", updatedAt: LATER });
  assert.deepEqual(decided(next, { sameKey: [old] }), {
    outcome: "superseded",
    changes: [
      { op: "put", record: { ...next, supersedes: [old.record.id] }, base: null, why: { verb: "add", ...AUTHOR } },
      {
        op: "put",
        record: {
          ...old.record,
          status: "superseded",
          statusReason: `superseded by ${next.id}`,
          updatedAt: LATER,
        },
        base: old.version,
        why: { verb: "supersede", ...AUTHOR },
      },
    ],
    id: next.id,
    reason: `It replaces ${old.record.id}.`,
    liftTombstone: true,
  });
});

test("a choice on a topic replaces one of another type, too", () => {
  const old = keptRecord({ type: "decision", text: "Use npm" });
  assert.equal(decided(recordOf({ type: "preference", text: "Use pnpm" }), { sameKey: [old] }).outcome, "superseded");
});

test("the same choice in other words supersedes nothing", () => {
  const old = keptRecord({ type: "preference", text: "Use pnpm" });
  const next = recordOf({ type: "preference", text: "We switched from yarn to pnpm" });
  assert.equal(decided(next, { sameKey: [old] }).outcome, "remembered");
});

test("a given key names one thing of its kind", () => {
  const old = keptRecord({ key: "rate", text: "The API allows 100 calls a minute" });
  const next = recordOf({ key: "rate", text: "The API allows 200 calls a minute" });
  assert.equal(decided(next, { sameKey: [old] }).outcome, "superseded");
  assert.equal(decided({ ...next, type: "pitfall" }, { sameKey: [old] }).outcome, "remembered");
});

test("slugs never supersede, whatever the values", () => {
  const next = recordOf({ text: "The API allows 200 calls a minute", value: "200" });
  const old = keptRecord({ key: next.key, text: "The API allows 200 calls a minute, or so", value: "100" });
  assert.equal(decided(next, { sameKey: [old] }).outcome, "remembered");
});

test("records for other paths are not contradicted", () => {
  const old = keptRecord({ type: "preference", text: "Use spaces" });
  const narrow = recordOf({ type: "preference", text: "Use tabs", paths: ["legacy/**"] });
  assert.equal(decided(narrow, { sameKey: [old] }).outcome, "remembered");
  const bound = keptRecord({ type: "preference", text: "Use spaces", paths: ["legacy/**"] });
  assert.equal(decided(narrow, { sameKey: [bound] }).outcome, "superseded");
});

test("habits and workflows are not choices on a topic", () => {
  const habit = keptRecord({ type: "habit", habit: "recurring_command", key: "package-manager", value: "npm" });
  const workflow = keptRecord({ type: "workflow", key: "package-manager", value: "npm" });
  const next = recordOf({ type: "preference", text: "Use pnpm" });
  assert.equal(decided(next, { sameKey: [habit, workflow] }).outcome, "remembered");
});

for (const [next, old] of AUTHORITY_PAIRS) {
  const isWeaker = next.rank > old.rank;
  test(`a record (${next.name}) that contradicts another (${old.name}) ${isWeaker ? "is a suggestion" : "replaces it"}`, () => {
    const kept = keptRecord({ ...old.fields, key: "rate", text: "The API allows 100 calls a minute" });
    const record = recordOf({ ...next.fields, key: "rate", text: "The API allows 200 calls a minute" });
    const decision = decided(record, { sameKey: [kept] });
    assert.equal(decision.outcome, isWeaker ? "proposed" : "superseded");
    if (decision.outcome === "proposed") {
      assert.match(decision.reason, /"The API allows 100 calls a minute"$/);
      assert.equal(decision.record, record);
    }
  });

  test(`a repetition (${next.name}) changes a record (${old.name}) ${isWeaker ? "in nothing" : "and never lowers it"}`, () => {
    const merged = mergedWith(old.fields, { ...next.fields, tags: ["x"], priority: "critical" });
    assert.equal(merged.trust, old.fields.trust);
    if (isWeaker) assert.deepEqual(merged, recordOf({ text: OLD_TEXT, ...old.fields }));
    else assert.equal(merged.trust === "person" || merged.accepted === true, old.rank === 0 || next.rank === 0);
  });
}

test("an accepted record may replace a stronger one", () => {
  const old = keptRecord({ trust: "person", key: "rate", text: "The API allows 100 calls a minute" });
  const next = recordOf({ trust: "agent", key: "rate", text: "The API allows 200 calls a minute", accepted: true });
  assert.equal(decided(next, { sameKey: [old], isAccepted: true }).outcome, "superseded");
});

test("what a person says again with a word more replaces what they said before; another name or number does not", () => {
  const older = keptRecord({ type: "fact", trust: "person", text: "I'm unfamiliar with modern Python" });
  const outcomeOf = (text: string): string => {
    const decision = decided(recordOf({ type: "fact", trust: "person", text }), { similar: [older] });
    return decision.outcome;
  };
  assert.deepEqual(
    [
      "I am unfamiliar with modern python tooling",
      "I'm unfamiliar with modern Ruby",
      "I'm unfamiliar with modern Python and Ruby",
      "I'm unfamiliar with modern Python 3",
      "I'm not unfamiliar with modern Python",
    ].map(outcomeOf),
    ["superseded", "remembered", "remembered", "remembered", "remembered"],
  );
});
