import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("an id may be shortened from either side while it is unique", async (t) => {
  const memory = await memoryHome(t).open();
  const { id } = (await memory.add({ text: "The API allows 100 calls a minute" })).record!;
  await memory.add({ text: "Builds need Node 24" });
  for (const part of [id, id.toUpperCase(), ` ${id} `, id.slice(-8), id.slice(4), id.slice(-4)]) {
    assert.equal((await memory.get(part)).id, id, part);
  }
});

test("a shortened id that matches more than one record is refused, with the candidates", async (t) => {
  const memory = await memoryHome(t).open();
  const a = (await memory.add({ text: "The API allows 100 calls a minute" })).record!.id;
  await memory.add({ text: "Builds need Node 24" });
  await assert.rejects(memory.get("rec_"), {
    code: "ambiguous",
    message: new RegExp(`^rec_ matches 2 records: .*${a}.*\\. Give more of the id\\.$`),
  });
  await assert.rejects(memory.delete(a.slice(0, 6)), { code: "ambiguous" });
  assert.equal((await memory.list({ status: "active" })).length, 2);
});

const HOSTILE = [
  "",
  " ",
  "../x",
  "rec_../..",
  "rec_../../../../etc/passwd",
  "/etc/passwd",
  "rec_%",
  "%",
  "rec_*",
  "rec_' OR 1=1 --",
  "rec_\0",
  "rec_x/y",
  "a".repeat(1000),
  "ＲＥＣ＿",
  "__proto__",
  "constructor",
  "prj_0123456789abcdefgh",
];

test("text that is not an id matches no record, for any verb", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "The API allows 100 calls a minute" });
  await memory.add({ text: "Builds need Node 24" });
  for (const id of HOSTILE) {
    const verbs = [
      () => memory.get(id),
      () => memory.update(id, { tags: ["x"] }),
      () => memory.reclassify(id, "policy"),
      () => memory.archive(id),
      () => memory.restore(id),
      () => memory.delete(id),
      () => memory.history(id),
      () => memory.forgettable({ id }),
    ];
    for (const verb of verbs) await assert.rejects(verb, { code: "not-found" }, JSON.stringify(id));
  }
  assert.equal((await memory.list({ status: "active" })).length, 2);
});
