import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const ERROR = "Error: Cannot find module 'left-pad'";

const curedBy = (fix: string): Said[] => [
  { person: "Run the tests." },
  { run: "npm test", printed: ERROR, exit: 1 },
  { run: fix, printed: "done" },
  { run: "npm test", printed: "12 passing" },
];

/** A home whose sessions were learned from in the given order, each at its own hour. */
async function afterSessions(
  t: TestContext,
  sessions: readonly (readonly Said[])[],
  order = [...sessions.keys()],
): Promise<{ memory: Memory; home: ReturnType<typeof memoryHome>; project: string }> {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const startMs = home.env().clock();
  home.wait(sessions.length * 24 * HOUR_MS + 13 * HOUR_MS);
  const memory = await home.open(project);
  for (const at of order) {
    const said = sessions[at]!;
    const file = claudeSession({ folder, id: `s${at}`, cwd: project, startMs: startMs + at * 24 * HOUR_MS, said });
    await memory.importSessions({ agent: "claude-code", file });
    await memory.extract();
  }
  return { memory, home, project };
}

const pitfalls = async (memory: Memory) => (await memory.list({ status: "active" })).map(({ text }) => text);
let sessionCount = 0;
const shown = (memory: Memory, command: string, output = ERROR) =>
  memory.knownFix({ command, output, session: `hook ${++sessionCount}` });

test("after one session, the same failure is answered with what happened, and nothing else is", async (t) => {
  const { memory } = await afterSessions(t, [curedBy("npm ci")]);
  const text = await shown(memory, "cd app && npm test");
  assert.match(text, /On 1 Mar 2026 this failed the same way; then `npm ci` was run and it passed\./);
  const silent = [
    await shown(memory, "npm run build"),
    await shown(memory, "grep 'npm test' notes"),
    await shown(memory, "npm test", "Error: listen EADDRINUSE: address already in use :::3000"),
    await shown(memory, "npm test", "Exit code 1"),
  ];
  assert.deepEqual(silent, ["", "", "", ""]);
});

test("a session is given a cure once", async (t) => {
  const { memory } = await afterSessions(t, [curedBy("npm ci")]);
  const ask = { command: "npm test", output: ERROR, session: "one" };
  assert.notEqual(await memory.knownFix(ask), "");
  assert.equal(await memory.knownFix(ask), "");
});

test("a cure that happened in two sessions is given as the pitfall that it became", async (t) => {
  const { memory } = await afterSessions(t, [curedBy("npm ci"), curedBy("npm ci")]);
  assert.match(
    await shown(memory, "npm test"),
    /`npm test` failed 2 times \(1 Mar 2026, 2 Mar 2026\); then `npm ci` was run/,
  );
  assert.deepEqual(await memory.suggestions("pending"), []);
});

for (const order of [
  [0, 1, 2, 3],
  [2, 3, 0, 1],
  [3, 0, 2, 1],
]) {
  test(`the newer cure wins when sessions are read in the order ${order.join(", ")}`, async (t) => {
    const sessions = ["npm ci", "npm ci", "npm install --force-cache", "npm install --force-cache"].map(curedBy);
    const { memory } = await afterSessions(t, sessions, order);
    assert.match(await shown(memory, "npm test"), /`npm install --force-cache` was run/);
    const kept = await pitfalls(memory);
    assert.equal(kept.length, 1, kept.join("\n"));
    assert.match(kept[0]!, /npm install --force-cache/);
  });
}

test("a person can accept a cure that happened once", async (t) => {
  const { memory } = await afterSessions(t, [curedBy("npm ci")]);
  const [only, ...more] = await memory.suggestions("pending");
  assert.deepEqual(more, []);
  assert.deepEqual(
    [only!.kind, only!.evidence.examples],
    ["pitfall", ["npm test", "Error: Cannot find module <name>"]],
  );
  await memory.accept(only!.id);
  assert.deepEqual(await pitfalls(memory), ["`npm test` failed on 1 Mar 2026; then `npm ci` was run and it passed."]);
  assert.deepEqual(await memory.suggestions("pending"), []);
});

test("a dismissed cure is not shown, and does not become a pitfall when it happens again", async (t) => {
  const { memory, home, project } = await afterSessions(t, [curedBy("npm ci")]);
  await memory.dismiss((await memory.suggestions("pending"))[0]!.id);
  assert.equal(await shown(memory, "npm test"), "");
  const folder = tempDir(t, "more");
  const file = claudeSession({
    folder,
    id: "again",
    cwd: project,
    startMs: home.env().clock(),
    said: curedBy("npm ci"),
  });
  home.wait(13 * HOUR_MS);
  const later = await home.open(project);
  await later.importSessions({ agent: "claude-code", file });
  await later.extract();
  assert.deepEqual(await pitfalls(later), []);
});

test("a failure without an exit code counts, also in the synopsis", async (t) => {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const file = claudeSession({ folder, id: "s", cwd: project, startMs: home.env().clock(), said: curedBy("npm ci") });
  // All lines at the same time, as in a transcript that was copied, and no exit code, as before Claude Code 2.1.
  const old = readFileSync(file, "utf8")
    .replaceAll("Exit code 1\\n", "")
    .replaceAll(/"timestamp":"[^"]+"/g, `"timestamp":"${new Date(home.env().clock()).toISOString()}"`);
  writeFileSync(file, old);
  home.wait(13 * HOUR_MS);
  const memory = await home.open(project);
  await memory.importSessions({ agent: "claude-code", file });
  await memory.extract();
  assert.equal((await memory.suggestions("pending")).length, 1);
  const [session] = await memory.sessions({});
  assert.match(JSON.stringify(await memory.session(session!.id)), /3 commands, 1 failed\./);
});

test("forgetting a session removes its cures", async (t) => {
  const { memory } = await afterSessions(t, [curedBy("npm ci")]);
  const [session] = await memory.sessions({});
  await memory.forget([], undefined, { session: session!.id });
  assert.deepEqual(await memory.suggestions("pending"), []);
  assert.equal(await shown(memory, "npm test"), "");
});
