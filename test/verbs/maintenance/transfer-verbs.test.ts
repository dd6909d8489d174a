import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { claudeLines, write } from "../../fixtures/transcripts/write.ts";

/** A memory with some of everything: records of two scopes, history, uses, suggestions, tombstones. */
async function fill(home: MemoryHome, repo: string): Promise<void> {
  const memory = await home.open(repo);
  const { record } = await memory.add({ text: "The service runs on port 8080", tags: ["ops: main"] });
  await memory.add({ text: "I prefer concise answers" });
  await memory.add({ text: "Use npm" });
  await memory.add({ text: "Use pnpm" });
  await memory.update(record!.id, { priority: "high" });
  await memory.delete((await memory.add({ text: "Atlas was the old build server" })).record!.id);
  await memory.recall({ query: "port", format: "json" });
  const agent = await home.open(repo, { isAgent: true });
  await agent.add({ text: "Never commit secrets" });
  const { suggestion } = await agent.add({ text: "All endpoints must check the tenant" });
  await (await home.open(repo)).dismiss(suggestion!.id);
}

test("export, wipe and import restore the same memory, down to counters, history and tombstones", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await fill(home, repo);
  const before = await home.open(repo);
  const dump = await before.dump();
  for (const kind of ["record", "project", "counter", "use", "suggestion", "revision", "tombstone"]) {
    assert.ok(
      dump.some((line) => line.startsWith(`{"kind":"${kind}"`)),
      kind,
    );
  }
  const directory = join(home.outside, "export");
  assert.equal((await before.export(directory)).records, 4);
  home.close();
  rmSync(home.path, { recursive: true });

  const fresh = await home.open(repo);
  assert.deepEqual(await fresh.list({ status: "all" }), []);
  assert.deepEqual(await fresh.import(directory), { imported: 4, duplicates: 0, proposed: 0, skipped: [] });
  assert.deepEqual(await fresh.dump(), dump);
  const after = await home.open(repo);
  assert.deepEqual(await after.dump(), dump);
  assert.equal((await after.list({ status: "active" })).length, 3);
});

/** Sessions with learned records, tickets and episodes. */
async function fillBeside(home: MemoryHome, repo: string): Promise<string> {
  const memory = await home.open(repo);
  const asked = ["Never touch the migrations in this repository.", "Where is the tide table?"];
  const talk = asked.map((question) => ({ asked: question, answered: "I see.", ran: "make tide" }));
  const file = write(join(home.outside, "talk.jsonl"), [
    ...claudeLines(repo, talk),
    '{"type":"summary","summary":"All about tides","leafUuid":"u9"}',
  ]);
  await memory.importSessions({ agent: "claude-code", file });
  home.wait(Date.UTC(2026, 4, 6) - Date.UTC(2026, 2, 1));
  await memory.extract();
  await memory.addEpisode({ text: "The tide gauge broke", outcome: "failure" });
  memory.noteTicket(memory.addTicket({ title: "Mend the tide gauge" }).id, "Glue");
  return file;
}

test("sessions, tickets and episodes come back unchanged, and extracted sessions are not extracted again", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const file = await fillBeside(home, repo);
  const before = await home.open(repo);
  const dump = await before.dump();
  for (const kind of ["session", "turn", "reading", "ticket", "episode", "cursor", "event"])
    assert.ok(
      dump.some((line) => line.startsWith(`{"kind":"${kind}"`)),
      kind,
    );
  const found = (await before.recall({ query: "tide", format: "json" })).results;
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(["chunk", "ticket", "episode", "command"]));
  const directory = join(home.outside, "export");
  await before.export(directory);
  home.close();
  rmSync(home.path, { recursive: true });

  const fresh = await home.open(repo);
  await fresh.import(directory);
  assert.deepEqual(await fresh.dump(), dump);
  assert.deepEqual((await fresh.recall({ query: "tide", format: "json" })).results, found);
  await fresh.import(directory);
  assert.equal((await fresh.importSessions({ agent: "claude-code", file })).imported, 0);
  assert.deepEqual(await fresh.dump(), dump);
});

test("a session that was forgotten here does not come back with an export", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await fillBeside(home, repo);
  const memory = await home.open(repo);
  const directory = join(home.outside, "export");
  await memory.export(directory);
  await memory.forget([], undefined, { session: memory.sessions()[0]!.id });
  await memory.import(directory);
  assert.deepEqual(memory.sessions(), []);
  assert.deepEqual(
    (await memory.dump()).filter((line) => /^\{"kind":"(?:session|turn|reading)"/.test(line)),
    [],
  );
});

test("an import done twice changes nothing", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await fill(home, repo);
  const memory = await home.open(repo);
  await memory.export("export");
  const dump = await memory.dump();
  assert.deepEqual(await memory.import(join(repo, "export")), { imported: 0, duplicates: 4, proposed: 0, skipped: [] });
  assert.deepEqual(await memory.dump(), dump);
});

test("records changed here since the export stay unchanged, and are counted", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The service runs on port 8080" });
  await memory.export("export");
  await memory.update(record!.id, { text: "The service runs on port 9090" });
  const { skipped } = await memory.import("export");
  assert.deepEqual(skipped, [{ reason: "a different version exists here", count: 1 }]);
  assert.equal((await memory.get(record!.id)).text, "The service runs on port 9090");
});

test("a record that was deleted here comes back from an export only as a suggestion", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The service runs on port 8080" });
  await memory.export("export");
  await memory.delete(record!.id);
  assert.deepEqual(await memory.import("export"), { imported: 0, duplicates: 0, proposed: 1, skipped: [] });
  assert.deepEqual(await memory.list({ status: "all" }), []);
  const [pending] = await memory.suggestions("pending");
  assert.deepEqual(
    [pending!.text, pending!.reason],
    ["The service runs on port 8080", "It was deleted or dismissed here before."],
  );
  const done = await memory.accept(pending!.id);
  assert.equal(done.record!.text, "The service runs on port 8080");
  assert.equal((await (await home.open()).list({ status: "active" })).length, 1);
});

test("an export goes into a new directory only, and its files are the records byte for byte", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The service runs on port 8080" });
  const { directory } = await memory.export();
  assert.equal(directory, join(home.outside, "oldhand-export-2026-03-01"));
  const [name] = readdirSync(join(directory, "records", "facts")).filter((file) => file.endsWith(".md"));
  assert.deepEqual(readFileSync(join(directory, "records", "facts", name!)), readFileSync(record!.file));
  await assert.rejects(() => memory.export(), {
    code: "invalid",
    message: /is not empty\. Choose a new or empty directory\./,
  });
});

test("notes of another program are imported with the trust of an outside source", async (t) => {
  const home = memoryHome(t);
  const notes = join(home.outside, "notes");
  mkdirSync(join(notes, "sub"), { recursive: true });
  writeFileSync(
    join(notes, "server.md"),
    "---\ntags: [ops, net]\naliases: atlas\n---\nThe build server is in Lisbon\n",
  );
  writeFileSync(join(notes, "sub", "rule.md"), "---\ntrust: person\n---\nNever deploy on Friday\n");
  writeFileSync(join(notes, "empty.md"), "---\ntags: x\n---\n");
  writeFileSync(join(notes, "torn.md"), "---\ntags: x\n");
  writeFileSync(join(notes, "secret.md"), `The token is ghp_${"a1B2".repeat(9)}\n`);
  writeFileSync(join(notes, "picture.png"), "no note");
  const memory = await home.open();
  const view = await memory.import("notes");
  assert.deepEqual([view.imported, view.duplicates, view.proposed], [1, 0, 1]);
  assert.deepEqual(view.skipped.map(({ reason, count }) => [reason.slice(0, 24), count]).sort(), [
    ["It contains a secret (gi", 1],
    ["it holds no statement", 1],
    ["its frontmatter has no c", 1],
  ]);
  const [record] = await memory.list({ status: "all" });
  assert.deepEqual(
    [record!.text, record!.trust, record!.origin, record!.confidence, record!.tags, record!.aliases],
    ["The build server is in Lisbon", "external", "imported", 0.5, ["ops", "net"], ["atlas"]],
  );
  const [pending] = await memory.suggestions("pending");
  assert.deepEqual([pending!.text, pending!.trust], ["Never deploy on Friday", "external"]);
  assert.deepEqual((await memory.import("notes")).duplicates, 1);
});

test("an empty import is reported", async (t) => {
  const memory = await memoryHome(t).open();
  await assert.rejects(memory.import("nowhere"), { code: "not-found" });
});
