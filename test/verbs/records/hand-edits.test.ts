import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../../src/main/memory.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

const LIMIT = "The API allows 100 calls a minute";
/** A file that is missing for longer than this was deleted, not replaced by an editor. */
const GONE_MS = 2100;

async function added(home: MemoryHome, text = LIMIT): Promise<{ id: string; file: string }> {
  const { record } = await (await home.open()).add({ text });
  return { id: record!.id, file: record!.file };
}

async function texts(memory: Memory): Promise<string[]> {
  return (await memory.list({ status: "all" })).map(({ text }) => text).sort();
}

function check(memory: Memory, name: string) {
  return memory.doctor().checks.find((one) => one.name === name)!;
}

function categoryFolder(home: MemoryHome, category: string): string {
  const path = join(home.path, "records", category);
  mkdirSync(path, { recursive: true });
  return path;
}

test("an edit in place is seen by the next call, in every result", async (t) => {
  const home = memoryHome(t);
  const { record } = await (await home.open()).add({ text: LIMIT, key: "limit" });
  const { id, file } = record!;
  writeFileSync(file, readFileSync(file, "utf8").replace(LIMIT, "The API allows zebras only"));
  const memory = await home.open();
  assert.equal((await memory.get(id)).text, "The API allows zebras only");
  const { results } = await memory.recall({ query: "zebras", format: "json" });
  assert.deepEqual(
    results.map((one) => one.id),
    [id],
  );
  assert.deepEqual((await memory.recall({ query: "minute", format: "json" })).results, []);
});

test("an edit that leaves the file's size and time unchanged is still seen", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  await home.open();
  const at = new Date(Date.now() - 60_000);
  utimesSync(file, at, at);
  await home.open();
  writeFileSync(file, readFileSync(file, "utf8").replace("allows 100", "allows 900"));
  utimesSync(file, at, at);
  assert.match((await (await home.open()).get(id)).text, /900/);
});

test("an edit during a call is in the result of that call", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  const memory = await home.open();
  writeFileSync(file, readFileSync(file, "utf8").replace("allows 100", "allows 900"));
  assert.match((await memory.get(id)).text, /900/);
  assert.match((await memory.recall({ query: "API calls", format: "json" })).text, /900/);
});

test("an update does not overwrite a manual edit made meanwhile: both are kept", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  const memory = await home.open();
  await memory.get(id);
  const { openMemory } = await import("../../../src/main/memory.ts");
  let edited = false;
  const slow = await openMemory(
    home.env({
      at: (step) => {
        if (step !== "temporary synced" || edited) return;
        edited = true;
        writeFileSync(file, readFileSync(file, "utf8").replace("allows 100", "allows 900"));
      },
    }),
    { settle: "all", note: () => {} },
  );
  const done = await slow.update(id, { text: "The API allows 500 calls a minute" });
  slow.close();
  assert.equal(done.outcome, "refused");
  assert.match(done.reason!, /your version is saved next to it: .+\.conflict-1\.md$/);
  const later = await home.open();
  assert.match((await later.get(id)).text, /900/);
  assert.match(readFileSync(done.reason!.split(": ").at(-1)!, "utf8"), /500/);
  assert.equal(check(later, "conflicts").ok, false);
});

test("a file added by hand is a record, with an id that stays the same", async (t) => {
  const home = memoryHome(t);
  await home.open();
  const file = join(categoryFolder(home, "incidents"), "docker.md");
  writeFileSync(file, "Builds fail without Docker\n");
  const [record] = await (await home.open()).list({ status: "active" });
  assert.deepEqual(
    [record!.text, record!.type, record!.trust, record!.source, record!.file],
    ["Builds fail without Docker", "pitfall", "agent", "file", file],
  );
  const again = await (await home.open()).get(record!.id);
  assert.equal(again.id, record!.id);
  const changed = await (await home.open()).update(record!.id, { tags: ["ci"] });
  assert.equal(changed.record!.file, file);
  // A person who changes it through oldhand makes it theirs.
  assert.equal(changed.record!.trust, "person");
  assert.match(readFileSync(file, "utf8"), new RegExp(`^---\\nid: ${record!.id}\\n`));
});

test("a file with the YAML that people write is a record too", async (t) => {
  const home = memoryHome(t);
  await home.open();
  const file = join(categoryFolder(home, "facts"), "server.md");
  writeFileSync(
    file,
    "---\ntags:\n  - ops\n  - 'two words'\nowner: { name: me }\n---\n\nThe build server is in Lisbon\n",
  );
  const memory = await home.open();
  const [record] = await memory.list({ status: "active" });
  assert.deepEqual([record!.tags, record!.extra], [["ops", "two words"], ["owner: { name: me }"]]);
  await memory.update(record!.id, { priority: "high" });
  assert.match(readFileSync(file, "utf8"), /\nowner: \{ name: me \}\n/);
});

test("a renamed file is the same record, with its history", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  const renamed = join(dirname(file), "limits.md");
  renameSync(file, renamed);
  const memory = await home.open();
  assert.equal((await memory.get(id)).file, renamed);
  assert.equal((await memory.history(id)).revisions.length, 1);
  assert.deepEqual(await texts(memory), [LIMIT]);
});

test("a file moved to another category folder is reclassified", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  renameSync(file, join(categoryFolder(home, "principles"), "limit.md"));
  const { type, category, priority } = await (await home.open()).get(id);
  assert.deepEqual({ type, category, priority }, { type: "policy", category: "principles", priority: "high" });
});

test("a copied file is not a second record; without its id line it is one", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  const copy = join(dirname(file), "copy.md");
  copyFileSync(file, copy);
  const memory = await home.open();
  assert.deepEqual(await texts(memory), [LIMIT]);
  assert.equal((await memory.get(id)).file, file);
  assert.match(check(memory, "files").detail, /copy\.md: it has the same id as facts\/.+: delete its id line/);
  writeFileSync(
    copy,
    readFileSync(copy, "utf8")
      .replace(/^id: .*\n/m, "")
      .replace(LIMIT, "Another limit"),
  );
  assert.deepEqual(await texts(await home.open()), ["Another limit", LIMIT]);
});

const BROKEN: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ["torn", "---\nid: rec_1\ntype: fa", /has no closing ---/],
  ["of two sides of a merge", "---\ntype: fact\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", /git conflict markers/],
  ["in UTF-16", Buffer.from("\uFEFFA statement.", "utf16le"), /not UTF-8 text/],
  ["with invalid UTF-8", Buffer.from([0x41, 0xff, 0xfe, 0x42]), /not UTF-8 text/],
  ["with NUL bytes", "A\0B", /NUL bytes/],
  ["with a secret", `The token is ghp_${"a1B2".repeat(9)}`, /it holds a secret/],
  ["with aliases", "---\ntags: &a [x]\nkeywords: *a\n---\nx", /YAML a(?:lias|nchor)/],
  ["that is empty", "", /no statement/],
];

test("files that are not records stay unchanged, are listed by doctor, and are in no result", async (t) => {
  const home = memoryHome(t);
  await added(home);
  for (const [n, [, bytes]] of BROKEN.entries())
    writeFileSync(join(categoryFolder(home, "facts"), `broken-${n}.md`), bytes);
  const memory = await home.open();
  assert.deepEqual(await texts(memory), [LIMIT]);
  assert.equal(memory.doctor().healthy, false);
  assert.match(check(memory, "files").fix!, /Fix or delete these files/);
  for (const [n, [what, bytes, reason]] of BROKEN.entries()) {
    const path = join(categoryFolder(home, "facts"), `broken-${n}.md`);
    assert.deepEqual(readFileSync(path), Buffer.from(bytes), what);
    for (const [other] of BROKEN.entries())
      if (other !== n) rmSync(join(categoryFolder(home, "facts"), `broken-${other}.md`), { force: true });
    const { detail } = check(await home.open(), "files");
    assert.match(detail, reason, what);
    assert.doesNotMatch(detail, /ghp_/);
    for (const [other, [, content]] of BROKEN.entries())
      writeFileSync(join(categoryFolder(home, "facts"), `broken-${other}.md`), content);
  }
});

test("a broken file that is fixed is a record again", async (t) => {
  const home = memoryHome(t);
  const { id, file } = await added(home);
  const complete = readFileSync(file);
  writeFileSync(file, complete.subarray(0, 60));
  const memory = await home.open();
  assert.deepEqual(await texts(memory), []);
  assert.equal(check(memory, "files").ok, false);
  writeFileSync(file, complete);
  assert.equal((await (await home.open()).get(id)).text, LIMIT);
});

test("if all records of a home are missing, a confirmation is needed, and rebuild alone deletes nothing", async (t) => {
  const home = memoryHome(t);
  const facts = categoryFolder(home, "facts");
  for (let n = 0; n < 12; n++) writeFileSync(join(facts, `note-${n}.md`), `Server number ${n} is in rack ${n * 7}\n`);
  await home.open();
  renameSync(join(home.path, "records"), join(home.path, "records.away"));
  assert.equal(check(await home.open(), "missing").ok, false);
  assert.deepEqual(await (await home.open()).rebuild(), { records: 0, deleted: 0 });
  renameSync(join(home.path, "records.away"), join(home.path, "records"));
  assert.equal((await (await home.open()).list({ status: "all" })).length, 12);
});

// These use the machine's clock, so they wait at the same time.
describe("missing files", { concurrency: true }, () => {
  test("a copy becomes the record when its original is deleted, however old the copy is", async (t) => {
    const home = memoryHome(t);
    const { id, file } = await added(home);
    const copy = join(dirname(file), "copy.md");
    copyFileSync(file, copy);
    await home.open();
    await sleep(GONE_MS);
    await home.open();
    rmSync(file);
    const memory = await home.open();
    assert.equal((await memory.get(id)).file, copy);
    assert.equal(memory.doctor().healthy, true);
  });

  test("a file deleted by hand is a deleted record once it has been gone for two seconds", async (t) => {
    const home = memoryHome(t);
    const { id, file } = await added(home);
    const bytes = readFileSync(file);
    rmSync(file);
    assert.deepEqual(await texts(await home.open()), []);
    // An editor that saves by renaming puts it back at once: nothing was deleted.
    writeFileSync(file, bytes);
    assert.deepEqual(await texts(await home.open()), [LIMIT]);
    rmSync(file);
    await home.open();
    await sleep(GONE_MS);
    const memory = await home.open();
    assert.deepEqual(
      (await memory.history(id)).revisions.map(({ why }) => why),
      [
        { verb: "add", actor: "person", by: "a person, on the command line" },
        { verb: "hand", actor: "person", by: "a person, by deleting the file" },
      ],
    );
    const agent = await home.open(undefined, { isAgent: true });
    assert.equal((await agent.add({ text: LIMIT })).outcome, "proposed");
  });

  test("many files missing at once need a confirmation, and are not deletions", async (t) => {
    const home = memoryHome(t);
    const facts = categoryFolder(home, "facts");
    for (let n = 0; n < 12; n++) writeFileSync(join(facts, `note-${n}.md`), `Server number ${n} is in rack ${n * 7}\n`);
    const names = Array.from({ length: 11 }, (_, n) => join(facts, `note-${n}.md`));
    assert.equal((await (await home.open()).list({ status: "all" })).length, 12);
    const bytes = names.map((name) => readFileSync(name));
    for (const name of names) rmSync(name);
    await home.open();
    await sleep(GONE_MS);
    const asked = await home.open();
    assert.equal(asked.doctor().healthy, false);
    assert.match(check(asked, "missing").detail, /; and 6 more$/);
    assert.match(check(asked, "missing").fix!, /Put them back, or run `oldhand rebuild --gone`/);
    for (const [n, name] of names.entries()) writeFileSync(name, bytes[n]!);
    const back = await home.open();
    assert.equal((await back.list({ status: "all" })).length, 12);
    assert.equal(check(back, "missing").ok, true);

    for (const name of names) rmSync(name);
    assert.deepEqual(await (await home.open()).rebuild({ gone: true }), { records: 1, deleted: 11 });
    const after = await home.open();
    assert.equal(check(after, "missing").ok, true);
    for (const [n, name] of names.entries()) writeFileSync(name, bytes[n]!);
    assert.equal((await (await home.open()).list({ status: "all" })).length, 1);
  });
});
