import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { holding } from "../../fixtures/holding.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { opencodeRows, transcript } from "../../fixtures/transcripts/read.ts";
import {
  addOpencodePart,
  claudeLines,
  type Exchange,
  THOUGHT,
  write,
  writeAll,
  writeOpencode,
} from "../../fixtures/transcripts/write.ts";

const TALK: readonly Exchange[] = [
  { asked: "Why is the harbour gauge stuck?", answered: "Its float is jammed.", ran: "make gauge" },
  { asked: "Where do the tide tables come from?", answered: "From the almanac service." },
];

function claude(home: MemoryHome, cwd: string, exchanges = TALK): string {
  return write(join(home.outside, "talk.jsonl"), claudeLines(cwd, exchanges));
}

const found = async (memory: Memory, query: string, format: "json" | "prompt" = "json") =>
  (await memory.recall({ query, format })).results.map(({ kind, text }) => [kind, text]);

async function textsOf(memory: Memory): Promise<string[]> {
  const pages = await Promise.all(memory.sessions().map(({ id }) => memory.conversation(id, { skip: 0, limit: 1000 })));
  return pages.flatMap(({ turns }) => turns.map(({ text }) => text)).filter((text) => text !== "");
}

test("the sessions of all agents are imported from their own folders, and a second import changes nothing", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const variables = { PATH: process.env.PATH, ...writeAll(join(home.outside, "person"), repo) };
  const memory = await home.open(repo, { variables });
  const first = await memory.importSessions();
  assert.deepEqual([first.sessions, first.imported > 5, first.commands > 5], [5, true, true]);
  assert.deepEqual(
    memory
      .sessions()
      .map(({ agent }) => agent)
      .sort(),
    ["claude-code", "codex", "gemini", "opencode", "pi"],
  );
  assert.deepEqual(await memory.sessionCounts(), { onDisk: 5, imported: 5, expired: 0, episodes: 0 });
  const dump = await memory.dump();

  const again = await (await home.open(repo, { variables })).importSessions();
  assert.deepEqual([again.imported, again.duplicates, again.sessions, again.commands], [0, 0, 0, 0]);
  assert.deepEqual(await (await home.open(repo, { variables })).dump(), dump);
});

/** Besides those in the agents' own folders. */
const THINKING: readonly [agent: string, fixture: string][] = [
  ["gemini", "gemini.json"],
  ["omp", "omp.jsonl"],
  ["codex", "codex-bare.jsonl"],
  ["claude-code", "claude-code-subagent.jsonl"],
];

test("no reasoning of a model is stored, for any agent", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const variables = { PATH: process.env.PATH, ...writeAll(join(home.outside, "person"), repo) };
  const memory = await home.open(repo, { variables });
  await memory.importSessions();
  for (const [agent, name] of THINKING) {
    assert.match(readFileSync(transcript(name), "utf8"), new RegExp(THOUGHT));
    await memory.importSessions({ agent, file: transcript(name) });
  }
  assert.deepEqual(holding(home.path, THOUGHT), []);
  home.close();
  assert.deepEqual(holding(home.path, THOUGHT), []);
});

test("an added exchange writes its two messages", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const file = claude(home, repo);
  const memory = await home.open(repo);
  // Four messages and the output of a command.
  assert.equal((await memory.importSessions({ agent: "claude-code", file })).imported, 5);
  const before = (await textsOf(memory)).length;
  const more = claudeLines(repo, [...TALK, { asked: "Who winds the lighthouse clock?", answered: "Nobody does." }]);
  appendFileSync(file, `${more.slice(claudeLines(repo, TALK).length).join("\n")}\n`);
  const grown = await (await home.open(repo)).importSessions({ agent: "claude-code", file });
  const later = await home.open(repo);
  assert.deepEqual([grown.imported, grown.sessions, grown.commands], [2, 1, 0]);
  assert.equal((await textsOf(later)).length, before + 2);
  const about = (await found(later, "lighthouse clock")).filter(([, text]) => text?.includes("lighthouse clock"));
  assert.equal(about.length, 1);
});

test("a part added to opencode's database is one more message", async (t) => {
  const home = memoryHome(t);
  const file = join(home.outside, "opencode.db");
  writeOpencode(file, home.outside);
  const memory = await home.open();
  await memory.importSessions({ agent: "opencode", file });
  const before = (await textsOf(memory)).length;
  const db = new DatabaseSync(file);
  const session = String(opencodeRows().session.id);
  const part = JSON.stringify({ type: "text", text: "Now make the crouch lower." });
  addOpencodePart(db, { id: "prt_900", session, part, message: '{"role":"user"}', time_created: 1785571300000 });
  db.close();
  const grown = await memory.importSessions({ agent: "opencode", file });
  assert.deepEqual([grown.imported, (await textsOf(memory)).length], [1, before + 1]);
});

const REWRITTEN: readonly [agent: string, fixture: string, asked: string][] = [
  ["pi", "pi.jsonl", "Which pages have no title?"],
  ["codex", "codex.jsonl", "Why does the health route answer 500?"],
  ["gemini", "gemini.jsonl", "Are the tests green?"],
];

for (const [agent, fixture, asked] of REWRITTEN) {
  test(`a rewritten transcript of ${agent} replaces the old one`, async (t) => {
    const home = memoryHome(t);
    const text = readFileSync(transcript(fixture), "utf8");
    const file = write(join(home.outside, "talk.jsonl"), text);
    const memory = await home.open();
    await memory.importSessions({ agent, file });
    assert.equal((await found(memory, asked)).length > 0, true);
    // Shorter than before, and with no trace of the old question.
    const [head] = text.split("\n");
    const kept = text.split("\n").find((line) => line.includes(asked) && line.includes("user"));
    writeFileSync(file, `${head}\n${kept!.replaceAll(asked, "Is the barn red?")}\n`);
    const again = await memory.importSessions({ agent, file });
    assert.equal(again.sessions, 1);
    assert.deepEqual(await textsOf(memory), ["Is the barn red?"]);
    assert.deepEqual(
      (await found(memory, asked)).filter(([, said]) => said?.includes(asked)),
      [],
    );
  });
}

test("commands of a session are in the history as the agent's", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  const done = await memory.importSessions({ agent: "claude-code", file: claude(home, repo) });
  assert.equal(done.commands, 1);
  const [event] = JSON.parse(`[${(await memory.dump()).filter((line) => line.startsWith('{"kind":"event"'))}]`);
  assert.deepEqual(
    [event.command, event.actor, event.source, event.session],
    ["make gauge", "agent", "claude-code", memory.sessions()[0]!.id],
  );
});

test("session text of a project is found only there, with its source and day, and is in no prompt", async (t) => {
  const home = memoryHome(t);
  const [repo, other] = [makeRepo(t), makeRepo(t)];
  const file = claude(home, repo);
  const memory = await home.open(repo);
  await memory.importSessions({ agent: "claude-code", file });
  const { results } = await memory.recall({ query: "harbour gauge", format: "json" });
  const { relevance, ...hit } = results[0]!;
  assert.deepEqual(hit, {
    kind: "chunk",
    id: `${memory.sessions()[0]!.id}.0`,
    text: "Why is the harbour gauge stuck?\n\nIts float is jammed.",
    source: file,
  });
  assert.ok(relevance > 0);
  const snippets = await memory.recall({ query: "harbour gauge", format: "snippets" });
  assert.match(snippets.text, /session, 2026-05-04/);
  const prompt = await memory.recall({ query: "harbour gauge", format: "prompt" });
  assert.deepEqual([prompt.results, prompt.text.includes("float")], [[], false]);

  for (const dir of [other, home.outside]) assert.deepEqual(await found(await home.open(dir), "harbour gauge"), []);
  assert.deepEqual((await home.open(other)).sessions(), []);
});

test("session text from outside of projects is found only outside of projects", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.importSessions({ agent: "claude-code", file: claude(home, "/nowhere/at/all") });
  assert.deepEqual(await found(memory, "harbour gauge"), []);
  assert.equal((await found(await home.open(), "harbour gauge")).length > 0, true);
});

test("a session is shown by either of its ids, and an unknown one is not found", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.importSessions({ agent: "claude-code", file: claude(home, home.outside) });
  const { id, nativeId } = memory.sessions()[0]!;
  for (const name of [id, nativeId, id.slice(-6)]) assert.equal(memory.session(name).session.id, id);
  assert.throws(() => memory.session("zzzz"), { code: "not-found" });
});

test("a file that is not a transcript is refused by name, and does not block other files", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const variables = { PATH: process.env.PATH, ...writeAll(join(home.outside, "person"), repo) };
  writeFileSync(
    join(variables.HOME, ".local/share/opencode/opencode.db"),
    "no database at all, but long enough".repeat(99),
  );
  const other = new DatabaseSync(join(variables.HOME, ".local/share/opencode/opencode-other.db"));
  other.exec("CREATE TABLE stranger (id TEXT)");
  other.close();
  const memory = await home.open(repo, { variables });
  const done = await memory.importSessions();
  assert.deepEqual(
    [done.sessions, done.skipped.find(({ reason }) => reason.includes("opencode"))],
    [4, { reason: "unreadable file of opencode", count: 2 }],
  );
  const refused = (agent: string, file: string) => memory.importSessions({ agent, file });
  await assert.rejects(refused("opencode", join(variables.HOME, ".local/share/opencode/opencode-other.db")), {
    code: "unreadable",
  });
  await assert.rejects(refused("opencode", join(home.outside, "none.db")), { code: "not-found" });
  await assert.rejects(refused("pi", join(home.outside, "none.jsonl")), { code: "not-found" });
  await assert.rejects(refused("parrot", "x"), { code: "usage" });
  await assert.rejects(memory.importSessions({ file: "x" }), { code: "usage" });
});

for (const value of ["no JSON", "{}", "null", '{"bytes":1}']) {
  test(`with a cursor ${value} the transcript is read from its start, and forgetting still works`, async (t) => {
    const home = memoryHome(t);
    const file = claude(home, home.outside);
    const memory = await home.open();
    await memory.export("export");
    const line = JSON.stringify({ kind: "cursor", name: `session/claude-code/${file}`, value });
    writeFileSync(join(home.outside, "export/state.jsonl"), `${line}\n`);
    await memory.import("export");
    assert.ok((await memory.dump()).includes(line));
    await memory.forget([], "something else");
    assert.equal((await memory.importSessions({ agent: "claude-code", file })).imported > 0, true);
    assert.equal((await memory.importSessions({ agent: "claude-code", file })).imported, 0);
  });
}

test("an interrupted import stores nothing partially, and the next one imports everything", async (t) => {
  const home = memoryHome(t);
  const file = claude(home, home.outside);
  const memory = await home.open();
  const before = await memory.dump();
  const state = new DatabaseSync(homeFrom({ oldhandHome: home.path }).stateFile);
  state.exec(
    "CREATE TRIGGER stop BEFORE INSERT ON meta WHEN NEW.key LIKE 'cursor/%' BEGIN SELECT RAISE(ABORT, 'stopped'); END",
  );
  await assert.rejects(memory.importSessions({ agent: "claude-code", file }));
  assert.deepEqual(await memory.dump(), before);
  state.exec("DROP TRIGGER stop");
  state.close();
  const { imported, commands } = await memory.importSessions({ agent: "claude-code", file });
  assert.deepEqual([imported, commands], [5, 1]);
  assert.equal((await found(memory, "harbour gauge")).length > 0, true);
});

const WORD = "zanzibarquux";
const SECRETIVE: readonly Exchange[] = [
  ...TALK,
  { asked: `What is ${WORD} good for?`, answered: `Nobody knows ${WORD}.`, ran: `echo ${WORD}` },
];

async function forgetSession(memory: Memory, session: string) {
  return memory.forget([], undefined, { session });
}

test("forgetting words removes every byte of the messages that contain them, and a growing transcript brings none back", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const file = claude(home, repo, SECRETIVE);
  appendFileSync(file, `{"type":"summary","summary":"All about ${WORD}","leafUuid":"u9"}\n`);
  const memory = await home.open(repo);
  await memory.importSessions({ agent: "claude-code", file });
  await found(memory, WORD);
  assert.notDeepEqual(holding(home.path, WORD), []);
  assert.equal((await memory.forget([], WORD)).held, false);
  assert.deepEqual(holding(home.path, WORD), []);

  const all = claudeLines(repo, [...SECRETIVE, { asked: "And the buoys?", answered: "They float." }]);
  appendFileSync(file, `${all.slice(claudeLines(repo, SECRETIVE).length).join("\n")}\n`);
  await (await home.open(repo)).importSessions({ agent: "claude-code", file });
  const about = (await found(await home.open(repo), "buoys")).filter(([, text]) => text?.includes("buoys"));
  assert.equal(about.length, 1);
  writeFileSync(file, `${claudeLines(repo, [{ asked: "Hello", answered: "Hi" }, ...SECRETIVE]).join("\n")}\n`);
  const rewritten = await home.open(repo);
  await rewritten.importSessions({ agent: "claude-code", file });
  const again = (await found(rewritten, "tide tables")).filter(([, text]) => /tide tables/i.test(text ?? ""));
  assert.equal(again.length, 1);
  home.close();
  assert.deepEqual(holding(home.path, WORD), []);
});

for (const by of ["id", "nativeId"] as const) {
  test(`a session forgotten by its ${by} leaves no byte, and its transcript cannot bring it back`, async (t) => {
    const home = memoryHome(t);
    const repo = makeRepo(t);
    const file = claude(home, repo, SECRETIVE);
    appendFileSync(file, `{"type":"summary","summary":"All about ${WORD}","leafUuid":"u9"}\n`);
    const memory = await home.open(repo);
    await memory.importSessions({ agent: "claude-code", file });
    await forgetSession(memory, memory.sessions()[0]![by]);
    assert.deepEqual([memory.sessions(), holding(home.path, WORD)], [[], []]);
    appendFileSync(file, `${claudeLines(repo, SECRETIVE).join("\n")}\n`);
    const copy = write(join(home.outside, "copy.jsonl"), claudeLines(repo, SECRETIVE));
    for (const again of [file, copy]) {
      const { imported, commands } = await (await home.open(repo)).importSessions({
        agent: "claude-code",
        file: again,
      });
      assert.deepEqual([imported, commands], [0, 0]);
    }
    home.close();
    assert.deepEqual(holding(home.path, WORD), []);
  });
}

test("the same command of two agents at once is two", async (t) => {
  const home = memoryHome(t);
  const person = join(home.outside, "person");
  const at = "2026-07-01T09:00:03Z";
  const claude = claudeLines("/home/dev/site", [{ asked: "Check it.", answered: "Done.", ran: "npm run check" }]);
  write(
    join(person, "claude.jsonl"),
    claude.map((line) => line.replace(/"timestamp":"[^"]+"/, `"timestamp":"${at}"`)),
  );
  const pi = [
    { type: "session", version: 3, id: "one", timestamp: at, cwd: "/home/dev/site" },
    {
      ...{ type: "message", timestamp: at },
      message: {
        role: "assistant",
        content: [{ type: "toolCall", id: "c", name: "bash", arguments: { command: "npm run check" } }],
      },
    },
    {
      type: "message",
      timestamp: at,
      message: { role: "toolResult", toolCallId: "c", content: [{ type: "text", text: "ok" }] },
    },
  ];
  write(
    join(person, "pi.jsonl"),
    pi.map((line) => JSON.stringify(line)),
  );
  const memory = await home.open();
  for (const [agent, name] of [
    ["claude-code", "claude.jsonl"],
    ["pi", "pi.jsonl"],
  ] as const) {
    assert.equal((await memory.importSessions({ agent, file: join(person, name) })).commands, 1, agent);
  }
});
