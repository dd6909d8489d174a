import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { filesBelow, madeUpId, recordFile, safetyHome } from "../../fixtures/safety-home.ts";

test("an export imported into an empty home gives the same memory", async (t) => {
  const home = safetyHome(t);
  const repo = makeRepo(t, { remote: "https://github.com/some/thing.git" });
  await home.use(
    async (memory) => {
      const one = await memory.add({
        text: "The harbour closes at nine.",
        type: "fact",
        tags: ["port"],
        paths: ["src/**"],
      });
      const two = await memory.add({ text: "I prefer short answers.", scope: "global" });
      await memory.add({ text: "Use pnpm, not npm.", scope: "project" });
      await memory.add({ text: "Use yarn from now on.", scope: "project" });
      await memory.update(one.record!.id, { text: "The harbour closes at ten.", expires: "2040-01-01" });
      await memory.archive(two.record!.id);
      const gone = await memory.add({ text: "The lighthouse is painted every spring.", type: "fact" });
      await memory.delete(gone.record!.id);
      const forgotten = await memory.add({ text: "The cellar is flooded every autumn.", type: "fact" });
      await memory.forget(await memory.forgettable({ id: forgotten.record!.id }));
      await memory.recall({ query: "harbour", format: "json" });
    },
    { dir: repo },
  );
  home.put(
    "facts/by-hand.md",
    "---\nmine: kept as it is\n# a remark\n---\n\nA person wrote this one — 漢字 included.\n",
  );
  await home.use(
    async (memory) => {
      await memory.add({ text: "Never merge on a Friday.", type: "policy" });
      const pending = await memory.suggestions("pending");
      assert.ok(pending.some(({ text }) => text === "Never merge on a Friday."));
    },
    { dir: repo, over: { isAgent: true } },
  );
  await home.use(async (memory) => {
    const pending = await memory.suggestions("pending");
    await memory.dismiss(pending.find(({ text }) => text === "Never merge on a Friday.")!.id);
    // An import confirms what it imports, so the file is confirmed before too.
    memory.confirmFiles(memory.changedFiles());
  });
  const dir = join(dirname(home.path), "export");
  const before = await home.use(
    async (memory) => {
      await memory.export(dir);
      return memory.dump();
    },
    { dir: repo },
  );
  const kinds = new Set(before.map((line) => JSON.parse(line).kind));
  const all = ["confirmed", "counter", "project", "record", "revision", "suggestion", "tombstone", "use"];
  assert.deepEqual([...kinds].sort(), all);

  const names = [...filesBelow(dir)].map(({ path }) => relative(dir, path));
  assert.deepEqual(
    names.filter((name) => !/\.(?:md|jsonl|json)$/.test(name)),
    [],
  );
  for (const { path, bytes } of filesBelow(dir)) {
    assert.equal(bytes.includes(0), false, path);
    for (const line of path.endsWith(".jsonl") ? bytes.toString().split("\n").filter(Boolean) : []) JSON.parse(line);
  }

  rmSync(home.path, { recursive: true });
  await home.use((memory) => memory.import(dir), { dir: repo });
  const after = await home.use((memory) => memory.dump(), { dir: repo });
  assert.deepEqual(after, before);
  const twice = await home.use((memory) => memory.import(dir), { dir: repo });
  assert.equal(twice.imported, 0);
  assert.deepEqual(await home.use((memory) => memory.dump(), { dir: repo }), before);
  t.diagnostic(`${before.length} lines`);
});

test("an import never overwrites another record's file", async (t) => {
  const home = safetyHome(t);
  const dir = join(dirname(home.path), "export");
  const file = home.put("facts/door.md", recordFile({ id: madeUpId(1) }, "The first door is green."));
  await home.use((memory) => memory.export(dir));
  writeFileSync(file, recordFile({ id: madeUpId(2) }, "The second door is red."));
  await home.use((memory) => memory.rebuild());
  await home.use((memory) => memory.import(dir));
  assert.deepEqual(
    await home.use(async (memory) => (await memory.list({ status: "all" })).map(({ text }) => text).sort()),
    ["The first door is green.", "The second door is red."],
  );
});
