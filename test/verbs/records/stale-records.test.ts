import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DAY_MS, isoTime } from "../../../src/core/base/clock.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const TEXT = "Run `npm run release` to publish";

async function bound(t: TestContext) {
  const home = memoryHome(t);
  const project = makeRepo(t);
  const scripts = (named: Record<string, string>): void =>
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: named }));
  scripts({ release: "node release.js" });
  const { record } = await (await home.open(project)).add({ text: TEXT, type: "fact", scope: "project" });
  return { home, project, scripts, id: record!.id, verify: record!.verify };
}

test("a statement that names a script is bound to it", async (t) => {
  const { verify } = await bound(t);
  assert.equal(verify?.length, 1);
});

test("a renamed script removes its statement from briefs, and renaming it back restores it", async (t) => {
  const { home, project, scripts, id } = await bound(t);
  const memory = await home.open(project);
  const given = async () => {
    const { lines, receipt } = await memory.brief({ prompt: "run release to publish" });
    const { results } = await memory.recall({ query: "release publish", format: "prompt" });
    return { brief: lines.map((line) => line.id), prompt: results.map((one) => one.id), receipt };
  };
  const { brief, prompt } = await given();
  assert.deepEqual([brief, prompt], [[id], [id]]);

  scripts({ publish: "node release.js" });
  const gone = await given();
  assert.deepEqual([gone.brief, gone.prompt], [[], []]);
  const { omitted } = await memory.why(gone.receipt);
  assert.deepEqual(
    omitted.map((one) => [one.id, one.reason]),
    [[id, "no longer true"]],
  );
  const { results } = await memory.recall({ query: "release publish", format: "json" });
  assert.deepEqual([results[0]?.id, typeof results[0]?.stale], [id, "string"]);

  scripts({ release: "node release.js" });
  const back = await given();
  assert.deepEqual([back.brief, back.prompt], [[id], [id]]);
});

test("the list of stale records says since when they are stale", async (t) => {
  const { home, project, scripts, id } = await bound(t);
  const stale = async () =>
    (await (await home.open(project)).list({ status: "active", stale: true })).map((one) => [one.id, one.stale?.since]);
  assert.deepEqual(await stale(), []);
  scripts({});
  const since = isoTime(home.env().clock());
  assert.deepEqual(await stale(), [[id, since]]);
  home.wait(3 * DAY_MS);
  assert.deepEqual(await stale(), [[id, since]]);
});

test("a record that was true again in between is stale since the second time", async (t) => {
  const { home, project, scripts, id } = await bound(t);
  const stale = async () =>
    (await (await home.open(project)).list({ status: "active", stale: true })).map((one) => [one.id, one.stale?.since]);
  scripts({});
  await stale();
  home.wait(DAY_MS);
  scripts({ release: "node release.js" });
  assert.deepEqual(await stale(), []);
  home.wait(DAY_MS);
  scripts({});
  assert.deepEqual(await stale(), [[id, isoTime(home.env().clock())]]);
});
