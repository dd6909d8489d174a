import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

/** Two projects, each with an added record, one learned from a session, and its files. */
async function twoProjects(t: TestContext) {
  const home = memoryHome(t);
  const [one, two, folder] = [makeRepo(t), makeRepo(t), tempDir(t, "transcripts")];
  await (await home.open()).set("memories.enabled", "true");
  for (const cwd of [one, two]) {
    const said = [{ person: "You must never push to main." }];
    const id = cwd === one ? "one" : "two";
    const file = claudeSession({ folder, id, cwd, startMs: home.env().clock(), said });
    home.wait(13 * HOUR_MS);
    const memory = await home.open(cwd);
    await memory.importSessions({ agent: "claude-code", file });
    await memory.extract();
    await memory.add({ text: "The staging server is called harbour", type: "fact", scope: "project" });
    await memory.writeArtifacts();
    await memory.startBlock("s1");
  }
  await (await home.open()).add({ text: "I prefer short answers", type: "preference" });
  const filesOf = async (dir: string) => filesUnder(join(home.path, "projects", (await home.open(dir)).project!.id));
  return { home, one, two, filesOf };
}

async function texts(memory: Memory): Promise<string[]> {
  return (await memory.list({ status: "all" })).map(({ text }) => text).sort();
}

const OWN = "I prefer short answers";
const TOLD = "The staging server is called harbour";
const LEARNED = "You must never push to main";

test("clearing one project leaves the other as it was, to the byte", async (t) => {
  const { home, one, two, filesOf } = await twoProjects(t);
  const before = await filesOf(two);
  assert.ok(before.length > 3);
  const memory = await home.open(one);
  assert.deepEqual(await memory.clearable({ everywhere: false }), { records: 2, sessions: 1, outOfReach: 0 });
  assert.deepEqual(await memory.clear({ everywhere: false }), { records: 2, sessions: 1, outOfReach: 0 });
  assert.deepEqual(await texts(memory), [OWN]);
  assert.deepEqual(await filesOf(two), before);
  assert.deepEqual(await texts(await home.open(two)), [OWN, TOLD, LEARNED]);
});

test("counting changes nothing", async (t) => {
  const { home, one, filesOf } = await twoProjects(t);
  const before = await filesOf(one);
  await (await home.open(one)).clearable({ everywhere: true });
  assert.deepEqual(await filesOf(one), before);
});

test("clearing deletes its files and the blocks given to sessions", async (t) => {
  const { home, one, filesOf } = await twoProjects(t);
  const memory = await home.open(one);
  await memory.clear({ everywhere: false });
  await assert.rejects(memory.resource("memory://root"), { code: "not-found" });
  assert.equal(await memory.startBlock("s1"), "");
  assert.deepEqual(
    (await filesOf(one)).filter(({ bytes }) => bytes.includes("harbour")),
    [],
  );
});

test("cleared records come back only when learning is run again", async (t) => {
  const { home, one } = await twoProjects(t);
  await (await home.open(one)).clear({ everywhere: false });
  home.wait(DAY_MS);
  const later = await home.open(one);
  assert.deepEqual([(await later.extract()).sessions, await texts(later)], [0, [OWN]]);
  assert.deepEqual([await later.enqueue(), (await later.extract()).remembered], [1, 1]);
  assert.deepEqual(await texts(later), [OWN, LEARNED]);
});

test("why-not has no entry for cleared records", async (t) => {
  const { home, one } = await twoProjects(t);
  const memory = await home.open(one);
  const lines = async () => (await memory.whyNot("never push to main")).length;
  assert.equal(await lines(), 2);
  await memory.clear({ everywhere: false });
  assert.equal(await lines(), 1);
});

test("clearing everywhere covers every project and the global records", async (t) => {
  const { home, one, two } = await twoProjects(t);
  const done = await (await home.open(one)).clear({ everywhere: true });
  assert.deepEqual(done, { records: 5, sessions: 2, outOfReach: 0 });
  for (const dir of [one, two]) assert.deepEqual(await texts(await home.open(dir)), []);
});
