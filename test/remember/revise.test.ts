import assert from "node:assert/strict";
import { test } from "node:test";
import { archived, edited, moved, restored } from "../../src/remember/revise.ts";
import { recordOf } from "../fixtures/records.ts";

const AT = "2026-03-05T08:00:00.000Z";

test("an edit changes what it names and nothing else", () => {
  const record = recordOf({ key: "rate", tags: ["api"], value: "100" });
  assert.deepEqual(edited(record, { tags: ["limits"], priority: "high" }, AT), {
    ...record,
    tags: ["limits"],
    priority: "high",
    updatedAt: AT,
  });
});

test("a derived key changes with the text", () => {
  const record = recordOf({ text: "Deploys happen on Friday" });
  assert.equal(edited(record, { text: "Deploys happen on Monday" }, AT).key, "deploys-happen-on-monday");
});

test("a topic stays while the text is about it, and its value follows the text", () => {
  const next = edited(recordOf({ type: "preference", text: "Use npm" }), { text: "Use pnpm" }, AT);
  assert.deepEqual([next.key, next.value], ["package-manager", "pnpm"]);
});

test("a text that is no longer about the topic no longer claims it", () => {
  const next = edited(
    recordOf({ type: "preference", text: "Use npm" }),
    { text: "Use whatever the lockfile says" },
    AT,
  );
  assert.deepEqual([next.key, next.value], ["use-whatever-the-lockfile-says", undefined]);
});

test("a given key stays whatever the text becomes, and so does its value", () => {
  const next = edited(recordOf({ key: "rate", value: "100" }), { text: "Use pnpm" }, AT);
  assert.deepEqual([next.key, next.value], ["rate", "100"]);
});

test("a new key is used, and the value stays with the text", () => {
  const next = edited(recordOf({ type: "preference", text: "Use npm" }), { key: "tooling" }, AT);
  assert.deepEqual([next.key, next.value], ["tooling", "npm"]);
});

test("an empty date means that it no longer expires", () => {
  assert.equal(edited(recordOf({ expires: "2026-04-01" }), { expires: "" }, AT).expires, undefined);
  assert.equal(edited(recordOf({ expires: "2026-04-01" }), { tags: ["x"] }, AT).expires, "2026-04-01");
  assert.equal(edited(recordOf(), { expires: "2026-04-01" }, AT).expires, "2026-04-01");
});

test("in another category, a record gets that type and its default priority", () => {
  const fact = recordOf({ type: "fact" });
  assert.deepEqual(moved(fact, "principles", AT), {
    ...fact,
    type: "policy",
    category: "principles",
    priority: "critical",
    updatedAt: AT,
  });
  assert.deepEqual(edited(fact, { type: "policy" }, AT), { ...moved(fact, "policy", AT) });
});

test("a priority that a person set is kept", () => {
  assert.equal(moved(recordOf({ type: "fact", priority: "medium" }), "policy", AT).priority, "medium");
});

test("in its own category a record is unchanged", () => {
  const record = recordOf({ type: "architecture" });
  assert.equal(moved(record, "decisions", AT), record);
  assert.equal(moved(record, "architecture", AT), record);
});

test("an archived record has a reason; a restored one has none", () => {
  const record = recordOf();
  const gone = archived(record, "archived by hand", AT);
  assert.deepEqual(gone, { ...record, status: "archived", statusReason: "archived by hand", updatedAt: AT });
  assert.deepEqual(restored(gone, AT), { ...record, updatedAt: AT });
});

test("a restored record loses an expiry in the past, and keeps one in the future", () => {
  const at = (expires: string) => restored(archived(recordOf({ expires }), "expired", AT), AT).expires;
  assert.equal(at("2026-03-01"), undefined);
  assert.equal(at("2026-03-05"), undefined);
  assert.equal(at("2026-03-06"), "2026-03-06");
});
