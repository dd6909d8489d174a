import assert from "node:assert/strict";
import { test } from "node:test";
import { type Author, OLDHAND, type Revision, type Verb } from "../../../src/core/ports.ts";
import { arrivedFrom, type LocalChange, localChange } from "../../../src/store/replicate/local-change.ts";
import { recordOf } from "../../fixtures/records.ts";

type Step = Pick<Revision, "why" | "after">;

const by = (verb: Verb, author: Author = { actor: "person", by: "a person, on the command line" }): Step => ({
  why: { verb, ...author },
  ...(verb !== "delete" && { after: recordOf() }),
});
const ARRIVED = by("import", arrivedFrom("member", "Ana"));
const GONE = by("delete", arrivedFrom("member", "Ana"));
const UPKEEP = by("archive", OLDHAND);

const CASES: readonly {
  readonly what: string;
  readonly agreed?: string;
  readonly sha?: string;
  readonly changes?: readonly Step[];
  readonly isDeleted?: boolean;
  readonly is: LocalChange;
}[] = [
  { what: "an unchanged file", agreed: "a", sha: "a", changes: [ARRIVED], is: "same" },
  { what: "a record that never was here", is: "same" },
  { what: "a new record", sha: "a", changes: [by("add")], is: "put" },
  { what: "an edit", agreed: "a", sha: "b", changes: [by("update")], is: "put" },
  { what: "an edit after an arrival", agreed: "a", sha: "b", changes: [ARRIVED, by("update")], is: "put" },
  {
    what: "an agent's edit that was accepted",
    agreed: "a",
    sha: "b",
    changes: [by("update", { actor: "agent", by: "an agent, through MCP" })],
    is: "put",
  },
  { what: "what oldhand did by itself", agreed: "a", sha: "b", changes: [UPKEEP], is: "upkeep" },
  { what: "upkeep after an edit", agreed: "a", sha: "b", changes: [by("update"), UPKEEP], is: "put" },
  { what: "a file that no command changed", agreed: "a", sha: "b", is: "altered" },
  { what: "a file that only arrivals changed", agreed: "a", sha: "b", changes: [ARRIVED], is: "altered" },
  { what: "a file that nobody added", sha: "a", is: "altered" },
  { what: "a deletion", agreed: "a", changes: [by("delete")], is: "remove" },
  { what: "a deletion whose history has expired", agreed: "a", isDeleted: true, is: "remove" },
  { what: "a deletion by somebody else", agreed: "a", changes: [GONE], isDeleted: true, is: "altered" },
  { what: "a deletion after an arrival", agreed: "a", changes: [ARRIVED, by("delete")], isDeleted: true, is: "remove" },
  { what: "a file that vanished", agreed: "a", is: "altered" },
  { what: "a file that vanished after an edit", agreed: "a", changes: [by("update")], is: "altered" },
  { what: "a deletion that was undone", agreed: "a", sha: "b", changes: [by("delete"), by("undo")], is: "put" },
  { what: "a file that came back after its deletion", agreed: "a", sha: "b", changes: [by("delete")], is: "altered" },
];

for (const { what, agreed, sha, changes = [], isDeleted = false, is } of CASES) {
  test(`${what}: ${is}`, () => {
    const known = agreed === undefined ? undefined : { sha: agreed };
    assert.equal(localChange(known, { changes, isDeleted, ...(sha !== undefined && { sha }) }), is);
  });
}
