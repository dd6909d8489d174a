import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rankEntries } from "../../../src/search/rank-entries.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { sinksOf } from "../../../src/store/forget/forget.ts";
import { openWriteStore } from "../../../src/store/write-store.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("every file that a full use leaves in the home belongs to exactly one sink that forget clears", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const first = await home.open(repo);
  const { record } = await first.add({ text: "The bell is iron", type: "fact", scope: "global" });
  await first.add({ text: "The tower has two doors", type: "fact", scope: "project" });
  await first.recall({ query: "bell", format: "json" });
  await first.set("brief.budget", "7");
  await first.delete(record!.id);
  // A damaged index is moved aside, and that copy contains the text too.
  writeFileSync(join(home.path, "index.db"), "no database".repeat(500));
  await home.open(repo);

  const means = { folders: [], clock: () => 0, session: "s", at: () => {}, note: () => {}, rank: rankEntries };
  const store = openWriteStore({ home: homeFrom({ oldhandHome: home.path }), ...means });
  const sinks = sinksOf(store);
  const names = readdirSync(home.path);
  const owners = names.map((name) => [
    name,
    sinks.filter(({ owns }) => owns.some((own) => name === own || name.startsWith(`${own}-`))).map((sink) => sink.name),
  ]);
  store.close();
  assert.ok(names.length >= 8, names.join(", "));
  assert.deepEqual(
    owners.filter(([, of]) => of!.length !== 1),
    [],
  );
});
