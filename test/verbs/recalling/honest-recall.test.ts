import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { claudeLines, type Exchange, write } from "../../fixtures/transcripts/write.ts";

const TALK: readonly Exchange[] = [
  { asked: "Why is the harbour gauge stuck?", answered: "Its float is jammed.", ran: "make gauge" },
  { asked: "We paint the lighthouse red in spring.", answered: `Noted. ${"The weather matters. ".repeat(40)}` },
  { asked: "Where do the tide tables come from?", answered: "From the almanac service." },
];

async function talked(home: MemoryHome, exchanges = TALK): Promise<Memory> {
  const memory = await home.open();
  const file = write(join(home.outside, "talk.jsonl"), claudeLines(home.outside, exchanges));
  await memory.importSessions({ agent: "claude-code", file });
  return memory;
}

const results = async (memory: Memory, query: string) => (await memory.recall({ query, format: "json" })).results;

test("a question about something that was never said finds nothing, and the receipt names what was too weak", async (t) => {
  const home = memoryHome(t);
  await (await talked(home)).set("recall.embedder", "none");
  const memory = await home.open();
  const weak = "which submarine cable vendor invoiced customs brokerage surcharges beside quarterly lighthouse audits";
  assert.deepEqual(await results(memory, weak), []);
  const { omitted } = await memory.why();
  assert.deepEqual([...new Set(omitted.map(({ reason }) => reason))], ["below threshold"]);
  assert.equal((await results(memory, "paint the lighthouse")).length > 0, true);
});

test("with an embedder, a question about something that was never said gets a low relevance", async (t) => {
  const found = await results(
    await talked(memoryHome(t)),
    "which submarine cable vendor invoiced the customs brokerage",
  );
  assert.ok(found.every(({ relevance }) => relevance < 0.1));
});

test("a result is the person's message and at most 280 characters of the answer", async (t) => {
  const memory = await talked(memoryHome(t));
  const [best] = await results(memory, "when do we paint the lighthouse?");
  assert.match(best!.text, /^We paint the lighthouse red in spring\.\n\nNoted\. The weather matters/);
  assert.ok(best!.text.length < 330);
});

test("a message is found by the date of its session", async (t) => {
  const memory = await talked(memoryHome(t));
  const dated = await results(memory, "what did we say about the gauge on 4 May 2026?");
  assert.match(dated[0]!.text, /harbour gauge/);
  const [right] = await results(memory, "gauge on 4 May 2026");
  const [wrong] = await results(memory, "gauge on 4 May 2019");
  assert.ok(right!.relevance > (wrong?.relevance ?? 0));
});

test("an irregular form is found by its base, and the base by the form", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "Anna bought the spare float in Lisbon" });
  for (const query of ["where did Anna buy the float?", "who bought a float"])
    assert.equal((await results(memory, query)).length, 1, query);
});

test("the later of two statements comes first, and the older names it", async (t) => {
  const home = memoryHome(t);
  const memory = await talked(home, [{ asked: "The billing server uses port 8080 for everything.", answered: "Yes." }]);
  const later = claudeLines(
    home.outside,
    [{ asked: "The billing server now uses port 9090 for everything.", answered: "Yes." }],
    "6b0c6d1e-8a43-4c58-9d0f-2f6f3a1c7e91",
  ).map((line) => line.replaceAll("2026-05-04", "2026-06-04"));
  const file = write(join(home.outside, "later.jsonl"), later);
  await memory.importSessions({ agent: "claude-code", file });
  const [first, second] = await results(memory, "which port does the billing server use?");
  assert.match(first!.text, /9090/);
  assert.deepEqual([second!.text.includes("8080"), second!.newer], [true, first!.id]);
  const { text } = await memory.recall({ query: "which port does the billing server use?", format: "snippets" });
  assert.match(text, /8080[\s\S]* · newer: ses_\S+, 2026-06-04/);
});

test("an index that was cleared in the middle of indexing gives the same answers again", async (t) => {
  const home = memoryHome(t);
  const many = Array.from({ length: 150 }, (_, n) => ({ asked: `Is buoy ${n} green?`, answered: `Buoy ${n} is.` }));
  const memory = await talked(home, many);
  const before = await results(memory, "is buoy 77 green");
  home.close();
  for (const ending of ["", "-wal", "-shm"])
    rmSync(`${homeFrom({ oldhandHome: home.path }).indexFile}${ending}`, { force: true });
  assert.deepEqual(await results(await home.open(), "is buoy 77 green"), before);
});

async function importedNotes(home: MemoryHome, as?: "person"): Promise<Memory> {
  const notes = join(home.outside, "notes");
  mkdirSync(notes);
  const texts = [
    "The reef buoy blinks twice",
    "Always log the reef buoy",
    "The reef buoy was blue",
    "Reef buoy parts are in shed 4",
  ];
  for (const [at, text] of texts.entries()) writeFileSync(join(notes, `note${at}.md`), `${text}\n`);
  const memory = await home.open();
  await memory.import("notes", as === undefined ? {} : { as });
  return memory;
}

test("a person who searches finds all imported notes, also the pending ones; an agent gets one", async (t) => {
  const memory = await importedNotes(memoryHome(t));
  const found = (unaccepted?: "all") =>
    memory.recall({ query: "reef buoy", format: "json", ...(unaccepted && { unaccepted }) });
  assert.equal((await found("all")).results.length, 4);
  assert.equal((await found()).results.length, 1);
  assert.deepEqual((await memory.recall({ query: "reef buoy", format: "prompt", unaccepted: "all" })).results, []);
});

test("notes that a person imports as their own are used like the person's records", async (t) => {
  const memory = await importedNotes(memoryHome(t), "person");
  const { results: found } = await memory.recall({ query: "reef buoy", format: "prompt" });
  assert.deepEqual([found.length, new Set(found.map(({ record }) => record?.trust))], [4, new Set(["person"])]);
});

test("a dismissed suggestion of an import is no longer found", async (t) => {
  const memory = await importedNotes(memoryHome(t));
  const ask = { query: "always log the reef buoy", format: "json", unaccepted: "all" } as const;
  const [best] = (await memory.recall(ask)).results;
  assert.match(best!.id, /^sug_/);
  await memory.dismiss(best!.id);
  assert.ok(!(await memory.recall(ask)).results.some(({ id }) => id === best!.id));
});
