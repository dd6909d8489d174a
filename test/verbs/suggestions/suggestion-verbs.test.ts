import assert from "node:assert/strict";
import { test } from "node:test";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

async function proposed(home: MemoryHome, text: string): Promise<string> {
  const agent = await home.open(undefined, { isAgent: true });
  return (await agent.add({ text })).suggestion!.id;
}

test("an accepted suggestion is a record with the trust it came with, accepted", async (t) => {
  const home = memoryHome(t);
  const id = await proposed(home, "Never commit secrets");
  const memory = await home.open();
  const { outcome, record } = await memory.accept(id.slice(-6));
  assert.deepEqual([outcome, record!.trust, record!.accepted, record!.type], ["remembered", "agent", true, "policy"]);
  assert.deepEqual(await memory.suggestions("pending"), []);
  assert.deepEqual(
    (await memory.suggestions("accepted")).map((one) => one.id),
    [id],
  );
});

test("an accepted choice replaces the person's own", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Use npm" });
  const id = await proposed(home, "Use pnpm");
  const memory = await home.open();
  assert.equal((await memory.accept(id)).outcome, "superseded");
  assert.deepEqual(
    (await memory.list({ status: "active" })).map(({ text }) => text),
    ["Use pnpm"],
  );
});

test("an agent that repeats a dismissed statement creates a suggestion", async (t) => {
  const home = memoryHome(t);
  const id = await proposed(home, "Never commit secrets");
  assert.equal((await (await home.open()).dismiss(id)).status, "dismissed");
  const agent = await home.open(undefined, { isAgent: true });
  const again = await agent.add({ text: "never commit secrets!", type: "fact" });
  assert.deepEqual([again.outcome, again.reason], ["proposed", "It was deleted or dismissed before."]);
});

test("a suggestion is decided once", async (t) => {
  const home = memoryHome(t);
  const id = await proposed(home, "Never commit secrets");
  const memory = await home.open();
  await memory.dismiss(id);
  await assert.rejects(memory.accept(id), { code: "invalid", message: `${id} is already dismissed.` });
  await assert.rejects(memory.dismiss(id), { code: "invalid" });
  assert.deepEqual(await memory.list({ status: "all" }), []);
});

test("agents cannot decide suggestions, and unknown suggestions are not found", async (t) => {
  const home = memoryHome(t);
  const id = await proposed(home, "Never commit secrets");
  const agent = await home.open(undefined, { isAgent: true });
  for (const verb of [() => agent.accept(id), () => agent.dismiss(id)]) {
    await assert.rejects(verb, { code: "invalid", message: /Only a person can decide/ });
  }
  const memory = await home.open();
  for (const part of ["", "sug", "../x", "zzzzzz"]) {
    await assert.rejects(memory.accept(part), { code: "not-found" });
  }
});
