import assert from "node:assert/strict";
import { test } from "node:test";
import { TRUSTS, type Trust, TYPES } from "../../src/core/record/record.ts";
import {
  actOfEdit,
  type OtherAct,
  type Owner,
  ownerOf,
  type RecordAct,
  type Ruling,
  rulingFor,
  rulingOn,
} from "../../src/remember/authority.ts";
import { recordOf } from "../fixtures/records.ts";

/** The expected table, cell by cell: what an agent may do to a record of each owner. */
const RECORD_ACTS: Readonly<Record<RecordAct, readonly [person: Ruling, agent: Ruling, other: Ruling]>> = {
  edit: ["proposed", "done", "done"],
  "make a rule": ["proposed", "proposed", "proposed"],
  reclassify: ["proposed", "done", "done"],
  archive: ["proposed", "done", "done"],
  restore: ["proposed", "done", "done"],
  delete: ["proposed", "done", "done"],
  forget: ["proposed", "done", "done"],
  undo: ["refused", "done", "done"],
};

const SAMPLE: Readonly<Record<Owner, { readonly trust: Trust; readonly accepted?: boolean }[]>> = {
  person: [{ trust: "person" }, ...TRUSTS.map((trust) => ({ trust, accepted: true }))],
  agent: [{ trust: "agent" }, { trust: "agent", accepted: false }],
  other: TRUSTS.filter((trust) => !["person", "agent"].includes(trust)).map((trust) => ({ trust, accepted: false })),
};

for (const [act, cells] of Object.entries(RECORD_ACTS)) {
  for (const [at, owner] of (["person", "agent", "other"] as const).entries()) {
    test(`an agent's "${act}" on a record of ${owner}: ${cells[at]}`, () => {
      for (const record of SAMPLE[owner]) {
        assert.equal(ownerOf(record), owner);
        assert.equal(rulingOn("agent", act as RecordAct, record), cells[at]);
        assert.equal(rulingOn("person", act as RecordAct, record), "done");
      }
    });
  }
}

/** What a caller may do whom neither a terminal nor a mark identifies. */
const OTHER_ACTS: Readonly<Record<OtherAct, Ruling>> = {
  "accept a repository's records": "refused",
  "approve a command": "refused",
  "approve a command, even a low-risk one": "done",
  "clear memory": "refused",
  "change settings": "done",
  "change safety settings": "refused",
  "decide on suggestions": "refused",
  "forget history": "refused",
  "import an export": "done",
  install: "refused",
  "change projects": "done",
  "confirm changed files": "refused",
};

for (const [act, unknown] of Object.entries(OTHER_ACTS) as [OtherAct, Ruling][]) {
  test(`only a person may ${act}; an unknown caller: ${unknown}`, () => {
    const callers = ["person", "agent", "unknown"] as const;
    assert.deepEqual(
      callers.map((caller) => rulingFor(caller, act)),
      ["done", "refused", unknown],
    );
  });
}

test("a change of type needs a person exactly if adding that type would", () => {
  for (const trust of TRUSTS) {
    for (const type of TYPES.filter((one) => one !== "fact")) {
      const [before, after] = [recordOf({ type: "fact", trust }), recordOf({ type, trust })];
      const rules = trust === "agent" ? ["policy", "preference", "architecture"] : ["policy", "preference", "workflow"];
      const expected = trust !== "person" && rules.includes(type) ? "make a rule" : "reclassify";
      assert.equal(actOfEdit(before, after), expected, `${trust} ${type}`);
    }
  }
  assert.equal(actOfEdit(recordOf({ type: "policy" }), recordOf({ type: "policy", tags: ["x"] })), "edit");
});
