import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import { restorePreviousHome } from "../../fixtures/homes/previous-home.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

/** The home of the previous version, a day after its last use. */
function upgraded(t: TestContext) {
  const home = memoryHome(t);
  const project = restorePreviousHome(home.path);
  home.wait(DAY_MS);
  const byText = async () => {
    const records = await (await home.open(project)).list({ status: "all" });
    return new Map(records.map((record) => [record.text, record]));
  };
  return { home, project, byText };
}

test("after an upgrade, what the current rules would not learn is archived, and the rest gets its proof", async (t) => {
  const { byText } = upgraded(t);
  const records = await byText();
  const { status, statusReason } = records.get("I like 2 or 3")!;
  assert.deepEqual(
    [status, statusReason],
    ["archived", "an older version learned it, and the current rules would not"],
  );
  const kept = records.get("Use pnpm for installs")!;
  assert.deepEqual(
    [kept.status, kept.origin, kept.quote, kept.saidAt],
    ["active", "captured", "From now on, use pnpm for installs.", "2026-03-01T09:00:00.000Z"],
  );
  assert.equal(records.get("Never push to main")!.status, "active");
});

test("the person is shown once what was archived, and an agent is not", async (t) => {
  const { home, project } = upgraded(t);
  await home.open(project, { isAgent: true });
  assert.deepEqual(home.notes, []);
  await home.open(project);
  assert.equal(home.notes.length, 1);
  assert.match(
    home.notes[0]!,
    /^Archived \d records? that an older version learned[\s\S]*\n {2}I like 2 or 3\n[\s\S]*oldhand record undo/,
  );
  await home.open(project);
  assert.equal(home.notes.length, 1);
});

test("one undo brings all of it back, and it stays", async (t) => {
  const { home, project, byText } = upgraded(t);
  const memory = await home.open(project);
  await memory.undo();
  home.wait(HOUR_MS);
  const statuses = [...(await byText()).values()].map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set(["active"]));
});

test("without the text of its session, a statement is judged by its own words", async (t) => {
  const { home, byText } = upgraded(t);
  const db = new DatabaseSync(join(home.path, "state.db"));
  db.exec("DELETE FROM turns");
  db.close();
  assert.equal((await byText()).get("I like 2 or 3")!.status, "archived");
});

test("sessions and records of the previous version can be read, forgotten and learned from again", async (t) => {
  const { home, project } = upgraded(t);
  const memory = await home.open(project);
  const [session] = memory.sessions();
  await memory.enqueue();
  assert.equal((await memory.extract()).failed, 0);
  const found = await memory.recall({ query: "pnpm installs", format: "json" });
  assert.ok(found.results.some(({ text }) => text === "Use pnpm for installs"));
  await memory.forget([], undefined, { session: session!.id });
  assert.deepEqual(memory.sessions(), []);
});
