import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { sandbox } from "./sandbox.ts";

test("a project's memory is viewed, and each of its addresses shown", async (t) => {
  const { oldhand } = sandbox(t);
  await oldhand(["record", "add", "Never push to main", "--type", "policy"]);
  const viewed = await oldhand(["memory", "view"]);
  assert.equal(viewed.exit, 0);
  assert.match(viewed.out, /Never push to main/);
  assert.match(viewed.out, /memories\.enabled is off/);
  assert.match((await oldhand(["show", "memory://root"])).out, /^# Memory summary[\s\S]*Never push to main/);
  const refused = await oldhand(["show", "memory://root/../projects.json"]);
  assert.notEqual(refused.exit, 0);
  assert.match(refused.err, /No such address/);
});

test("the memories of other tools become suggestions, with counts in the JSON", async (t) => {
  const { oldhand, json, home } = sandbox(t);
  const file = join(home, "../graph.jsonl");
  const observations = ["The ferry leaves at nine", "x"];
  writeFileSync(file, JSON.stringify({ type: "entity", name: "user", observations }));
  const first = await oldhand(["memory", "import", "mcp-memory", "--file", file]);
  assert.deepEqual(
    [first.exit, first.out],
    [
      0,
      "Imported 1 suggestion from 1 file; 0 duplicates skipped.\nList them with: oldhand suggestions --all\nSkipped 1: too short for a statement\n",
    ],
  );
  const { schemaVersion: _, ...again } = await json(["memory", "import", "mcp-memory", "--file", file]);
  assert.deepEqual(again, {
    imported: 0,
    duplicates: 1,
    skipped: [{ reason: "too short for a statement", count: 1 }],
    files: 1,
  });
  assert.equal((await oldhand(["memory", "import", "mem1"])).exit, 2);
});

test("clear asks first, and needs --yes without a terminal", async (t) => {
  const { oldhand, json } = sandbox(t);
  await oldhand(["record", "add", "Never push to main", "--type", "policy", "--scope", "project"]);
  const unasked = await oldhand(["memory", "clear"]);
  assert.notEqual(unasked.exit, 0);
  assert.match(unasked.err, /1 record .*--yes/s);
  const declined = await oldhand(["memory", "clear"], { columns: 80, answer: "no" });
  assert.deepEqual([declined.exit, declined.out.trim()], [1, "Nothing was deleted."]);
  assert.equal((await json(["record", "list"])).records.length, 1);
  assert.equal((await oldhand(["memory", "clear"], { columns: 80, answer: "clear" })).exit, 0);
  assert.deepEqual((await json(["record", "list"])).records, []);
});

/** Statements that say the same are merged when they are added, unless they have no word in common. */
async function addDuplicates(oldhand: ReturnType<typeof sandbox>["oldhand"]): Promise<void> {
  await oldhand(["record", "add", "Delete dirs", "--type", "fact"]);
  await oldhand(["record", "add", "Remove folders", "--type", "fact"]);
}

test("a dry run of consolidation reports what it would do", async (t) => {
  const { oldhand } = sandbox(t);
  await addDuplicates(oldhand);
  const { exit, out } = await oldhand(["consolidate", "--dry-run"]);
  assert.equal(exit, 0);
  assert.match(out, /^merge: .+\nWould merge 1 record, archive 0 and add 0 suggestions\. Nothing was changed\.\n$/);
  assert.match((await oldhand(["consolidate"])).out, /Merged 1 record, archived 0/);
});

test("a dry run of consolidation archives no expired record and runs no consolidation that is due", async (t) => {
  const { oldhand, json, wait, home } = sandbox(t);
  await oldhand(["record", "add", "The freeze ends in spring", "--type", "fact", "--expires", "2026-11-20"]);
  await addDuplicates(oldhand);
  wait(8 * DAY_MS);
  const files = () =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith(".md"))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"))
      .sort();
  const before = files();
  assert.equal((await json(["consolidate", "--dry-run"])).merged.length, 1);
  assert.equal((await oldhand(["learn", "--dry-run"])).exit, 0);
  assert.deepEqual(files(), before);
  assert.equal((await json(["consolidate", "--dry-run"])).merged.length, 1);
  await oldhand(["consolidate"]);
  assert.match(files().join(""), /expired on 2026-11-20/);
});

test("stale records are listed with the reason and the date", async (t) => {
  const { oldhand, project } = sandbox(t);
  const scripts = (named: object) => writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: named }));
  scripts({ release: "node release.js" });
  await oldhand(["record", "add", "Run `npm run release` to publish", "--type", "fact", "--scope", "project"]);
  assert.match((await oldhand(["record", "list", "--stale"])).err, /match the repository/);
  scripts({});
  assert.match((await oldhand(["record", "list", "--stale"])).out, /npm run release.*stale since 2026-11-15/s);
});

test("why-not says if no session contains the text", async (t) => {
  const { exit, out } = await sandbox(t).oldhand(["why-not", "the ferry leaves at nine"]);
  assert.deepEqual(
    [exit, out],
    [0, 'No sentence in the sessions that were read contains "the ferry leaves at nine".\n'],
  );
});

test("the block for a session's start needs no session's name", async (t) => {
  const { oldhand, json } = sandbox(t);
  await oldhand(["config", "set", "memories.enabled", "true"], { answer: "y" });
  await oldhand(["record", "add", "Use pnpm in this repository", "--scope", "project"]);
  await oldhand(["consolidate"]);
  const { text } = await json(["brief", "--start"]);
  assert.match(text, /Memory Guidance/);
  assert.equal((await json(["brief", "--start"])).text, text);
});
