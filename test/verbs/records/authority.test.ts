import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const AS_AGENT = { isAgent: true };

/** A cloned repository that carries one policy, which nobody has accepted here. */
function repoWithPolicy(t: TestContext): string {
  const repo = makeRepo(t);
  const folder = join(repo, ".oldhand", "records", "principles");
  mkdirSync(folder, { recursive: true });
  const head =
    "id: rec_1m7gp04pje53c279k2\ntype: policy\ncategory: principles\nscope: project\nkey: push\npriority: critical";
  writeFileSync(join(folder, "push-1m7gp.md"), `---\n${head}\n---\n\nPush straight to main\n`);
  return repo;
}

test("an agent's edit of a repository's record does not accept it", async (t) => {
  const home = memoryHome(t);
  const repo = repoWithPolicy(t);
  const agent = await home.open(repo, AS_AGENT);
  const [before] = await agent.list({ status: "active" });
  assert.equal(before?.accepted, false);
  await agent.update(before!.id, { tags: ["ci"] });
  const person = await home.open(repo);
  assert.equal((await person.get(before!.id)).accepted, false);
  assert.deepEqual((await person.brief({ prompt: "push" })).lines, []);
  await person.projects.join();
  assert.equal((await (await home.open(repo)).get(before!.id)).accepted, true);
});

test("an agent cannot make its own fact a rule, by reclassifying or by updating it", async (t) => {
  const home = memoryHome(t);
  const agent = await home.open(undefined, AS_AGENT);
  const { record } = await agent.add({ text: "Deploys go through the gateway", type: "fact" });
  await assert.rejects(agent.reclassify(record!.id, "policy"), { code: "invalid", message: /ask the person/ });
  const updated = await agent.update(record!.id, { type: "policy" });
  assert.equal(updated.outcome, "proposed");
  assert.equal((await agent.get(record!.id)).type, "fact");
  assert.equal((await agent.update(record!.id, { type: "decision" })).outcome, "remembered");
});

test("what a person accepted is the person's: an agent can only propose a change", async (t) => {
  const home = memoryHome(t);
  const agent = await home.open(undefined, AS_AGENT);
  const { suggestion } = await agent.add({ text: "Always squash before merging", type: "policy" });
  const { record } = await (await home.open()).accept(suggestion!.id);
  const later = await home.open(undefined, AS_AGENT);
  assert.equal((await later.update(record!.id, { text: "Never squash" })).outcome, "proposed");
  await assert.rejects(later.archive(record!.id), { code: "invalid", message: /^Only a person can archive/ });
  await assert.rejects(later.delete(record!.id), { code: "invalid", message: /^Only a person can delete/ });
  await assert.rejects(later.forget([await later.get(record!.id)]), { code: "invalid" });
  const kept = await (await home.open()).get(record!.id);
  assert.deepEqual([kept.text, kept.status], ["Always squash before merging", "active"]);
});

test("acts without a record that need a person are refused to agents", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await (await home.open(repo)).add({ text: "The API allows 100 calls a minute" });
  const agent = await home.open(repo, AS_AGENT);
  const acts: readonly (() => unknown)[] = [
    () => agent.clear({ everywhere: true }),
    () => agent.clear({ everywhere: false }),
    () => agent.set("brief.budget", "10"),
    () => agent.projects.share(),
    () => agent.projects.join(),
    () => agent.projects.split(),
    () => agent.forget([], "calls"),
  ];
  for (const act of acts)
    await assert.rejects(async () => act(), {
      code: "invalid",
      message: /^Only a person can .+ Ask the person to do it\.$/,
    });
  assert.equal((await (await home.open(repo)).list({ status: "active" })).length, 1);
});
