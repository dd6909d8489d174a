import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { claudeLines, type Exchange, write } from "../../fixtures/transcripts/write.ts";
import { embeddingServer } from "../../models/embed/embedding-server.ts";

const TALK: readonly Exchange[] = [
  { asked: "Please give the vessel a red coat.", answered: "Done." },
  { asked: "The doctor wants my blood pressure every morning.", answered: "I put it on the list." },
  { asked: "Compile the parser with two jobs.", answered: "It compiles." },
  { asked: "Send the invoice to accounting on Monday.", answered: "Sent." },
];

async function talked(t: Cleaning, embedder: string): Promise<{ home: MemoryHome; memory: Memory }> {
  const home = memoryHome(t);
  mkdirSync(home.path, { recursive: true });
  writeFileSync(join(home.path, "config.yml"), `recall.embedder: ${embedder}\n`);
  const memory = await home.open();
  const file = write(join(home.outside, "talk.jsonl"), claudeLines(home.outside, TALK));
  await memory.importSessions({ agent: "claude-code", file });
  return { home, memory };
}

const recalled = (memory: Memory, query: string) => memory.recall({ query, format: "json" });
const texts = async (memory: Memory, query: string) =>
  (await recalled(memory, query)).results.map(({ text }) => text.split("\n")[0]);

test("a message is found by its meaning, without a word of the question", async (t) => {
  const { memory } = await talked(t, "static");
  assert.equal((await texts(memory, "medical advice from the physician"))[0], TALK[1]!.asked);
  const alone = await talked(t, "none");
  assert.deepEqual(await texts(alone.memory, "medical advice from the physician"), []);
});

test("a server's vectors are used, and sent to it only once", async (t) => {
  const server = await embeddingServer(t);
  const { memory } = await talked(t, `ollama/nomic@${server.origin}`);
  assert.equal((await texts(memory, "which boat do we paint?"))[0], TALK[0]!.asked);
  const before = server.texts.length;
  await texts(memory, "which boat was painted?");
  assert.equal(server.texts.length, before + 1);
  assert.equal(server.texts.filter((text) => text === TALK[0]!.asked).length, 1);
  assert.ok(!server.texts.includes("It compiles."), "an answer has the vector of its question");
});

test("without its server, recall finds by words and says so; doctor fails", async (t) => {
  const server = await embeddingServer(t);
  const { home, memory } = await talked(t, `openai-compatible/nomic@${server.origin}/v1`);
  server.fail(503);
  const { results, note } = await recalled(memory, "compile the parser");
  assert.match(results[0]!.text, /Compile the parser/);
  assert.match(note ?? "", /did not embed the text.* Searched by words alone\./);
  assert.equal((await memory.doctorOfRecall()).ok, false);
  server.fail(undefined);
  const again = await home.open();
  assert.equal((await recalled(again, "compile the parser")).note, undefined);
  const { detail, ok } = await again.doctorOfRecall();
  assert.deepEqual([ok, detail.includes("4 of 4 texts embedded")], [true, true]);
});

for (const embedder of ["none", "static", "a server"])
  test(`deleting the index changes no answer with ${embedder}`, async (t) => {
    const server = await embeddingServer(t);
    const { home, memory } = await talked(t, embedder === "a server" ? `ollama/x@${server.origin}` : embedder);
    const queries = ["which ship is red?", "compile with jobs", "what about blood?"];
    const answers = async (from: Memory) =>
      Promise.all(queries.map(async (query) => ({ ...(await recalled(from, query)), receipt: "" })));
    const before = await answers(memory);
    home.close();
    const { indexFile } = homeFrom({ oldhandHome: home.path });
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${indexFile}${ending}`, { force: true });
    assert.deepEqual(await answers(await home.open()), before);
  });

test("vectors of another embedder are replaced, and stats say which is used", async (t) => {
  const server = await embeddingServer(t);
  const { home, memory } = await talked(t, `ollama/x@${server.origin}`);
  await recalled(memory, "boat");
  await memory.set("recall.embedder", "static");
  const again = await home.open();
  assert.deepEqual(await again.embedderState(), { setting: "static", embedded: 0, wanted: 4 });
  await recalled(again, "boat");
  assert.deepEqual(await again.embedderState(), { setting: "static", embedded: 4, wanted: 4 });
});

test("learning completes the vectors, and a new message gets its own", async (t) => {
  const server = await embeddingServer(t);
  const { home, memory } = await talked(t, `ollama/x@${server.origin}`);
  await memory.learn();
  assert.equal((await memory.embedderState()).embedded, 4);
  const more = claudeLines(home.outside, [...TALK, { asked: "Two cups of tea.", answered: "Yes." }]);
  await memory.importSessions({ agent: "claude-code", file: write(join(home.outside, "talk.jsonl"), more) });
  await memory.learn();
  assert.equal((await memory.embedderState()).embedded, 5);
  assert.equal(server.texts.filter((text) => text === TALK[0]!.asked).length, 1);
});

test("forgetting a session leaves no vector of it", async (t) => {
  const { home, memory } = await talked(t, "static");
  await recalled(memory, "blood");
  const { indexFile } = homeFrom({ oldhandHome: home.path });
  const bytesOf = (): Buffer => {
    const index = openIndex(homeFrom({ oldhandHome: home.path }), () => {});
    const row = index.sql("SELECT vectors FROM vectors").get();
    index.close();
    return Buffer.from((row?.vectors as Uint8Array | undefined) ?? []);
  };
  const vector = bytesOf().subarray(0, 128);
  assert.equal(vector.length, 128);
  await memory.forget([], undefined, { session: memory.sessions({ limit: 1 })[0]!.id });
  home.close();
  assert.equal(bytesOf().length, 0);
  assert.equal(readFileSync(indexFile).includes(vector), false);
});

test("an embedder that does not exist cannot be set", async (t) => {
  const { memory } = await talked(t, "static");
  await assert.rejects(() => memory.set("recall.embedder", "word2vec"), /is not an embedder\. Use static/);
});
