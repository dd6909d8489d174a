import assert from "node:assert/strict";
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { filesBelow, recordFile, type SafetyHome, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const TEXT = "The vault of the east tower opens with zqxback8820wv and a brass key at dawn.";

type Gone = { readonly home: SafetyHome; readonly id: string; readonly backup: string; readonly export: string };

/** A home from which one record was forgotten, a backup of it from before, and an export from before. */
async function forgotten(t: Cleaning): Promise<Gone> {
  const home = safetyHome(t);
  const backup = join(tempDir(t, "backup"), "home");
  const exported = join(tempDir(t, "exports"), "one");
  const id = await home.use(async (memory) => {
    const { record } = await memory.add({ text: TEXT, type: "fact" });
    await memory.add({ text: "The west tower has no vault.", type: "fact" });
    await memory.recall({ query: "east tower vault", format: "json" });
    await memory.export(exported);
    return record!.id;
  });
  cpSync(home.path, backup, { recursive: true });
  await home.use(async (memory) => memory.forget(await memory.forgettable({ id })));
  assert.deepEqual(tracesOf(home.path, "zqxback8820wv"), []);
  return { home, id, backup, export: exported };
}

/** Nothing shown to a person or an agent may contain it. */
async function isNotServed({ home, id }: Gone): Promise<void> {
  await home.use(async (memory) => {
    const listed = await memory.list({ status: "all" });
    const recalled = await memory.recall({ query: "vault of the east tower", format: "json", archived: true });
    assert.deepEqual(
      [...listed, ...recalled.results].filter(({ text }) => text.includes("zqxback")),
      [],
    );
    await assert.rejects(() => memory.get(id), { code: "not-found" });
    assert.deepEqual(
      listed.map(({ text }) => text),
      ["The west tower has no vault."],
    );
  });
}

test("a rebuild does not bring it back", async (t) => {
  const gone = await forgotten(t);
  await gone.home.use((memory) => memory.rebuild());
  rmSync(join(gone.home.path, "index.db"));
  await isNotServed(gone);
  assert.deepEqual(tracesOf(gone.home.path, "zqxback8820wv"), []);
});

test("an older export brings it back as a suggestion, without its history", async (t) => {
  const gone = await forgotten(t);
  const done = await gone.home.use((memory) => memory.import(gone.export));
  assert.deepEqual([done.imported, done.proposed], [0, 1]);
  await isNotServed(gone);
  await gone.home.use(async (memory) => {
    const pending = await memory.suggestions("pending");
    assert.deepEqual(
      pending.map(({ text }) => text),
      [TEXT],
    );
    await assert.rejects(() => memory.history(gone.id), { code: "not-found" });
    await memory.dismiss(pending[0]!.id);
    assert.equal((await memory.import(gone.export)).imported, 0);
  });
  await isNotServed(gone);
});

test("a file restored from a backup of the records folder is not served, and is listed as forgotten", async (t) => {
  const gone = await forgotten(t);
  cpSync(join(gone.backup, "records"), join(gone.home.path, "records"), { recursive: true });
  await isNotServed(gone);
  const buried = await gone.home.use((memory) => memory.doctor().checks.find(({ name }) => name === "tombstones")!);
  assert.equal(buried.ok, false);
  assert.match(buried.detail, /deleted or forgotten before/);
  assert.equal(buried.detail.includes("zqxback8820wv and"), false);
  await gone.home.use((memory) => memory.rebuild());
  await isNotServed(gone);
  const files = [...filesBelow(join(gone.home.path, "records"))].map(({ path }) => path);
  // Its name is in the index too, until somebody deletes it; its words are not.
  assert.deepEqual(tracesOf(gone.home.path, "and a brass key", files), []);
});

test("an older state.db does not bring back its history", async (t) => {
  const gone = await forgotten(t);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(gone.home.path, `state.db${end}`), { force: true });
  copyFileSync(join(gone.backup, "state.db"), join(gone.home.path, "state.db"));
  await isNotServed(gone);
  await gone.home.use(async (memory) => {
    await assert.rejects(() => memory.history(gone.id), { code: "not-found" });
    assert.equal(
      (await memory.dump()).some((line) => line.includes("zqxback")),
      false,
    );
  });
  assert.deepEqual(tracesOf(gone.home.path, "zqxback8820wv"), []);
});

test("an older state.db in which it was deleted cannot undo the deletion", async (t) => {
  const home = safetyHome(t);
  const backup = join(tempDir(t, "backup"), "home");
  const id = await home.use(async (memory) => {
    const { record } = await memory.add({ text: TEXT, type: "fact" });
    await memory.delete(record!.id);
    return record!.id;
  });
  cpSync(home.path, backup, { recursive: true });
  await home.use(async (memory) => memory.forget(await memory.forgettable({ id })));
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home.path, `state.db${end}`), { force: true });
  copyFileSync(join(backup, "state.db"), join(home.path, "state.db"));
  await home.use(async (memory) => {
    await assert.rejects(() => memory.undo(), { code: "not-found" });
    assert.deepEqual(await memory.list({ status: "all" }), []);
  });
  assert.deepEqual(tracesOf(home.path, "zqxback8820wv"), []);
});

test("an older list of tombstones is completed again", async (t) => {
  const gone = await forgotten(t);
  writeFileSync(join(gone.home.path, "tombstones.jsonl"), "");
  cpSync(join(gone.backup, "records"), join(gone.home.path, "records"), { recursive: true });
  await isNotServed(gone);
  assert.notEqual(readFileSync(join(gone.home.path, "tombstones.jsonl"), "utf8"), "");
});

test("the same words in somebody else's note become a suggestion", async (t) => {
  const gone = await forgotten(t);
  const notes = tempDir(t, "notes");
  writeFileSync(join(notes, "same.md"), `${TEXT}\n`);
  writeFileSync(join(notes, "nearly.md"), `${TEXT} So it is.\n`);
  writeFileSync(join(notes, "shouted.md"), `${TEXT.toUpperCase()}\n`);
  writeFileSync(join(notes, "with-id.md"), recordFile({ id: gone.id }, TEXT));
  const done = await gone.home.use((memory) => memory.import(notes));
  assert.deepEqual([done.imported, done.proposed], [0, 4]);
  await isNotServed(gone);
});

test("an agent that states it again creates a suggestion, too", async (t) => {
  const gone = await forgotten(t);
  const added = await gone.home.use((memory) => memory.add({ text: TEXT, type: "fact" }), { over: { isAgent: true } });
  assert.equal(added.outcome, "proposed");
  await isNotServed(gone);
});

test("a person who adds it again lifts the tombstone", async (t) => {
  const { home, id } = await forgotten(t);
  const again = await home.use((memory) => memory.add({ text: TEXT, type: "fact" }));
  assert.equal(again.outcome, "remembered");
  assert.notEqual(again.record!.id, id);
  const agents = await home.use((memory) => memory.add({ text: TEXT, type: "fact" }), { over: { isAgent: true } });
  assert.equal(agents.outcome, "merged");
  await home.use(async (memory) => {
    await memory.rebuild();
    assert.equal((await memory.get(again.record!.id)).text, TEXT);
  });
});
