import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verb } from "../../src/core/ports.ts";
import { TRUSTS, type Trust, TYPES } from "../../src/core/record/record.ts";
import {
  actOfChange,
  type Caller,
  type OtherAct,
  type Owner,
  ownerOf,
  type RecordAct,
  type Ruling,
  rulingFor,
  rulingOn,
  rulingOnChange,
} from "../../src/remember/authority.ts";
import { recordOf } from "../fixtures/records.ts";

/** The expected table, cell by cell: what an agent and oldhand itself may do to a record of each owner. */
type Cells = readonly [person: Ruling, agent: Ruling, other: Ruling];
const ALL_DONE: Cells = ["done", "done", "done"];
const ALL_REFUSED: Cells = ["refused", "refused", "refused"];
const ALL_PROPOSED: Cells = ["proposed", "proposed", "proposed"];
const RECORD_ACTS: Readonly<Record<RecordAct, { readonly agent: Cells; readonly oldhand: Cells }>> = {
  add: { agent: ["refused", "done", "done"], oldhand: ALL_DONE },
  edit: { agent: ["proposed", "done", "done"], oldhand: ALL_REFUSED },
  "make a rule": { agent: ALL_PROPOSED, oldhand: ALL_PROPOSED },
  reclassify: { agent: ["proposed", "done", "done"], oldhand: ALL_REFUSED },
  archive: { agent: ["proposed", "done", "done"], oldhand: ALL_DONE },
  restore: { agent: ["proposed", "done", "done"], oldhand: ALL_REFUSED },
  delete: { agent: ["proposed", "done", "done"], oldhand: ALL_REFUSED },
  forget: { agent: ["proposed", "done", "done"], oldhand: ALL_REFUSED },
  undo: { agent: ["refused", "done", "done"], oldhand: ALL_REFUSED },
  merge: { agent: ["refused", "done", "done"], oldhand: ALL_DONE },
  supersede: { agent: ["proposed", "done", "done"], oldhand: ALL_DONE },
  expire: { agent: ALL_REFUSED, oldhand: ALL_DONE },
  share: { agent: ALL_REFUSED, oldhand: ALL_REFUSED },
};

const SAMPLE: Readonly<Record<Owner, { readonly trust: Trust; readonly accepted?: boolean }[]>> = {
  person: [
    { trust: "person" },
    { trust: "team", accepted: false },
    ...TRUSTS.map((trust) => ({ trust, accepted: true })),
  ],
  agent: [{ trust: "agent" }, { trust: "agent", accepted: false }],
  other: TRUSTS.filter((trust) => !["person", "team", "agent"].includes(trust)).map((trust) => ({
    trust,
    accepted: false,
  })),
};

for (const [act, callers] of Object.entries(RECORD_ACTS)) {
  for (const [caller, cells] of Object.entries(callers)) {
    for (const [at, owner] of (["person", "agent", "other"] as const).entries()) {
      test(`"${act}" by ${caller} on a record of ${owner}: ${cells[at]}`, () => {
        for (const record of SAMPLE[owner]) {
          assert.equal(ownerOf(record), owner);
          assert.equal(rulingOn(caller as Caller, act as RecordAct, record), cells[at]);
          assert.equal(rulingOn("person", act as RecordAct, record), "done");
        }
      });
    }
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
  "confirm that files were deleted": "refused",
  "decide on suggestions": "refused",
  "edit memory files": "refused",
  "forget history": "refused",
  "import an export": "done",
  "import a session from a file": "done",
  install: "refused",
  "look into other projects": "done",
  "change projects": "done",
  "confirm changed files": "refused",
  sync: "done",
  "change how machines sync": "refused",
  "accept a team's records": "refused",
  "change a team": "refused",
  "join or leave a team": "refused",
  "route a project to a team": "refused",
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

test("every verb that brings about a rule needs a person exactly if adding that rule would", () => {
  const verbs: readonly Verb[] = ["add", "import", "update", "hand", "reclassify", "restore", "undo"];
  for (const verb of verbs) {
    for (const trust of TRUSTS) {
      for (const type of TYPES.filter((one) => one !== "fact")) {
        const [before, after] = [recordOf({ type: "fact", trust }), recordOf({ type, trust })];
        const rules = ["policy", "preference", "architecture", ...(trust === "agent" ? [] : ["workflow"])];
        const needsPerson = trust !== "person" && rules.includes(type);
        assert.equal(actOfChange(verb, { before, after }) === "make a rule", needsPerson, `${verb} ${trust} ${type}`);
        assert.notEqual(actOfChange(verb, { before, after: { ...after, accepted: true } }), "make a rule");
      }
    }
  }
});

test("a change of type is a reclassification, whichever verb makes it", () => {
  const [before, after] = [recordOf({ type: "fact", trust: "agent" }), recordOf({ type: "decision", trust: "agent" })];
  assert.equal(actOfChange("update", { before, after }), "reclassify");
  assert.equal(actOfChange("update", { before, after: { ...before, tags: ["x"] } }), "edit");
});

test("a change is ruled by the record as it was and as it would be: nobody can make a record the person's", () => {
  const own = recordOf({ type: "fact", trust: "agent" });
  assert.equal(rulingOnChange("agent", "update", { before: own, after: { ...own, accepted: true } }), "proposed");
  assert.equal(rulingOnChange("agent", "add", { after: recordOf({ type: "fact", trust: "person" }) }), "refused");
  assert.equal(rulingOnChange("agent", "add", { after: own }), "done");
});
