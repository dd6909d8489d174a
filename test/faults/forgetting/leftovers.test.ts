/** Temporary files that a crash left are swept by the next command once they are old, and a forget reaches them at once. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { homeFrom } from "../../../src/store/files/home.ts";
import { scrubArtifacts } from "../../../src/store/forget/scrub-artifacts.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { type SafetyHome, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const CANARY = "zqxleft2290wv";
const PROJECT = `projects/prj_${"1".repeat(18)}`;
const END = "0123456789ab";

/** Where a process may have been killed while it wrote, and the name of the file that it was writing. */
const PLACES: Readonly<Record<string, string>> = {
  snapshots: "state-1.db",
  records: "facts/door.md",
  [PROJECT]: "MEMORY.md",
  [`${PROJECT}/.generation`]: "last.json",
  [`${PROJECT}/.generation/sessions`]: "one.md",
  journal: "recalls.jsonl",
  spool: "notes.jsonl",
};

async function homeWithRecord(t: Cleaning): Promise<{ home: SafetyHome; id: string }> {
  const home = safetyHome(t);
  const id = await home.use(async (memory) => {
    const { record } = await memory.add({ text: `The door opens with ${CANARY}.`, type: "fact", scope: "global" });
    return record!.id;
  });
  return { home, id };
}

/** The file that a killed process left, with the record's text in it. */
function leave({ path }: SafetyHome, place: string, id: string): string {
  const target = join(path, place, PLACES[place]!);
  const left = join(dirname(target), ".tmp", `${target.slice(dirname(target).length + 1)}.${END}`);
  mkdirSync(dirname(left), { recursive: true, mode: 0o700 });
  if (place === "snapshots") copyFileSync(join(path, "state.db"), left);
  else writeFileSync(left, `---\nid: ${id}\n---\n\nThe door opens with ${CANARY}.\n`, { mode: 0o600 });
  return left;
}

for (const place of Object.keys(PLACES)) {
  test(`a forget reaches a copy that a crash left in ${place.replace(PROJECT, "a project")}`, async (t) => {
    const { home, id } = await homeWithRecord(t);
    const left = leave(home, place, id);
    await home.use(async (memory) => memory.forget(await memory.forgettable({ id })));
    assert.equal(existsSync(left), false);
    assert.deepEqual(tracesOf(home.path, CANARY), []);
  });

  test(`an old copy that a crash left in ${place.replace(PROJECT, "a project")} is swept`, async (t) => {
    const { home, id } = await homeWithRecord(t);
    const left = leave(home, place, id);
    await home.use(() => {});
    assert.equal(existsSync(left), true, "a new one may belong to a running writer");
    utimesSync(left, 1, 1);
    await home.use(() => {});
    assert.equal(existsSync(left), false);
  });
}

test("a forget reaches a record whose row in the index is damaged", async (t) => {
  const { home, id } = await homeWithRecord(t);
  await home.use(async (memory) => {
    const chosen = await memory.forgettable({ id });
    const index = new DatabaseSync(join(home.path, "index.db"));
    assert.equal(index.prepare("UPDATE files SET created_ms = created_ms + 1 WHERE id = ?").run(id).changes, 1);
    index.close();
    await memory.forget(chosen);
  });
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});

test("the name of a forgotten workflow is gone from what was generated last", (t) => {
  const path = tempDir(t, "home");
  const file = join(path, PROJECT, ".generation", "last.json");
  const skill = (name: string, id: string) => ({ name, text: "1. make all", records: [id] });
  const skills = [skill(CANARY, "rec_gone"), skill("other", "rec_kept")];
  const published = { "MEMORY.md": "h1", [CANARY]: "h2", other: "h3" };
  const generated = { memory: "", summary: "", skills };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ now: { generated, published, told: [] }, before: generated, isOpen: true }));
  scrubArtifacts(homeFrom({ oldhandHome: path }), { ids: ["rec_gone"], texts: [] });
  assert.deepEqual(tracesOf(path, CANARY), []);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")).now.published, { "MEMORY.md": "h1", other: "h3" });
});
