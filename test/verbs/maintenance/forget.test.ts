import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { holding } from "../../fixtures/holding.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

/** A word that is nowhere else. */
const MARK = "zanzibarquux";

test("a forgotten record leaves no byte of its words anywhere in the home", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({
    text: `The vault of ${MARK} is in Lisbon`,
    key: `${MARK}-key`,
    tags: [`${MARK}tag`],
    aliases: [`${MARK}alias`],
  });
  const { id } = record!;
  await memory.add({ text: "The API allows 100 calls a minute" });
  await memory.update(id, { text: `The vault of ${MARK} is in Porto` });
  await memory.reclassify(id, "policy");
  await memory.recall({ query: `where is the vault of ${MARK}`, format: "json" });
  await memory.archive(id);
  const agent = await home.open(undefined, { isAgent: true });
  await agent.add({ text: `Never open the vault of ${MARK}` });
  assert.notDeepEqual(holding(home.path, MARK), []);

  const later = await home.open();
  const { held } = await later.forget(await later.forgettable({ query: MARK }), MARK);
  assert.equal(held, false);
  assert.deepEqual(holding(home.path, MARK), []);
  await home.open();
  home.close();
  assert.deepEqual(holding(home.path, MARK), []);
  assert.deepEqual(
    (await (await home.open()).list({ status: "all" })).map(({ text }) => text),
    ["The API allows 100 calls a minute"],
  );
});

test("records to be forgotten are shown first: by id, or by all of the words", async (t) => {
  const memory = await memoryHome(t).open();
  const { record } = await memory.add({ text: "The vault is in Lisbon", tags: ["bank"] });
  await memory.add({ text: "The bank is in Porto" });
  const shown = async (what: { id?: string; query?: string }) =>
    (await memory.forgettable(what)).map(({ text }) => text).sort();
  assert.deepEqual(await shown({ id: record!.id.slice(-8) }), ["The vault is in Lisbon"]);
  assert.deepEqual(await shown({ query: "BANK" }), ["The bank is in Porto", "The vault is in Lisbon"]);
  assert.deepEqual(await shown({ query: "bank lisbon" }), ["The vault is in Lisbon"]);
  assert.deepEqual(await shown({ query: "zeppelin" }), []);
  await assert.rejects(memory.forgettable({ query: "  " }), { code: "usage", message: /Give an id/ });
});

test("it stays forgotten: its file cannot come back, and an agent cannot add it again", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: `The vault of ${MARK} is in Lisbon` });
  const [{ path, bytes }] = filesUnder(join(home.path, "records")) as [{ path: string; bytes: Buffer }];
  await memory.forget(await memory.forgettable({ id: record!.id }));
  await assert.rejects(memory.undo(), { code: "not-found" });

  const { writeFileSync } = await import("node:fs");
  writeFileSync(path, bytes);
  const back = await home.open();
  assert.deepEqual(await back.list({ status: "all" }), []);
  assert.equal(back.doctor().checks.find(({ name }) => name === "tombstones")?.ok, false);
  rmSync(path);
  const agent = await home.open(undefined, { isAgent: true });
  assert.equal((await agent.add({ text: `The vault of ${MARK} is in Lisbon` })).outcome, "proposed");
});

test("a person can add it again", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const text = `The vault of ${MARK} is in Lisbon`;
  const { record } = await memory.add({ text });
  await memory.forget(await memory.forgettable({ id: record!.id }));
  assert.equal((await memory.add({ text })).outcome, "remembered");
  assert.equal((await (await home.open()).list({ status: "active" })).length, 1);
});

test("a deleted record can still be forgotten, history and all", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: `The vault of ${MARK} is in Lisbon` });
  await memory.delete(record!.id);
  assert.notDeepEqual(holding(home.path, MARK), []);
  await memory.forget(await memory.forgettable({ id: record!.id }));
  home.close();
  assert.deepEqual(holding(home.path, MARK), []);
});

test("a shared record is forgotten in the repository's files too", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.add({ text: `The vault of ${MARK} is in Lisbon` });
  await memory.projects.share();
  const shared = await home.open(repo);
  assert.notDeepEqual(holding(join(repo, ".oldhand"), MARK), []);
  await shared.forget(await shared.forgettable({ query: MARK }), MARK);
  home.close();
  assert.deepEqual([...holding(join(repo, ".oldhand"), MARK), ...holding(home.path, MARK)], []);
});
