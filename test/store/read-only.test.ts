import assert from "node:assert/strict";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openReadOnly } from "../../src/main/open-call.ts";
import { openForHook } from "../../src/main/open-for-hook.ts";
import { reading } from "../../src/verbs/recalling/read-verbs.ts";
import { makeRepo } from "../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../fixtures/memory-home.ts";

/** Every file with its size, except the two by which SQLite shows other processes that it reads. */
function everything(home: MemoryHome): string[] {
  return readdirSync(home.path, { recursive: true, encoding: "utf8" })
    .filter((name) => !/\.db-(?:shm|wal)$/.test(name))
    .map((name) => `${name} ${statSync(join(home.path, name)).size}`)
    .sort();
}

test("in a read-only home answers come from the files, and nothing is written", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The API allows 100 calls a minute" });
  await memory.archive((await memory.add({ text: "The API key is rotated in March" })).record!.id);
  home.close();
  rmSync(join(home.path, "index.db"));
  const before = everything(home);
  const { context, close } = await openReadOnly(home.env(), {});
  const readOnly = reading(context);
  const { results } = await readOnly.recall({ query: "API", format: "json" });
  assert.deepEqual(
    results.map(({ id }) => id),
    [record!.id],
  );
  assert.equal((await readOnly.list({ status: "all" })).length, 2);
  assert.equal((await readOnly.get(record!.id)).text, "The API allows 100 calls a minute");
  close();
  assert.deepEqual(everything(home), before);
});

test("a quick reader without an index reports it, and creates none", (t) => {
  const home = memoryHome(t);
  assert.equal(openForHook(home.env()), undefined);
  assert.throws(() => statSync(home.path), { code: "ENOENT" });
});

test("a quick reader returns the records of its project, with their acceptance", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.add({ text: "The service runs on port 8080" });
  await memory.projects.share();
  await home.open(repo);
  home.close();
  const call = openForHook(home.env({ cwd: repo }))!;
  const { results } = await reading(call).recall({ query: "port", format: "prompt" });
  assert.deepEqual(
    results.map(({ text, record }) => [text, record!.accepted]),
    [["The service runs on port 8080", true]],
  );
  call.close();
});
