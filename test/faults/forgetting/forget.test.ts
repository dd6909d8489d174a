import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { recordFile, type SafetyHome, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const CANARY = "zqxcanary7741wv";
const DRIVER = fileURLToPath(new URL("./forget-driver.ts", import.meta.url));
const SINKS = ["records", "state", "index", "journal", "damaged copies", "snapshots", "settings"];

type Kept = { readonly home: SafetyHome; readonly id: string };

/** One record whose words are in every place where a home stores words. */
async function keptEverywhere(t: Cleaning): Promise<Kept> {
  const home = safetyHome(t);
  const { id, file } = await home.use(async (memory) => {
    const { record } = await memory.add({
      text: `The east wing opens with ${CANARY} after dark.`,
      key: `door ${CANARY}`,
      tags: [CANARY],
      aliases: [`the ${CANARY} door`],
      type: "fact",
    });
    await memory.add({ text: "The west wing stays open all night.", type: "fact" });
    await memory.update(record!.id, { text: `The east wing opens with ${CANARY} at dusk, not after dark.` });
    await memory.update(record!.id, { text: `The east wing opens with ${CANARY} at noon.` });
    await memory.archive(record!.id);
    await memory.restore(record!.id);
    for (const format of ["snippets", "prompt", "json"] as const) await memory.recall({ query: CANARY, format });
    return record!;
  });
  // An agent's change to a person's record is a pending suggestion.
  await home.use((memory) => memory.update(id, { text: `The east wing opens with ${CANARY} at dawn.` }), {
    over: { isAgent: true },
  });
  copyFileSync(file, file.replace(/\.md$/, ".conflict-1.md"));
  const left = join(dirname(file), ".tmp", `${id}.md.0123456789ab`);
  mkdirSync(dirname(left), { recursive: true, mode: 0o700 });
  writeFileSync(left, readFileSync(file), { mode: 0o600 });
  const journal = join(home.path, "journal");
  mkdirSync(join(journal, ".tmp"), { recursive: true, mode: 0o700 });
  copyFileSync(join(journal, "recalls.jsonl"), join(journal, ".tmp", "recalls.jsonl.0123456789ab"));
  damageIndex(home);
  rmSync(join(home.path, "snapshots"), { recursive: true, force: true });
  await home.use((memory) => memory.recall({ query: `dusk ${CANARY}`, format: "json" }));
  const sure = tracesOf(home.path, CANARY).map((trace) => trace.slice(home.path.length + 1).split(/[/ ]/)[0]);
  assert.deepEqual(
    [...new Set(sure)]
      .map((name) => name!.replace(/-\d+$/, ""))
      .filter((name) => !name.endsWith("-wal"))
      .sort(),
    ["index.db", "index.db.corrupt", "journal", "records", "snapshots", "state.db"],
  );
  return { home, id };
}

/** Damages the first bytes only: the copy that is moved aside still holds every word. */
function damageIndex({ path }: SafetyHome): void {
  const fd = openSync(join(path, "index.db"), "r+");
  writeSync(fd, Buffer.alloc(16, 0x78), 0, 16, 0);
  closeSync(fd);
}

for (const by of ["id", "query"] as const) {
  test(`a record forgotten by ${by} leaves no byte anywhere in the home`, async (t) => {
    const { home, id } = await keptEverywhere(t);
    await home.use(async (memory) => {
      const what = by === "id" ? { id } : { query: CANARY };
      const found = await memory.forgettable(what);
      assert.deepEqual(
        found.map((record) => record.id),
        [id],
      );
      const { held } = await memory.forget(found, by === "query" ? CANARY : undefined);
      assert.equal(held, false);
      // Also while the process that forgot still runs.
      assert.deepEqual(tracesOf(home.path, CANARY), []);
    });
    assert.deepEqual(tracesOf(home.path, CANARY), []);
    await home.use(async (memory) => {
      const { results } = await memory.recall({ query: "which wing stays open", format: "json" });
      assert.deepEqual(
        results.map(({ text }) => text),
        ["The west wing stays open all night."],
      );
      await assert.rejects(() => memory.get(id), { code: "not-found" });
    });
  });

  for (const sink of SINKS) {
    test(`a forget by ${by} that is killed after ${sink} is finished by the next command`, async (t) => {
      const { home, id } = await keptEverywhere(t);
      const env = {
        ...process.env,
        OLDHAND_HOME: home.path,
        OLDHAND_TEST: "1",
        OLDHAND_KILLPOINT: `forgotten in ${sink}`,
      };
      const ended = spawnSync(process.execPath, [DRIVER, by, by === "id" ? id : CANARY], { cwd: home.tree, env });
      assert.equal(ended.signal, "SIGKILL", ended.stderr.toString());
      await home.use((memory) => memory.list({ status: "all" }));
      assert.deepEqual(tracesOf(home.path, CANARY), []);
      await home.use(async (memory) => {
        const open = memory.doctor().checks.filter(({ ok }) => !ok);
        assert.deepEqual(open, []);
      });
    });
  }
}

test("a forget that another process blocks by reading is reported, and finished once that process is gone", async (t) => {
  const { home, id } = await keptEverywhere(t);
  const reader = spawn(process.execPath, [DRIVER, "hold", home.path], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => reader.kill("SIGKILL"));
  await once(reader.stdout, "data");
  await home.use(async (memory) => {
    const { held } = await memory.forget(await memory.forgettable({ id }));
    assert.equal(held, true);
    const unfinished = memory.doctor().checks.find(({ name }) => name === "forgetting");
    assert.equal(unfinished?.ok, false);
    assert.deepEqual(await memory.list({ status: "all" }).then((all) => all.map((record) => record.id === id)), [
      false,
    ]);
  });
  reader.kill("SIGKILL");
  await once(reader, "exit");
  await home.use((memory) => assert.equal(memory.doctor().checks.find(({ name }) => name === "forgetting")?.ok, true));
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});

test("a record that a person made by hand, without an id, is forgotten with its file", async (t) => {
  const home = safetyHome(t);
  const file = home.put("facts/door.md", `The east wing opens with ${CANARY}.\n`);
  await home.use(async (memory) => {
    const found = await memory.forgettable({ query: CANARY });
    assert.equal(found.length, 1);
    await memory.forget(found, CANARY);
  });
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});

test("a record that was deleted can still be forgotten, by its id and by its words", async (t) => {
  for (const by of ["id", "query"] as const) {
    const home = safetyHome(t);
    const id = await home.use(async (memory) => {
      const { record } = await memory.add({ text: `The east wing opens with ${CANARY}.`, type: "fact" });
      await memory.delete(record!.id);
      return record!.id;
    });
    await home.use(async (memory) => {
      const found = await memory.forgettable(by === "id" ? { id } : { query: CANARY });
      assert.deepEqual(
        found.map((record) => record.id),
        [id],
      );
      await memory.forget(found, by === "query" ? CANARY : undefined);
      await assert.rejects(() => memory.undo(), { code: "not-found" });
    });
    assert.deepEqual(tracesOf(home.path, CANARY), []);
  }
});

test("words that a record no longer says are forgotten in its history, and the record stays", async (t) => {
  const home = safetyHome(t);
  const id = await home.use(async (memory) => {
    const { record } = await memory.add({ text: `The east wing opens with ${CANARY}.`, type: "fact" });
    await memory.update(record!.id, { text: "The east wing opens with a badge." });
    return record!.id;
  });
  await home.use(async (memory) => {
    await memory.forget(await memory.forgettable({ query: CANARY }), CANARY);
    assert.equal((await memory.get(id)).text, "The east wing opens with a badge.");
  });
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});

test("a suggestion that holds the words in a tag is forgotten by query too", async (t) => {
  const home = safetyHome(t);
  await home.use(
    (memory) => memory.add({ text: "Never open the east wing at night.", type: "policy", tags: [CANARY] }),
    { over: { isAgent: true } },
  );
  await home.use(async (memory) => {
    assert.equal((await memory.suggestions("pending")).length, 1);
    await memory.forget(await memory.forgettable({ query: CANARY }), CANARY);
    assert.deepEqual(await memory.suggestions(), []);
  });
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});

test("a quarantined file that names the id is deleted with the record", async (t) => {
  const { home, id } = await keptEverywhere(t);
  const torn = home.put("facts/old-copy.md", recordFile({ id, type: "fact" }, `It was ${CANARY} once.`).slice(0, -8));
  utimesSync(torn, 1, 1);
  await home.use(async (memory) => memory.forget(await memory.forgettable({ id })));
  assert.deepEqual(tracesOf(home.path, CANARY), []);
});
