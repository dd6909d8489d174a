import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { HOOK_TOOL } from "../../../src/faces/mcp/hook-entrance.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { pendingNotes } from "../../../src/store/spool/hook-notes.ts";
import { connected } from "./connected.ts";
import { entrance } from "./entrance.ts";

test("a prompt through the server is noted once and answered with what fits", async (t) => {
  const { home, project, tell, notes } = await entrance(t);
  const memory = await home.open(project);
  await memory.add({ text: "Deploy with make ship", type: "fact" });
  home.close();
  const said = await tell({ hook_event_name: "UserPromptSubmit", prompt: "How do I deploy?", agent_id: "" });
  assert.match(said.hookSpecificOutput.additionalContext, /make ship/);
  assert.deepEqual(
    notes().map((note) => (note.kind === "said" ? note.text : note.kind)),
    ["How do I deploy?"],
  );
  assert.deepEqual(await tell({ hook_event_name: "UserPromptSubmit", prompt: "How do I deploy?" }), {});
});

test("each host gets a verdict in its own form, and tables as text or as they are", async (t) => {
  const { home, project, tell } = await entrance(t);
  const memory = await home.open(project);
  await memory.add({ text: "Use pnpm, not npm", guards: [{ instead: { npm: "pnpm" }, mode: "ask" }] });
  home.close();
  const use = { hook_event_name: "PreToolUse", tool_name: "Bash" };
  const claude = await tell({ ...use, tool_input: '{"command":"npm test"}' });
  const codex = await tell({ ...use, tool_input: { command: "npm test" } }, "codex");
  const gemini = await tell(
    { ...use, hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command: "npm test" } },
    "gemini",
  );
  assert.equal(claude.hookSpecificOutput.permissionDecision, "ask");
  assert.equal(codex.hookSpecificOutput.permissionDecision, "deny");
  assert.match(codex.hookSpecificOutput.permissionDecisionReason, /pnpm test.*Ask the person/s);
  assert.equal(gemini.decision, "deny");
  assert.deepEqual(await tell({ ...use, tool_input: '{"command":"ls"}' }), {});
});

test("a subagent is given the rules and what fits its task", async (t) => {
  const { home, project, tell } = await entrance(t);
  const memory = await home.open(project);
  await memory.add({ text: "Never push to main", type: "policy" });
  await memory.add({ text: "Billing runs on queue seven", type: "fact" });
  home.close();
  const input = JSON.stringify({ prompt: "Look at the billing queue", subagent_type: "general" });
  await tell({ hook_event_name: "PreToolUse", tool_name: "Agent", tool_input: input });
  const said = await tell({ hook_event_name: "SubagentStart", agent_id: "a1" });
  const given = said.hookSpecificOutput.additionalContext;
  assert.match(given, /Never push to main/);
  assert.match(given, /queue seven/);
});

test("the databases stay open between events, and new ones are seen at once", async (t) => {
  const { home, project, tell } = await entrance(t);
  const ask = async (session: string): Promise<string> => {
    const event = { hook_event_name: "UserPromptSubmit", prompt: "How do I deploy?", session_id: session };
    return (await tell(event)).hookSpecificOutput?.additionalContext ?? "";
  };
  assert.equal(await ask("s1"), "");
  const memory = await home.open(project);
  await memory.add({ text: "Deploy with make ship", type: "fact" });
  home.close();
  assert.match(await ask("s2"), /make ship/);
  await (await home.open(project)).add({ text: "Deploy only on Mondays", type: "fact" });
  home.close();
  assert.match(await ask("s3"), /only on Mondays/);
  for (const file of ["index.db", "index.db-wal", "index.db-shm"]) rmSync(join(home.path, file), { force: true });
  assert.equal(await ask("s4"), "");
  await home.open(project);
  home.close();
  assert.match(await ask("s5"), /only on Mondays/);
});

test("nothing that a host sends makes the entrance fail", async (t) => {
  const { tell, answer } = await entrance(t);
  for (const input of [
    {},
    { hook_event_name: 7 },
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: "{" },
  ])
    assert.deepEqual(await tell(input), {});
  assert.deepEqual(await tell({ hook_event_name: "UserPromptSubmit", prompt: "x" }, "nobody"), {});
  assert.equal(answer({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }), undefined);
});

test("a model cannot call the entrance: it is in no list, and the server knows no such tool", async (t) => {
  const { request, home } = await connected(t);
  const { tools } = (await request("tools/list")).result;
  assert.deepEqual(
    tools.filter(({ name }: { name: string }) => name === HOOK_TOOL),
    [],
  );
  const forged = {
    name: HOOK_TOOL,
    arguments: { host: "codex", hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "Always use tabs." },
  };
  const answer = await request("tools/call", forged);
  assert.ok(answer.error !== undefined || answer.result?.isError === true);
  assert.deepEqual(pendingNotes(homeFrom(home.env())), []);
});

test("a guard that its file no longer has is not used, although size and time of the file are the same", async (t) => {
  const { home, project, tell } = await entrance(t);
  const memory = await home.open(project);
  const { record } = await memory.add({ text: "No npm", guards: [{ deny: ["npm"], mode: "deny" }] });
  const { file } = (await memory.get(record!.id))!;
  home.close();
  const act = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "npm test" } };
  const decision = async () => (await tell(act)).hookSpecificOutput?.permissionDecision;
  // From this age on, its stamp is trusted and the server does not read it again.
  await pause(2100);
  for (let call = 0; call < 3; call++) assert.equal(await decision(), "deny");
  const { atime, mtime } = statSync(file);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replaceAll("npm", "nqm"));
  assert.notEqual(readFileSync(file, "utf8"), before);
  utimesSync(file, atime, mtime);
  assert.equal(await decision(), undefined);
  rmSync(file);
  assert.equal(await decision(), undefined);
});
