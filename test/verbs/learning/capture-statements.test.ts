import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function captured(memory: Memory, message: string): Promise<string[]> {
  return (await memory.capture(message)).map(({ outcome, record }) => `${outcome}: ${record?.text}`);
}

async function active(memory: Memory): Promise<string[]> {
  return (await memory.list({ status: "active" })).map(({ type, text }) => `${type}: ${text}`);
}

test("a correction replaces the earlier statement", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  await memory.add({ text: "Use npm", type: "preference" });
  assert.deepEqual(await captured(memory, "No, use pnpm."), ["superseded: Use pnpm"]);
  assert.deepEqual(await active(memory), ["fact: Use pnpm"]);
});

test("a correction of a value replaces the record that has the old one", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  await memory.add({ text: "The API listens on port 8080", type: "fact" });
  assert.deepEqual(await captured(memory, "No, use port 8081."), ["superseded: The API listens on port 8081"]);
  assert.deepEqual(await captured(memory, "actually it's 9091"), ["superseded: The API listens on port 9091"]);
  assert.deepEqual(await active(memory), ["fact: The API listens on port 9091"]);
});

test("a correction that may be about several records, or about none, changes nothing", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  await memory.add({ text: "The API listens on port 8080", type: "fact" });
  assert.deepEqual(await captured(memory, "No, use version 22.1"), []);
  assert.deepEqual(await captured(memory, "actually it's 12"), []);
  await memory.add({ text: "The admin page listens on port 9090", type: "fact" });
  assert.deepEqual(await captured(memory, "No, use port 8081."), []);
});

test("a captured statement has a person's trust, is active, and names its rule", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  const [only] = await memory.capture("Fix the tests. You must never push to main.", { source: "a chat" });
  const { text, type, status, origin, trust, confidence, source, scope } = only!.record!;
  assert.deepEqual(
    { rule: only!.rule, sentence: only!.sentence, text, type, status, origin, trust, confidence, source, scope },
    {
      rule: "constraint",
      sentence: "You must never push to main.",
      text: "You must never push to main",
      type: "policy",
      status: "active",
      origin: "captured",
      trust: "person",
      confidence: 0.8,
      source: "a chat",
      scope: "project",
    },
  );
});

test("the repository's own instructions are not learned", async (t) => {
  const project = makeRepo(t);
  writeFileSync(join(project, "AGENTS.md"), "# Rules\n\n- You must never push to main.\n");
  const memory = await memoryHome(t).open(project);
  assert.deepEqual(await captured(memory, "You must never push to main."), []);
  assert.equal((await captured(memory, "You must never push to release.")).length, 1);
});

test("questions, orders, quotations and secrets are not captured", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  const key = `AKIA${"Z7Q4".repeat(4)}`;
  for (const message of [
    "Should we always use pnpm?",
    "Mend the rounding of the invoice total.",
    "> You must never push to main.",
    "```\nAlways use tabs.\n```",
  ])
    assert.deepEqual(await captured(memory, message), [], message);
  await memory.capture(`Remember: the deploy must use ${key}.`);
  assert.deepEqual(await active(memory), []);
});

test("a statement made twice is one record, even with another type", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  assert.deepEqual(await captured(memory, "You must never push to main."), ["remembered: You must never push to main"]);
  assert.deepEqual(await captured(memory, "You must never push to main!"), ["merged: You must never push to main"]);
  await memory.add({ text: "Never edit the migrations", type: "policy", scope: "project" });
  assert.deepEqual(await captured(memory, "Never edit the migrations."), ["merged: Never edit the migrations"]);
  assert.equal((await active(memory)).length, 2);
});

test("outside of a project it is global", async (t) => {
  const memory = await memoryHome(t).open();
  const [only] = await memory.capture("I prefer short answers.");
  assert.equal(only?.record?.scope, "global");
});
