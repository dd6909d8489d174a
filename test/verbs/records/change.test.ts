import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const HOUR = 3_600_000;
const LIMIT = "The API allows 100 calls a minute";

async function added(memory: Memory, text: string): Promise<string> {
  return (await memory.add({ text })).record!.id;
}

async function texts(memory: Memory, status: "active" | "all" = "active"): Promise<string[]> {
  return (await memory.list({ status })).map(({ text }) => text).sort();
}

test("an update changes text and fields, and is in the history", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  home.wait(HOUR);
  const { outcome, record } = await memory.update(id, { text: "The API allows 200 calls a minute", tags: ["api"] });
  assert.equal(outcome, "remembered");
  assert.deepEqual(
    [record!.text, record!.tags, record!.updatedAt],
    ["The API allows 200 calls a minute", ["api"], "2026-03-01T11:00:00.000Z"],
  );
  const { revisions } = await memory.history(id);
  assert.deepEqual(
    revisions.map(({ why, before, after, atMs }) => [why, before?.text, after?.text, atMs]),
    [
      [
        { verb: "add", actor: "person", by: "a person, on the command line" },
        undefined,
        LIMIT,
        Date.parse("2026-03-01T10:00:00Z"),
      ],
      [
        { verb: "update", actor: "person", by: "a person, on the command line" },
        LIMIT,
        "The API allows 200 calls a minute",
        Date.parse("2026-03-01T11:00:00Z"),
      ],
    ],
  );
});

test("an update to the text of another record is merged into that record", async (t) => {
  const memory = await memoryHome(t).open();
  const limit = await added(memory, LIMIT);
  const other = await added(memory, "Builds need Node 24");
  const done = await memory.update(other, { text: "The API allows 100 calls a minute." });
  assert.deepEqual([done.outcome, done.record!.id], ["merged", limit]);
  assert.deepEqual((await memory.get(other)).statusReason, `merged into ${limit}`);
});

test("an update with a secret is refused and changes nothing", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, LIMIT);
  const before = await memory.get(id);
  assert.equal((await memory.update(id, { text: `token ghp_${"a1B2".repeat(9)}` })).outcome, "refused");
  assert.equal((await memory.update(id, { tags: [`ghp_${"a1B2".repeat(9)}`] })).outcome, "refused");
  assert.deepEqual(await memory.get(id), before);
});

test("a reclassified record moves to its new category under its old file name", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, LIMIT);
  const before = await memory.get(id);
  const record = await memory.reclassify(id, "principles");
  assert.deepEqual([record.type, record.category, record.priority], ["policy", "principles", "critical"]);
  assert.equal(basename(record.file), basename(before.file));
  assert.equal(basename(dirname(record.file)), "principles");
  assert.equal(existsSync(before.file), false);
});

test("reclassifying a record to its current type changes nothing", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, "Auth is a separate service");
  const before = await memory.get(id);
  assert.deepEqual(await memory.reclassify(id, "decisions"), before);
  assert.equal((await memory.history(id)).revisions.length, 1);
});

test("archived, a record stays as a file; restored, it is active again", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  const gone = await memory.archive(id);
  assert.deepEqual([gone.status, gone.statusReason], ["archived", "archived by hand"]);
  assert.equal(existsSync(gone.file), true);
  assert.deepEqual(await memory.archive(id), gone);
  assert.deepEqual(await texts(memory), []);
  const back = await memory.restore(id);
  assert.deepEqual([back.status, back.statusReason], ["active", undefined]);
  assert.deepEqual(await memory.restore(id), back);
  assert.deepEqual(await texts(memory), [LIMIT]);
});

test("deleted, a record is gone from files and lists, and its history stays for a day", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  const { file } = await memory.delete(id);
  assert.equal(existsSync(file), false);
  assert.deepEqual(await texts(memory, "all"), []);
  await assert.rejects(memory.get(id), { code: "not-found" });
  assert.equal((await memory.history(id)).revisions.length, 2);
});

test("an agent cannot restore a deleted statement, and a person who states it again can", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.delete(await added(memory, LIMIT));
  const agent = await home.open(undefined, { isAgent: true });
  const proposed = await agent.add({ text: "the API allows 100 calls a minute!" });
  assert.deepEqual([proposed.outcome, proposed.reason], ["proposed", "It was deleted or dismissed before."]);
  const person = await home.open();
  assert.equal((await person.add({ text: LIMIT })).outcome, "remembered");
  const again = await home.open(undefined, { isAgent: true });
  assert.equal((await again.add({ text: LIMIT })).outcome, "merged");
});

test("undo reverts an add, and leaves no tombstone", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  const { undone } = await memory.undo();
  assert.deepEqual(
    undone.map(({ record, why }) => [record, why.verb]),
    [[id, "add"]],
  );
  assert.deepEqual(await texts(memory, "all"), []);
  const agent = await home.open(undefined, { isAgent: true });
  assert.equal((await agent.add({ text: LIMIT })).outcome, "remembered");
});

test("undo reverts an update, and then the change before it", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, LIMIT);
  await memory.update(id, { tags: ["one"] });
  await memory.update(id, { tags: ["two"] });
  await memory.undo();
  assert.deepEqual((await memory.get(id)).tags, ["one"]);
  await memory.undo();
  assert.deepEqual((await memory.get(id)).tags, []);
  await memory.undo();
  await assert.rejects(memory.undo(), { code: "not-found", message: "Nothing to undo here." });
});

test("undo reverts a move to another category, an archive and a restore", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, LIMIT);
  const before = await memory.get(id);
  await memory.reclassify(id, "policy");
  await memory.undo();
  assert.deepEqual(await memory.get(id), before);
  await memory.archive(id);
  await memory.undo();
  assert.deepEqual(await memory.get(id), before);
  const gone = await memory.archive(id);
  await memory.restore(id);
  await memory.undo();
  assert.deepEqual(await memory.get(id), gone);
});

test("undo brings a deleted record back as it was, and lifts its tombstone", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  const before = await memory.get(id);
  await memory.delete(id);
  home.wait(23 * HOUR);
  const later = await home.open();
  await later.undo();
  assert.deepEqual({ ...(await later.get(id)), strength: 0 }, { ...before, strength: 0 });
  const agent = await home.open(undefined, { isAgent: true });
  assert.equal((await agent.add({ text: LIMIT })).outcome, "merged");
});

test("undo reverts a merge, with the tags that it added", async (t) => {
  const memory = await memoryHome(t).open();
  const id = await added(memory, LIMIT);
  await memory.add({ text: LIMIT, tags: ["x"] });
  await memory.undo();
  assert.deepEqual((await memory.get(id)).tags, []);
});

test("undo of a supersession reverts both records", async (t) => {
  const memory = await memoryHome(t).open();
  const old = await added(memory, "Use npm");
  const before = await memory.get(old);
  const next = await added(memory, "Use pnpm");
  const { undone } = await memory.undo();
  assert.deepEqual(undone.map(({ record }) => record).sort(), [old, next].sort());
  assert.deepEqual(await memory.get(old), before);
  await assert.rejects(memory.get(next), { code: "not-found" });
});

test("a deletion cannot be undone after 24 hours, and then nothing is left of the text", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.delete(await added(memory, LIMIT));
  home.wait(24 * HOUR + 1);
  // A single call may have a wrong clock; the next one confirms the time.
  await home.open();
  const later = await home.open();
  await assert.rejects(later.undo(), { code: "not-found" });
  assert.ok(!(await later.dump()).some((line) => line.includes("100 calls")));
});

test("undo does not overwrite what a person changed since", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  await memory.update(id, { tags: ["one"] });
  const { file } = await memory.get(id);
  const { readFileSync, writeFileSync } = await import("node:fs");
  writeFileSync(file, readFileSync(file, "utf8").replace("allows 100", "allows 500"));
  const later = await home.open();
  await assert.rejects(later.undo(), { code: "conflict" });
  assert.match((await later.get(id)).text, /500/);
});

test("undo in one project leaves the changes of another alone", async (t) => {
  const { makeRepo } = await import("../../fixtures/git-repo.ts");
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await added(await home.open(), "I prefer concise answers");
  await added(await home.open(repo), "The service runs on port 8080");
  const elsewhere = await home.open();
  await elsewhere.undo();
  assert.deepEqual(await texts(await home.open(repo)), ["The service runs on port 8080"]);
});

test("an agent can change agents' records, and only suggest changes to a person's", async (t) => {
  const home = memoryHome(t);
  const theirs = await added(await home.open(), LIMIT);
  const agent = await home.open(undefined, { isAgent: true });
  const own = await added(agent, "Builds need Node 24");
  assert.equal((await agent.update(own, { tags: ["x"] })).outcome, "remembered");
  assert.equal((await agent.archive(own)).status, "archived");
  const asked = await agent.update(theirs, { text: "The API allows 900 calls a minute" });
  assert.deepEqual(
    [asked.outcome, asked.reason],
    ["proposed", "You stated this record, so an agent's change needs your confirmation."],
  );
  for (const run of [
    () => agent.archive(theirs),
    () => agent.reclassify(theirs, "policy"),
    () => agent.delete(theirs),
    async () => agent.forget([await agent.get(theirs)]),
  ]) {
    await assert.rejects(run, {
      code: "invalid",
      message: /^Only a person can \w+ rec_.+ ask the person to decide\.$/,
    });
  }
  // Forgetting is proposed as a deletion, so the last two ask for the same.
  assert.deepEqual((await agent.suggestions("pending")).map(({ act }) => act).toSorted(), [
    "archive",
    "delete",
    "edit",
    "reclassify",
  ]);
  assert.equal((await agent.get(theirs)).text, LIMIT);
  const person = await home.open();
  assert.equal((await person.accept(asked.suggestion!.id)).record!.text, "The API allows 900 calls a minute");
  assert.equal((await person.get(theirs)).text, "The API allows 900 calls a minute");
});

test("an agent cannot undo a person's change", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const id = await added(memory, LIMIT);
  await memory.archive(id);
  const agent = await home.open(undefined, { isAgent: true });
  await assert.rejects(agent.undo(), {
    code: "invalid",
    message: /A person made the last change here; an agent cannot undo it/,
  });
  assert.equal((await agent.get(id)).status, "archived");
});

test("two simultaneous changes of one record are both kept", async (t) => {
  const home = memoryHome(t);
  const one = await home.open();
  const id = await added(one, LIMIT);
  const two = await home.openBeside();
  await Promise.all([one.update(id, { tags: ["one"] }), two.update(id, { priority: "high" })]);
  const { tags, priority } = await two.get(id);
  assert.deepEqual({ tags, priority }, { tags: ["one"], priority: "high" });
});

test("undo brings an expired record back for good, and then reverts what was done before", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const first = await added(memory, LIMIT);
  const id = (await memory.add({ text: "The registry is read-only", expires: "2026-03-02" })).record!.id;
  home.wait(48 * HOUR);
  const later = await home.open();
  assert.equal((await later.get(id)).status, "archived");
  await later.undo();
  const again = await home.open();
  const { status, expires } = await again.get(id);
  assert.deepEqual([status, expires], ["active", undefined]);
  await again.undo();
  await again.undo();
  assert.deepEqual(await texts(again, "all"), []);
  await assert.rejects(again.get(first), { code: "not-found" });
});
