import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { BORN } from "../../fixtures/records.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

const DAY_MS = 86_400_000;

test("activity is counted by day and by whose it was, in this project only", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const nowMs = Date.parse(BORN);
  spool(home.path, typed(["one", "two"], { cwd: repo, fromMs: nowMs - DAY_MS }));
  spool(home.path, typed(["three"], { cwd: repo, fromMs: nowMs - 60_000 }), { name: "two", actor: "agent" });
  spool(home.path, typed(["elsewhere"], { fromMs: nowMs - 60_000 }), { name: "three" });
  spool(home.path, typed(["long ago"], { cwd: repo, fromMs: nowMs - 100 * DAY_MS }), { name: "four" });
  const memory = await home.open(repo);
  await memory.add({ text: "The loom is loud", type: "fact" });
  const { activity, made } = await memory.insights();
  assert.deepEqual(activity.days, [
    { day: "2026-02-28", actor: "person", count: 2 },
    { day: "2026-03-01", actor: "agent", count: 1 },
  ]);
  assert.deepEqual([activity.from, activity.to], ["2025-12-08", "2026-03-01"]);
  assert.deepEqual(made, [{ type: "fact", scope: "project", count: 1 }]);
  const { activity: all } = await memory.insights({ range: "all" });
  assert.deepEqual([all.from, all.days.length], ["2025-11-21", 3]);
});

test("without a choice the range is the shortest one with commands, and an empty project has the last weeks", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  assert.equal((await (await home.open(repo)).insights()).range, "weeks");
  spool(home.path, typed(["long ago"], { cwd: repo, fromMs: home.env().clock() - 100 * DAY_MS }), { name: "one" });
  const { range, activity } = await (await home.open(repo)).insights();
  assert.deepEqual([range, activity.days.length], ["year", 1]);
});

test("strength decays from the day a record was made, and each use raises it", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The loom is loud", type: "fact" });
  home.wait(30 * DAY_MS);
  await memory.recall({ query: "loom", format: "json", session: "later" });
  const later = await home.open();
  const { points, reinforced, isLasting } = await later.strengthOverTime(record!.id);
  assert.deepEqual(
    [points[0], isLasting],
    [{ at: BORN.replace(/Z$/, ".000Z").replace(".000.000Z", ".000Z"), strength: 0.9 }, false],
  );
  assert.deepEqual(
    reinforced.map(({ at, session }) => [at.slice(0, 10), session]),
    [["2026-03-31", "later"]],
  );
  const at = points.findIndex((point) => point.at === reinforced[0]!.at);
  assert.ok(points[at - 1]!.strength < 0.9 && points[at]!.strength === 1.8);
});
