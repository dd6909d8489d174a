import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { tossCoin } from "../../src/core/session/hold-out.ts";
import { sessionId } from "../../src/core/session/session.ts";
import { HOOK_TOOL, hookEntrance } from "../../src/mcp/hook-entrance.ts";
import { memoryPool } from "../../src/open/memory-pool.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

const NATIVE = Array.from({ length: 12 }, (_, n) => `s${n}`);

async function entrance(t: TestContext, holdOut: string) {
  const home = memoryHome(t);
  const project = join(home.outside, "app");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  const memory = await home.open(project);
  await memory.add({ text: "Deploy with make ship, never by hand", type: "policy" });
  await memory.add({ text: "Use pnpm, not npm", guards: [{ instead: { npm: "pnpm" } }] });
  await memory.add({ text: "Never destroy anything", guards: [{ deny: "terraform destroy", mode: "deny" }] });
  await memory.set("lift.holdOut", holdOut);
  home.close();
  const env = home.env({ isAgent: true, face: "mcp", cwd: project });
  const serve = () => {
    const memories = memoryPool(env, () => {});
    const answer = hookEntrance({ env, memories });
    const tell = async (session: string, input: object) => {
      const params = {
        name: HOOK_TOOL,
        arguments: { host: "claude-code", session_id: session, cwd: project, ...input },
      };
      const result = (await answer({ jsonrpc: "2.0", id: 1, method: "tools/call", params })) as {
        content: { text: string }[];
      };
      const { hookSpecificOutput: said = {} } = JSON.parse(result.content[0]!.text);
      return said as { additionalContext?: string; permissionDecision?: string };
    };
    return {
      close: memories.close,
      asks: async (session: string) =>
        (await tell(session, { hook_event_name: "UserPromptSubmit", prompt: "How do I deploy?" })).additionalContext ??
        "",
      starts: async (session: string, source = "startup") =>
        (await tell(session, { hook_event_name: "SessionStart", source })).additionalContext ?? "",
      runs: (session: string, command: string) =>
        tell(session, { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } }),
      delegates: async (session: string) =>
        (await tell(session, { hook_event_name: "SubagentStart", agent_id: "a1" })).additionalContext ?? "",
    };
  };
  return { home, project, serve };
}

/** Which of the sessions are held out, as their receipts say. */
async function sides(t: TestContext, holdOut: string) {
  const { home, project, serve } = await entrance(t, holdOut);
  const server = serve();
  const given = new Map<string, string>();
  for (const native of NATIVE) given.set(native, await server.asks(native));
  server.close();
  return { home, project, serve, given, held: NATIVE.filter((native) => given.get(native) === "") };
}

test("without the setting every session is given its brief, and no receipt mentions a coin", async (t) => {
  const { home, project, held } = await sides(t, "0");
  assert.deepEqual(held, []);
  assert.equal((await (await home.open(project)).why()).coin, undefined);
});

test("a held-out session gets no brief, and its receipt says what it would have been", async (t) => {
  const { home, project, held, serve } = await sides(t, "2");
  assert.ok(held.length > 0 && held.length < NATIVE.length, `${held.length} of ${NATIVE.length} held out`);
  const server = serve();
  assert.equal(await server.asks(held[0]!), "");
  server.close();
  const memory = await home.open(project);
  const { coin, included, omitted, tokens } = await memory.why();
  assert.deepEqual({ coin, included, tokens }, { coin: { oneIn: 2, heldOut: true }, included: [], tokens: 0 });
  assert.equal(omitted.filter(({ reason }) => reason === "held out").length, 2);
  assert.deepEqual(
    (await memory.list({ status: "active" })).map(({ reinforcement }) => reinforcement),
    [1, 1, 1],
  );
});

test("a session stays on its side when it is resumed, compacted or delegates, in another server and with another setting", async (t) => {
  const { home, project, held, serve } = await sides(t, "2");
  const [without] = held;
  const withMemory = NATIVE.find((native) => !held.includes(native))!;
  // One in a thousand would hold out nobody, one in two everybody of before.
  await (await home.open(project)).set("lift.holdOut", "1000");
  home.close();
  const later = serve();
  for (const source of ["resume", "compact", "startup"]) assert.equal(await later.starts(without!, source), "");
  assert.equal(await later.delegates(without!), "");
  assert.match(await later.starts(withMemory, "compact"), /make ship/);
  assert.match(await later.delegates(withMemory), /make ship/);
  later.close();
});

test("a session that had memory before the coin keeps it, and is not counted", async (t) => {
  const { home, project, serve } = await entrance(t, "0");
  const before = serve();
  for (const native of NATIVE) assert.match(await before.asks(native), /make ship/);
  before.close();
  await (await home.open(project)).set("lift.holdOut", "2");
  home.close();
  const after = serve();
  for (const native of NATIVE) assert.match(await after.starts(native, "compact"), /make ship/);
  after.close();
  assert.equal((await (await home.open(project)).why()).coin, undefined);
});

test("warnings are withheld and logged as such; a guard that stops an agent stops every session", async (t) => {
  const { home, project, held, serve } = await sides(t, "2");
  const withMemory = NATIVE.find((native) => !held.includes(native))!;
  const server = serve();
  assert.deepEqual(await server.runs(held[0]!, "npm test"), {});
  assert.match((await server.runs(withMemory, "npm test")).additionalContext ?? "", /pnpm/);
  assert.equal((await server.runs(held[0]!, "terraform destroy")).permissionDecision, "deny");
  server.close();
  const log = await (await home.open(project)).guardLog();
  assert.deepEqual(
    log.map(({ session, action, withheld }) => ({ session, action, withheld })),
    [
      { session: sessionId("claude-code", held[0]!), action: "deny", withheld: undefined },
      { session: sessionId("claude-code", withMemory), action: "warn", withheld: undefined },
      { session: sessionId("claude-code", held[0]!), action: "warn", withheld: true },
    ],
  );
});

test("a setting that would hold out every session is refused", async (t) => {
  const { home, project } = await entrance(t, "0");
  const memory = await home.open(project);
  await assert.rejects(memory.set("lift.holdOut", "1"), /every session/);
});

test("the coin is stable, differs by project, and holds out about one in N", () => {
  const toss = (session: string, project = "p", oneIn = 4) =>
    tossCoin({ seed: "0123456789abcdef", session, project, oneIn }).heldOut;
  const names = Array.from({ length: 2000 }, (_, n) => `ses_${n}`);
  const held = names.filter((name) => toss(name));
  assert.ok(held.length > 430 && held.length < 570, `${held.length} of 2000`);
  assert.deepEqual(
    names.filter((name) => toss(name)),
    held,
  );
  assert.ok(names.some((name) => toss(name) !== toss(name, "q")));
  assert.ok(
    held.every((name) => toss(name, "p", 2)),
    "a smaller N only adds sessions",
  );
});
