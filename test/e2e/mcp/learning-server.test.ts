/** A server that learns from 10,000 messages and embeds them answers hooks meanwhile, and survives its end in the middle. */
import assert from "node:assert/strict";
import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { openMemory } from "../../../src/main/memory.ts";
import { openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { passagesOf } from "../../../src/store/index/passages/passages.ts";
import { environment } from "../../../src/verbs/call/environment.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { giveUpAfter } from "../../fixtures/patience.ts";
import { type Agent, agent, world } from "./agent.ts";

before(build);

/** No guard counts as late here: that is about time, this about state. */
const PATIENT = { OLDHAND_TEST: "1", OLDHAND_SLOWNESS: "1000" };

const SESSIONS = 100;
const MESSAGES = 100;
const ALL = SESSIONS * MESSAGES;
const FEW = 30;
/** Every so many sessions there is a rule to learn. */
const EVERY = 20;

/** A machine with transcripts that nobody has read, and a server that has just started to. */
async function learningServer(t: TestContext, sessions: number) {
  const there = world(t);
  const { home } = there;
  const project = there.project("app");
  const env = { ...environment(), oldhandHome: home, home, cwd: project, variables: { HOME: home }, isAgent: false };
  const open = () => openMemory(env, { settle: "files" });
  const memory = await open();
  await memory.set("memories.enabled", "true");
  await memory.set("memories.maxRolloutsPerStartup", String(SESSIONS));
  await memory.add({ text: "Use pnpm, not npm", guards: [{ instead: { npm: "pnpm" }, mode: "deny" }] });
  await memory.add({ text: "Deploy with make ship", type: "fact" });
  // From the first search on, sessions are indexed and embedded.
  await memory.recall({ query: "deploy", format: "json" });
  memory.close();
  writeSessions(join(home, ".claude", "projects", "app"), { cwd: project, sessions });
  return {
    start: () => agent(t, there, { cwd: project, env: PATIENT }),
    open,
    project,
    embedded: () => embeddedIn(home),
  };
}

function writeSessions(folder: string, { cwd, sessions }: { cwd: string; sessions: number }): void {
  mkdirSync(folder, { recursive: true });
  for (let session = 0; session < sessions; session++) {
    const startMs = Date.now() - 2 * DAY_MS + session * 1000;
    const said = Array.from({ length: MESSAGES }, (_, at) => ({
      person:
        at === 0 && session % EVERY === 0
          ? `You must never edit part${session}.txt by hand.`
          : `Please look at page ${at} of book ${session}.`,
    }));
    const file = claudeSession({ folder, id: `session-${session}`, cwd, startMs, said });
    utimesSync(file, startMs / 1000, startMs / 1000);
  }
}

function embeddedIn(home: string): number {
  const index = openIndex(homeFrom({ oldhandHome: home }), () => {});
  try {
    return passagesOf(index).vectors.count().embedded;
  } finally {
    index.close();
  }
}

const hook = async ({ request }: Agent, event: object) => {
  const params = { name: "host_event", arguments: { host: "claude-code", session_id: "s1", ...event } };
  return JSON.parse((await request("tools/call", params)).result.content[0].text);
};

test("hooks are answered while 10,000 messages are learned and embedded", async (t) => {
  const { start, open, project, embedded } = await learningServer(t, SESSIONS);
  const server = await start();
  let isLate = false;
  t.after(giveUpAfter(60_000, () => (isLate = true)));
  let [before, prompts, largest] = [0, 0, 0];
  const meanwhile: number[] = [];
  while (before < ALL && !isLate && server.noise() === "") {
    prompts += 1;
    const said = await hook(server, {
      ...{ hook_event_name: "UserPromptSubmit", cwd: project, session_id: `s${prompts}` },
      prompt: `How do I deploy number ${prompts}?`,
    });
    assert.match(said.hookSpecificOutput.additionalContext, /make ship/);
    const tool = { tool_name: "Bash", tool_input: '{"command":"npm test"}' };
    const denied = await hook(server, { hook_event_name: "PreToolUse", cwd: project, ...tool });
    assert.equal(denied.hookSpecificOutput.permissionDecision, "deny");
    const now = embedded();
    if (now > 0 && now < ALL) meanwhile.push(now);
    largest = Math.max(largest, now - before);
    before = now;
  }
  assert.deepEqual({ noise: server.noise(), embedded: before }, { noise: "", embedded: ALL });
  assert.ok(meanwhile.length >= 3, `${meanwhile.length} answers came while messages were embedded`);
  assert.ok(largest < ALL / 2, `one answer waited while ${largest} of ${ALL} messages were embedded`);
  for (const line of server.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0");
  server.child.stdin.end();
  assert.equal(await server.gone, 0);
  const memory = await open();
  t.after(memory.close);
  const learned = (await memory.list({ status: "active" })).filter(({ text }) => /part\d+\.txt/.test(text));
  assert.equal(new Set(learned.map(({ text }) => text)).size, SESSIONS / EVERY);
  assert.equal(learned.length, SESSIONS / EVERY);
});
for (const end of ["SIGKILL", "SIGTERM", "its input"] as const)
  test(`a server that ends by ${end} while it learns leaves the rest to the next one, and nothing twice`, async (t) => {
    const { start, open, project, embedded } = await learningServer(t, FEW);
    const first = await start();
    const sessions = async (): Promise<number> => {
      const memory = await open();
      const found = await memory.sessions({});
      memory.close();
      return found.length;
    };
    while ((await sessions()) === 0) assert.equal(first.noise(), "");
    if (end === "its input") first.child.stdin.end();
    else first.child.kill(end);
    await first.gone;
    const second = await start();
    while (embedded() < FEW * MESSAGES) {
      await hook(second, { hook_event_name: "UserPromptSubmit", cwd: project, prompt: "How do I deploy?" });
      assert.equal(second.noise(), "");
    }
    second.child.stdin.end();
    assert.equal(await second.gone, 0);
    const memory = await open();
    t.after(memory.close);
    const learned = (await memory.list({ status: "active" })).map(({ text }) => text);
    assert.equal(new Set(learned).size, learned.length);
  });
