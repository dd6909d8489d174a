import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { sessionId } from "../../../src/core/session/session.ts";
import { allTools } from "../../../src/faces/mcp/server.ts";
import { newSession } from "../../../src/faces/mcp/sessions.ts";
import { openForHook } from "../../../src/main/open-for-hook.ts";
import { brief } from "../../../src/verbs/recalling/brief.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const RULE = "Always deploy with make nuke.";
const GONE: Said = { run: "make nuke", printed: "make: *** No rule to make target 'nuke'.  Stop.", exit: 2 };

async function desk(t: TestContext) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  await (await home.open(project)).add({ text: RULE });
  home.wait(HOUR_MS);
  const open = () => home.open(project);
  const briefFor = async (name: string): Promise<string> => {
    const session = sessionId("claude-code", name);
    const hook = openForHook(home.env({ cwd: project, isAgent: true, session }))!;
    const { text } = await brief(hook, { session, prompt: "Deploy the service." });
    hook.close();
    return text;
  };
  const work = async (name: string, said: readonly Said[]): Promise<void> => {
    await briefFor(name);
    const file = claudeSession({ folder, id: name, cwd: project, startMs: home.env().clock() + 1000, said });
    await (await open()).importSessions({ agent: "claude-code", file });
    home.wait(13 * HOUR_MS);
    await (await open()).learn();
  };
  return { home, open, briefFor, work };
}

const DOUBTED = /Did not work when it was followed[^\n]*\n- Always deploy with make nuke\./;

test("a rule whose command is gone stays, is marked in briefs, and is suggested for archiving", async (t) => {
  const { open, briefFor, work } = await desk(t);
  assert.doesNotMatch(await briefFor("before"), DOUBTED);
  await work("s1", [{ person: "Deploy it." }, GONE]);
  const text = await briefFor("after");
  assert.match(text, DOUBTED);
  assert.doesNotMatch(text, /No rule to make target/, "the output of a tool is for people only");
  const memory = await open();
  const [record] = await memory.list({ status: "active" });
  assert.match(record!.doubt!.why, /`make nuke` failed on .*No rule to make target/);
  const [asked] = (await memory.suggestions()).filter(({ act }) => act === "archive");
  assert.equal(asked?.recordId, record!.id);
  await memory.dismiss(asked!.id);
  assert.doesNotMatch(await briefFor("kept"), DOUBTED);
});

test("a success, or an edit of the person, clears the mark", async (t) => {
  const { home, open, briefFor, work } = await desk(t);
  await work("s1", [{ person: "Deploy it." }, GONE]);
  await work("s2", [{ person: "Deploy it." }, { run: "make nuke", printed: "done" }]);
  assert.doesNotMatch(await briefFor("worked"), DOUBTED);
  await work("s3", [{ person: "Deploy it." }, GONE]);
  assert.match(await briefFor("again"), DOUBTED);
  home.wait(HOUR_MS);
  const memory = await open();
  const [record] = await memory.list({ status: "active" });
  await memory.update(record!.id, { text: "Always deploy with make nuke on Mondays." });
  assert.doesNotMatch(await briefFor("edited"), /Did not work/);
});

test("forgetting the session removes what it says against a record", async (t) => {
  const { open, briefFor, work } = await desk(t);
  await work("s1", [{ person: "Deploy it." }, GONE]);
  await (await open()).forget([], undefined, { session: sessionId("claude-code", "s1") });
  assert.doesNotMatch(await briefFor("after"), DOUBTED);
});

test("what a tool printed is shown to people, and no tool of an agent's session returns it", async (t) => {
  const { home, open, work } = await desk(t);
  await work("s1", [{ person: "Deploy it." }, GONE]);
  const memory = await open();
  const [record] = await memory.list({ status: "active" });
  const found = await memory.recall({ query: "deploy", format: "json" });
  assert.match(JSON.stringify(found), /No rule to make target/);
  const session = newSession(home.env().clock);
  for (const [name, input] of [
    ["memory_recall", { query: "deploy" }],
    ["memory_get", { id: record!.id }],
    ["memory_list", {}],
    ["memory_brief", { prompt: "Deploy the service." }],
  ] as const) {
    const tool = allTools().find((one) => one.name === name)!;
    const answer = JSON.stringify(await tool.run(memory, input as never, { session, dir: "/" } as never));
    assert.ok(answer.includes("make nuke"), name);
    assert.doesNotMatch(answer, /No rule to make target/, name);
    assert.match(answer, /failed (?:when it was followed )?on |"outcome":"failed"/, name);
  }
});
