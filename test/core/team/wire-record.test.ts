import assert from "node:assert/strict";
import { test } from "node:test";
import { readWireText, tombstoneOf, wireText, wireVersion } from "../../../src/core/team/wire-record.ts";
import { recordOf } from "../../fixtures/records.ts";

const record = recordOf({
  text: "Deploy with make deploy-staging.",
  tags: ["deploy"],
  guards: [{ deny: "git push --force" }],
});

test("a record is read as it was written, without what belongs to one machine", () => {
  const local = {
    ...record,
    project: "prj_000000000000000000",
    accepted: true,
    source: "session on my-laptop",
    quote: "so",
  };
  const read = readWireText(wireText(local), { id: record.id });
  assert.deepEqual(read, { outcome: "record", record: { ...record, source: "team" } });
  assert.equal(wireText(local), wireText({ ...local, quote: "other", source: "x", paths: ["/etc/**", "~/x"] }));
});

test("the same text has the same version, and another one in a project", () => {
  const text = wireText(record);
  assert.equal(wireVersion(text, undefined), wireVersion(text, undefined));
  assert.notEqual(wireVersion(text, undefined), wireVersion(text, "prj_000000000000000000"));
});

test("a tombstone recognises a statement whatever its case and punctuation, in its own space", () => {
  assert.equal(tombstoneOf("spc_a", "Use npm."), tombstoneOf("spc_a", "use  NPM"));
  assert.notEqual(tombstoneOf("spc_a", "Use npm."), tombstoneOf("spc_b", "Use npm."));
  assert.notEqual(tombstoneOf("spc_a", "Use npm."), tombstoneOf("spc_a", "Use pnpm."));
});
