import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { openForReading } from "../../../src/main/open-call.ts";
import { openForHook } from "../../../src/main/open-for-hook.ts";
import { openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { reading } from "../../../src/verbs/recalling/read-verbs.ts";
import { recalled } from "../../../src/verbs/recalling/recall.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { embeddingServer } from "../../models/embed/embedding-server.ts";

const DOCTOR = "The doctor wants the blood pressure every morning";
const OTHERS = ["Compile the parser with two jobs", "Invoices go to accounting on Monday"];
const QUESTION = "medical advice from the physician";

async function kept(t: Cleaning, embedder: string): Promise<{ home: MemoryHome; memory: Memory }> {
  const home = memoryHome(t);
  mkdirSync(home.path, { recursive: true });
  writeFileSync(join(home.path, "config.yml"), `recall.embedder: ${embedder}\n`);
  const memory = await home.open();
  for (const text of [DOCTOR, ...OTHERS]) await memory.add({ text, type: "fact" });
  return { home, memory };
}

const texts = async (memory: Pick<Memory, "recall">, query = QUESTION) =>
  (await memory.recall({ query, format: "json" })).results.map(({ text }) => text);

test("a record is found by its meaning, without a word of the question", async (t) => {
  const { memory, home } = await kept(t, "static");
  assert.equal((await texts(memory))[0], DOCTOR);
  const { context, close } = await openForReading(home.env(), {});
  assert.equal((await texts(reading(context)))[0], DOCTOR);
  close();
  assert.deepEqual(await texts((await kept(t, "none")).memory), []);
});

test("an episode is found by its meaning", async (t) => {
  const { memory } = await kept(t, "static");
  await memory.addEpisode({ text: "Moved the boat to the harbour", outcome: "success" });
  assert.equal((await texts(memory, "where is the ship anchored in port"))[0], "Moved the boat to the harbour");
});

test("a hook compares meaning with the vectors that are there, and needs no command in between", async (t) => {
  const { home } = await kept(t, "static");
  home.close();
  const hook = openForHook(home.env())!;
  const { results } = await recalled(hook, { query: QUESTION, format: "prompt" });
  assert.equal(results[0]?.text, DOCTOR);
  hook.close();
});

test("a hook asks no server: it finds by words", async (t) => {
  const server = await embeddingServer(t);
  const { home, memory } = await kept(t, `ollama/x@${server.origin}`);
  await memory.learn();
  home.close();
  const asked = server.texts.length;
  const hook = openForHook(home.env())!;
  assert.equal(await hook.meaningOf?.(QUESTION), undefined);
  const { results } = await recalled(hook, { query: "blood pressure", format: "prompt" });
  assert.equal(results[0]?.text, DOCTOR);
  assert.equal(server.texts.length, asked);
  hook.close();
});

test("a changed record is compared by its new text", async (t) => {
  const { memory } = await kept(t, "static");
  const { results } = await memory.recall({ query: QUESTION, format: "json" });
  await memory.update(results[0]!.id, { text: "The printer needs yellow ink" });
  assert.ok(!(await texts(memory)).includes("The printer needs yellow ink"));
  assert.equal((await texts(memory, "toner colour of our copy machine"))[0], "The printer needs yellow ink");
});

test("forgetting a record leaves no vector of it", async (t) => {
  const { home, memory } = await kept(t, "static");
  const [first] = (await memory.recall({ query: QUESTION, format: "json" })).results;
  const { indexFile } = homeFrom({ oldhandHome: home.path });
  const vectors = (): Buffer => {
    const index = openIndex(homeFrom({ oldhandHome: home.path }), () => {});
    const row = index.sql("SELECT vectors FROM vectors").get();
    index.close();
    return Buffer.from(row!.vectors as Uint8Array);
  };
  const vector = vectors().subarray(0, 128);
  await memory.forget([first!.record!]);
  home.close();
  assert.equal(vectors().length, 2 * 128);
  assert.equal(readFileSync(indexFile).includes(vector), false);
});

for (const embedder of ["none", "static", "a server"])
  test(`deleting the index changes no answer about records with ${embedder}`, async (t) => {
    const server = await embeddingServer(t);
    const { home, memory } = await kept(t, embedder === "a server" ? `ollama/x@${server.origin}` : embedder);
    const answers = async (from: Memory) =>
      Promise.all(
        [QUESTION, "two jobs", "who gets the invoice"].map(async (query) => {
          const { results } = await from.recall({ query, format: "json" });
          return results.map(({ id, relevance }) => [id, relevance]);
        }),
      );
    await memory.update((await memory.recall({ query: "parser", format: "json" })).results[0]!.id, { tags: ["build"] });
    const before = await answers(memory);
    home.close();
    for (const ending of ["", "-wal", "-shm"])
      rmSync(`${homeFrom({ oldhandHome: home.path }).indexFile}${ending}`, { force: true });
    assert.deepEqual(await answers(await home.open()), before);
  });

test("stats count records too, and an index of an older version is embedded again by the next command", async (t) => {
  const { home, memory } = await kept(t, "static");
  assert.deepEqual(await memory.embedderState(), { setting: "static", embedded: 3, wanted: 3 });
  home.close();
  const index = openIndex(homeFrom({ oldhandHome: home.path }), () => {});
  index.sql("UPDATE meta SET value = '1' WHERE key = 'version'").run();
  index.close();
  assert.deepEqual(await (await home.open()).embedderState(), { setting: "static", embedded: 3, wanted: 3 });
});
