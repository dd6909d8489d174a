import assert from "node:assert/strict";
import { test } from "node:test";
import { TYPES } from "../../../src/core/record/record.ts";
import { countRecords } from "../../../src/verbs/status/count-records.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("the sample shows every part of the product, each marked as sample", async (t) => {
  const home = memoryHome(t);
  const { root, project } = await (await home.open(tempDir(t, "elsewhere"))).addSample();
  const memory = await home.open(root);
  assert.equal(memory.project?.id, project);
  const records = await memory.list({ status: "active" });
  assert.deepEqual(
    TYPES.filter((type) => !records.some((record) => record.type === type)),
    [],
  );
  const suggestions = await memory.suggestions("pending");
  const commands = await memory.commands({ limit: 100 });
  const marked = {
    records: records.every(({ tags, source }) => tags.includes("sample") && source === "sample"),
    suggestions: suggestions.every(({ source }) => source === "sample"),
    commands: commands.every(({ source }) => source === "sample"),
    sessions: memory.sessions().map(({ nativeId }) => nativeId),
    tickets: memory.tickets().map(({ source }) => source),
    episodes: memory.episodes().map(({ source, tags }) => [source, ...tags]),
  };
  assert.deepEqual(marked, {
    ...{ records: true, suggestions: true, commands: true },
    ...{ sessions: ["sample"], tickets: ["sample"], episodes: [["sample", "sample"]] },
  });
  const kinds = suggestions.map(({ kind }) => kind);
  for (const kind of ["policy", "preferred_cwd", "recurring_command", "workflow_pattern"] as const)
    assert.ok(kinds.includes(kind), kind);
  const fix = records.find(({ text }) => text.includes("`npm run taste` failed"));
  assert.match(fix?.text ?? "", /`npm run knead` was run and it passed/);
  const [stale] = await memory.list({ status: "active", stale: true });
  assert.match(stale?.text ?? "", /npm run preheat/);
  const { runs, success, failure } = await memory.workflow("morning-batch");
  assert.deepEqual([runs.length, success, failure], [3, 2, 1]);
});

test("the sample added twice is there once, and learning finds nothing new in it", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(tempDir(t, "elsewhere"));
  const first = await memory.addSample();
  const before = await memory.commandCounts();
  assert.deepEqual(await memory.addSample(), { ...first, outcome: "there" });
  assert.deepEqual(await memory.commandCounts(), before);
  const inside = await home.open(first.root);
  const listed = async () => (await inside.list({ status: "all" })).map(({ text, tags }) => [text, ...tags]);
  const records = await listed();
  const { sessions, proposed } = await inside.extract();
  assert.deepEqual({ sessions, proposed, records: await listed() }, { sessions: 1, proposed: 0, records });
});

test("removing the sample leaves no byte of its text behind, and earlier records are unchanged", async (t) => {
  const home = memoryHome(t);
  const dir = tempDir(t, "elsewhere");
  const memory = await home.open(dir);
  await memory.add({ text: "The bell is iron", type: "fact", scope: "global" });
  const counts = async (of: typeof memory) => [
    countRecords(await of.list({ status: "all" })),
    of.commandCounts(),
    await of.suggestionCounts(),
  ];
  const before = await counts(memory);
  const { root } = await memory.addSample();
  const inside = await home.open(root);
  await inside.recall({ query: "rye recipe", format: "json" });
  await inside.extract();
  const [habit] = (await inside.suggestions("pending")).filter(({ kind }) => kind === "workflow_pattern");
  await inside.accept(habit!.id);
  await inside.consolidate();
  const after = await home.open(dir);
  assert.deepEqual(await after.removeSample(), { outcome: "removed" });
  assert.deepEqual(await counts(after), before);
  const words = [/bakery/i, /knead/, /recipes?\b/, /tasting/, /Harbour/, /dough/];
  const left = filesUnder(home.path).flatMap(({ path, bytes }) => {
    const found = words.find((word) => word.test(path) || word.test(bytes.toString("latin1")));
    return found === undefined ? [] : [`${path} ${found}`];
  });
  assert.deepEqual(left, []);
  assert.deepEqual(await after.removeSample(), { outcome: "none" });
  assert.equal((await after.addSample()).outcome, "added");
  assert.equal(
    (await (await home.open(root)).list({ status: "active" })).some(({ type }) => type === "pitfall"),
    true,
  );
});
