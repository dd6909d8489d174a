import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { holding } from "../../fixtures/holding.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { BORN } from "../../fixtures/records.ts";

test("an episode is kept with its outcome, and listed, the latest first", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const added = await memory.addEpisode({ text: "The upgrade broke the login", outcome: "failure", tags: ["Auth"] });
  assert.equal(added.outcome, "remembered");
  const [episode] = memory.episodes();
  const { id, ...rest } = episode!;
  assert.match(id, /^epi_/);
  assert.deepEqual(rest, {
    text: "The upgrade broke the login",
    outcome: "failure",
    tags: ["Auth"],
    atMs: Date.parse(BORN),
    scope: "global",
    trust: "person",
    session: "one",
    source: rest.source,
  });
  home.wait(1000);
  await memory.addEpisode({ text: "The rollback went well", outcome: "success" });
  assert.deepEqual(
    memory.episodes().map(({ text }) => text),
    ["The rollback went well", "The upgrade broke the login"],
  );
  assert.equal(memory.episodes({ limit: 1 }).length, 1);
  assert.equal((await memory.sessionCounts()).episodes, 2);
});

test("a recall gives episodes and records together, each with its kind, source and relevance", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "The login service runs on port 8080" });
  await memory.addEpisode({ text: "The upgrade broke the login service", outcome: "failure" });
  const { results } = await memory.recall({ query: "login service", format: "json" });
  assert.deepEqual(results.map(({ kind, relevance, source }) => [kind, relevance > 0, source !== ""]).toSorted(), [
    ["episode", true, true],
    ["record", true, true],
  ]);
  const { text } = await memory.recall({ query: "login service", format: "prompt" });
  assert.match(text, /The upgrade broke the login service \[episode, global, failure; epi_/);
});

test("a question for records of a type or a scope is not answered with episodes", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.addEpisode({ text: "The upgrade broke the login", outcome: "failure" });
  for (const narrow of [{ types: ["fact" as const] }, { scopes: ["global" as const] }])
    assert.deepEqual((await memory.recall({ query: "login", format: "json", ...narrow })).results, []);
});

test("an episode of a project stays in it; a global one does not", async (t) => {
  const home = memoryHome(t);
  const [repo, other] = [makeRepo(t), makeRepo(t)];
  const memory = await home.open(repo);
  await memory.addEpisode({ text: "The login broke here", outcome: "failure" });
  await memory.addEpisode({ text: "The login broke everywhere", outcome: "failure", scope: "global" });
  const seen = async (dir: string) => {
    const there = await home.open(dir);
    const found = (await there.recall({ query: "login broke", format: "json" })).results.map(({ text }) => text);
    assert.deepEqual(
      found.toSorted(),
      there
        .episodes()
        .map(({ text }) => text)
        .toSorted(),
    );
    return found.length;
  };
  assert.deepEqual([await seen(repo), await seen(other), await seen(home.outside)], [2, 1, 1]);
});

test("a secret is refused, and no byte of it is stored", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const token = `ghp_${"a1B2".repeat(9)}`;
  const added = await memory.addEpisode({ text: `It worked with ${token}`, outcome: "success" });
  assert.equal(added.outcome, "refused");
  assert.deepEqual([memory.episodes(), holding(home.path, token)], [[], []]);
});

test("an outcome is one of three, and a project episode needs a project", async (t) => {
  const memory = await memoryHome(t).open();
  for (const outcome of ["", "Success", "great"])
    await assert.rejects(memory.addEpisode({ text: "It went", outcome }), { code: "usage", message: /--outcome/ });
  await assert.rejects(memory.addEpisode({ text: "It went", outcome: "success", scope: "project" }));
  assert.deepEqual(memory.episodes(), []);
});
