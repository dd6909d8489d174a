import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function contradicted(t: Parameters<typeof memoryHome>[0]) {
  const home = memoryHome(t);
  const project = makeRepo(t);
  const mine = await (await home.open()).add({ text: "Deploy with make ship", type: "decision", key: "deploy" });
  const agent = await home.open(project, { isAgent: true });
  const theirs = await agent.add({
    text: "The shop is deployed by the nightly pipeline",
    type: "decision",
    key: "deploy",
    scope: "project",
  });
  assert.equal(theirs.outcome, "remembered");
  return { home, project, mine: mine.record!, theirs: theirs.record! };
}

test("an agent's project record does not shadow the person's: both apply, and the conflict is a suggestion", async (t) => {
  const { home, project, mine, theirs } = await contradicted(t);
  const memory = await home.open(project);
  const { results } = await memory.recall({ query: "deploy", format: "json" });
  assert.deepEqual(results.map(({ id }) => id).sort(), [mine.id, theirs.id].sort());
  const [suggestion, ...more] = await memory.suggestions("pending");
  assert.deepEqual(more, []);
  assert.equal(suggestion!.text, theirs.text);
  assert.match(suggestion!.reason, /"Deploy with make ship"/);
  await memory.consolidate();
  assert.equal((await memory.suggestions("pending")).length, 1);
});

test("an accepted conflict lets the project's record win", async (t) => {
  const { home, project, theirs } = await contradicted(t);
  const memory = await home.open(project);
  await memory.accept((await memory.suggestions("pending"))[0]!.id);
  const { results } = await memory.recall({ query: "deploy", format: "json" });
  assert.deepEqual(
    results.map(({ id }) => id),
    [theirs.id],
  );
});

test("a dismissed conflict keeps both records, also after their files change, and is not suggested again", async (t) => {
  const { home, project, mine, theirs } = await contradicted(t);
  const memory = await home.open(project);
  await memory.dismiss((await memory.suggestions("pending"))[0]!.id);
  await memory.update(theirs.id, { tags: ["k8s"] });
  await memory.rebuild();
  const again = await home.open(project);
  await again.consolidate();
  assert.deepEqual(await again.suggestions("pending"), []);
  const ids = (await again.list({ status: "active" })).map(({ id }) => id);
  assert.deepEqual(ids.sort(), [mine.id, theirs.id].sort());
});

test("records that agree are no conflict", async (t) => {
  const home = memoryHome(t);
  const project = makeRepo(t);
  await (await home.open()).add({ text: "Use pnpm", type: "decision" });
  const agent = await home.open(project, { isAgent: true });
  await agent.add({ text: "This repository uses pnpm for everything", type: "decision", scope: "project" });
  const pending = await (await home.open(project)).suggestions("pending");
  assert.deepEqual(
    pending.filter(({ act }) => act !== "edit"),
    [],
  );
});
