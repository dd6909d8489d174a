import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { MINILM, queryByTable } from "../../../src/core/search/static-embedder.ts";
import { dot, type Embedder } from "../../../src/core/search/vectors.ts";
import { type EmbedderParts, embedderFor } from "../../../src/models/embed/embedder.ts";
import { openPieceTable } from "../../../src/store/piece-table.ts";
import { embeddingServer } from "./embedding-server.ts";

const PARTS: EmbedderParts = {
  variables: { OPENAI_API_KEY: "key-of-the-test" },
  privatePatterns: ["codename"],
  pieceTable: () => openPieceTable(),
  directory: "/nowhere",
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
      /is not installed|Use static|Use ollama/,
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

/** In the place of the package: a text points to the dimension of its length, unless the model has no quantized file. */
function fakePackage(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-packages-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const folder = join(directory, "node_modules", "@huggingface", "transformers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "@huggingface/transformers", "main": "index.js" }');
  writeFileSync(
    join(folder, "index.js"),
    `exports.env = {};
     exports.pipeline = async (task, model, { dtype }) => {
       const isThere = model === "mine" ? exports.env.localModelPath === "/models/" : model.startsWith("maker/");
       if (task !== "feature-extraction" || !isThere) throw new Error("no such model");
       if (model === "maker/whole" && dtype !== "fp32") throw new Error("no quantized file");
       return async (text, { pooling, normalize }) => {
         if (pooling !== "mean" || !normalize) throw new Error("not a sentence");
         const data = new Float32Array(384);
         data[text.length] = 1;
         return { data };
       };
     };`,
  );
  return directory;
}

for (const model of ["maker/all-MiniLM-L6-v2", "maker/whole", "/models/mine"])
  test(`the package runs the model ${model}, each text by itself`, async (t) => {
    const directory = fakePackage(t);
    const embedder = (await embedderFor(`transformers:${model}`, { ...PARTS, directory }))!;
    const vectors = await embedder.embed(["four", "eleven dogs"]);
    assert.deepEqual(
      vectors.map((vector) => [vector.length, vector.indexOf(1)]),
      [
        [384, 4],
        [384, 11],
      ],
    );
    // The table knows the way to the vectors of one model.
    const isKnown = model.endsWith("all-MiniLM-L6-v2");
    assert.equal(embedder.name, isKnown ? MINILM : `transformers/${model}`);
    assert.equal(embedder.queryByTable !== undefined, isKnown);
  });

test("the code of a package runs only once the setting names it", async (t) => {
  const directory = fakePackage(t);
  const ran = join(directory, "ran");
  const code = join(directory, "node_modules", "@huggingface", "transformers", "index.js");
  writeFileSync(code, `require("node:fs").writeFileSync(${JSON.stringify(ran)}, "");\n${readFileSync(code, "utf8")}`);
  for (const setting of ["none", "static"])
    await (await embedderFor(setting, { ...PARTS, directory }))?.embed(["four"]);
  assert.ok(!existsSync(ran));
  await (await embedderFor("transformers:maker/whole", { ...PARTS, directory }))!.embed(["four"]);
  assert.ok(existsSync(ran));
});

test("a model that is not there is named, and a package that was missing is found once it is installed", async (t) => {
  const directory = fakePackage(t);
  const wrong = (await embedderFor("transformers:nobody/nothing", { ...PARTS, directory }))!;
  await assert.rejects(async () => wrong.embed(["x"]), /could not open the model nobody\/nothing: no such model/);
  const later = mkdtempSync(join(tmpdir(), "oldhand-packages-"));
  t.after(() => rmSync(later, { recursive: true, force: true }));
  const embedder = (await embedderFor("minilm", { ...PARTS, directory: later }))!;
  await assert.rejects(
    async () => embedder.embed(["x"]),
    /needs @huggingface\/transformers, which is not installed. Run `npm install --prefix \/.*config set recall.embedder static/,
  );
  assert.equal(embedder.name, MINILM);
});
