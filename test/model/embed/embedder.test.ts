import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MINILM, queryByTable } from "../../../src/core/search/static-embedder.ts";
import { dot, type Embedder } from "../../../src/core/search/vectors.ts";
import { type EmbedderParts, embedderFor } from "../../../src/model/embed/embedder.ts";
import { installedMiniLm } from "../../../src/store/local/minilm-files.ts";
import { openPieceTable } from "../../../src/store/local/piece-table.ts";
import { embeddingServer } from "./embedding-server.ts";

const PARTS: EmbedderParts = {
  variables: { OPENAI_API_KEY: "key-of-the-test" },
  privatePatterns: ["codename"],
  pieceTable: () => openPieceTable(),
  minilm: () => undefined,
};

async function cosine(embedder: Embedder, a: string, b: string): Promise<number> {
  const [one, other] = await embedder.embed([a, b]);
  return dot(one!, other!);
}

test("the static table puts texts about the same thing close together", async () => {
  const embedder = (await embedderFor("static", PARTS))!;
  assert.equal(embedder.dimensions, 128);
  const near = await cosine(embedder, "The physician examined her patient", "a doctor in the hospital");
  const far = await cosine(embedder, "The physician examined her patient", "compile the parser with make");
  assert.ok(near > far + 0.2, `${near} and ${far}`);
  assert.ok(Math.abs((await cosine(embedder, "same words", "same words")) - 1) < 1e-5);
});

test("the table turns a question into a vector of the model that it was distilled from", () => {
  const table = openPieceTable()!;
  const embed = queryByTable(table, MINILM)!;
  const [doctor, physician, parser] = [
    "a doctor in the hospital",
    "the physician examined her",
    "compile the parser",
  ].map(embed);
  assert.equal(doctor!.length, 384);
  assert.ok(Math.abs(dot(doctor!, doctor!) - 1) < 1e-5);
  assert.ok(dot(doctor!, physician!) > dot(doctor!, parser!) + 0.2);
  assert.ok(embed("部署").every((value) => value === 0));
  assert.equal(queryByTable(table, "ollama/nomic"), undefined);
});

test("a text in a script that the table does not have is all zeros", async () => {
  const embedder = (await embedderFor("static", PARTS))!;
  const [vector] = await embedder.embed(["部署到生产环境"]);
  assert.ok(vector!.every((value) => value === 0));
});

test("none is words alone, and a missing table too", async () => {
  assert.equal(await embedderFor("none", PARTS), undefined);
  assert.equal(
    await embedderFor("static", { ...PARTS, pieceTable: () => openPieceTable("/nowhere/x.bin") }),
    undefined,
  );
});

for (const setting of ["minilm", "word2vec", "anthropic/x"])
  test(`${setting} that cannot be used says what to do`, async () => {
    await assert.rejects(
      async () => (await embedderFor(setting, PARTS))!.embed(["x"]),
      /`oldhand setup`|Use static|Use ollama/,
    );
  });

for (const provider of ["ollama", "openai-compatible"] as const)
  test(`${provider} embeds texts without their secrets and private words`, async (t) => {
    const server = await embeddingServer(t);
    const address = provider === "ollama" ? server.origin : `${server.origin}/v1`;
    const embedder = (await embedderFor(`${provider}/nomic@${address}`, PARTS))!;
    const secret = `ghp_${"x1Y2z3A4b5".repeat(4).slice(0, 36)}`;
    const [boat, ship, tea] = await embedder.embed([`the boat ${secret}`, "a vessel of codename", "tea"]);
    assert.ok(dot(boat!, ship!) > 0.9 && dot(boat!, tea!) < 0.5);
    assert.ok(!server.texts.join().includes(secret) && !server.texts.join().includes("codename"));
    if (provider === "openai-compatible") assert.deepEqual([...new Set(server.keys)], ["Bearer key-of-the-test"]);
    server.fail(500);
    await assert.rejects(
      async () => embedder.embed(["x"]),
      /nomic at http:\/\/127\.0\.0\.1:\d+.* did not embed the text/,
    );
  });

test("MiniLM gets the pieces of a text with its marks, and their average is the vector", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-minilm-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  assert.equal(installedMiniLm({ embedderDirectory: directory }), undefined);
  const runtime = join(directory, "node_modules", "onnxruntime-node");
  mkdirSync(runtime, { recursive: true });
  // In the place of ONNX Runtime: each piece points to the dimension of its number.
  writeFileSync(
    join(runtime, "index.js"),
    `class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
     const run = async ({ input_ids: { data } }) => {
       const hidden = new Float32Array(data.length * 384);
       data.forEach((id, at) => { hidden[at * 384 + Number(id)] = 1; });
       return { last_hidden_state: { data: hidden } };
     };
     module.exports = { Tensor, InferenceSession: { create: async () => ({ run }) } };`,
  );
  const vocab = { "[CLS]": 1, "[SEP]": 2, harbour: 3, light: 4, "##house": 5 };
  writeFileSync(join(directory, "tokenizer.json"), JSON.stringify({ model: { vocab } }));
  writeFileSync(join(directory, "model_quantized.onnx"), "");
  const files = installedMiniLm({ embedderDirectory: directory });
  const embedder = (await embedderFor("minilm", { ...PARTS, minilm: () => files }))!;
  const [vector] = await embedder.embed(["Hárbour LIGHTHOUSE zzz"]);
  assert.deepEqual(
    [...vector!.entries()].filter(([, value]) => value > 0).map(([at]) => at),
    [1, 2, 3, 4, 5],
  );
});
