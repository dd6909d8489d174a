import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Guard } from "../../../src/core/guard/guard.ts";
import type { Memory } from "../../../src/main/memory.ts";
import type { Env } from "../../../src/verbs/call/environment.ts";
import type { AgentAct } from "../../../src/verbs/guards/guard-verbs.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const NPM: Guard = { instead: { npm: "pnpm" } };
const AS_AGENT = { isAgent: true };

async function desk(t: TestContext) {
  const home = memoryHome(t);
  const project = makeRepo(t);
  writeFileSync(join(project, "package.json"), '{ "scripts": { "test": "vitest" } }\n');
  return { home, project, open: (parts?: Partial<Env>) => home.open(project, parts) };
}

const act = (project: string, command: string, session = "ses_1"): AgentAct => ({
  ...{ agent: "codex", session, cwd: project },
  act: { kind: "command", command },
});

const saidBy = async (memory: Memory, command: string) =>
  (await memory.testGuards({ act: { kind: "command", command } })).action;

test("a guard that the person wrote acts, in its own mode or in that of the settings", async (t) => {
  const { open } = await desk(t);
  const memory = await open();
  await memory.add({ text: "Use pnpm, not npm", guards: [NPM] });
  await memory.add({ text: "Never destroy anything", guards: [{ deny: "terraform destroy", mode: "deny" }] });
  assert.deepEqual(
    [await saidBy(memory, "npm test"), await saidBy(memory, "terraform destroy"), await saidBy(memory, "ls")],
    ["deny", "deny", "pass"],
  );
  await memory.set("guard.mode", "ask");
  const later = await open();
  assert.deepEqual([await saidBy(later, "npm test"), await saidBy(later, "terraform destroy")], ["ask", "deny"]);
});

test("a guard that changed in a file acts only after it is confirmed", async (t) => {
  const { open } = await desk(t);
  const { record } = await (await open()).add({ text: "Use pnpm, not npm", guards: [NPM] });
  const file = record!.file;
  writeFileSync(file, readFileSync(file, "utf8").replace('"npm":"pnpm"', '"yarn":"pnpm"'));
  const changed = await open();
  assert.deepEqual([await saidBy(changed, "yarn test"), await saidBy(changed, "npm test")], ["pass", "pass"]);
  assert.deepEqual(
    (await changed.guards()).map(({ acts }) => acts),
    [false, true],
  );
  changed.confirmFiles(changed.changedFiles());
  assert.equal(await saidBy(await open(), "yarn test"), "deny");
});

test("a repository's guard acts only after the person accepted it, and as accepted", async (t) => {
  const { open, project } = await desk(t);
  const folder = join(project, ".oldhand", "records", "principles");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "npm.md");
  const text = '---\ntype: policy\ntrust: person\naccepted: true\nguards: [{"deny":"npm"}]\n---\n\nNever use npm.\n';
  writeFileSync(file, text);
  const memory = await open();
  assert.equal(await saidBy(memory, "npm test"), "pass");
  await memory.projects.join();
  assert.equal(await saidBy(await open(), "npm test"), "deny");
  writeFileSync(file, text.replace('"deny":"npm"', '"deny":"ls"'));
  const later = await open();
  assert.deepEqual([await saidBy(later, "ls"), await saidBy(later, "npm test")], ["pass", "pass"]);
});

test("an agent's guard is a proposal, on its own record and on the person's", async (t) => {
  const { open } = await desk(t);
  const { record } = await (await open()).add({ text: "Use pnpm here" });
  const agents = await open(AS_AGENT);
  const onMine = await agents.update(record!.id, { guards: [NPM] });
  const fact = await agents.add({ text: "The tests need the database", type: "fact" });
  const onIts = await agents.update(fact.record!.id, { guards: [{ deny: "ls" }] });
  const added = await agents.add({ text: "Port 5432 is taken", type: "fact", guards: [{ deny: "psql" }] });
  assert.deepEqual([onMine.outcome, onIts.outcome, added.outcome], ["proposed", "proposed", "proposed"]);
  assert.deepEqual([await saidBy(agents, "npm test"), await saidBy(agents, "ls")], ["pass", "pass"]);
  const person = await open();
  await person.accept(onIts.suggestion!.id);
  assert.equal(await saidBy(await open(), "ls"), "deny");
});

test("agents are kept from oldhand's own folders, and a person is not", async (t) => {
  const { open, home, project } = await desk(t);
  const memory = await open();
  const edit = { kind: "edit" as const, paths: [join(home.path, "records", "preferences", "x.md")] };
  const verdict = await memory.beforeAct({ agent: "codex", session: "ses_1", cwd: project, act: edit });
  assert.deepEqual([verdict.action, verdict.matches[0]?.record], ["deny", "built-in"]);
  assert.equal(await saidBy(memory, `rm -rf ${home.path}`), "deny");
  assert.equal(await saidBy(memory, "oldhand record list"), "pass");
});

test("a warning is given once a session and record, and the log has what came next", async (t) => {
  const { open, project } = await desk(t);
  const memory = await open();
  const { record } = await memory.add({ text: "Use pnpm, not npm", guards: [{ ...NPM, mode: "warn" }] });
  const said = async (command: string, session?: string) =>
    (await memory.beforeAct(act(project, command, session))).action;
  assert.deepEqual(
    [await said("npm test"), await said("npm ci"), await said("npm ci", "ses_2")],
    ["warn", "pass", "warn"],
  );
  await memory.afterAct(act(project, "npm ci", "ses_2"), "ok");
  assert.deepEqual(
    (await memory.guardLog()).map(({ session, command, action, record: id, next }) => [
      session,
      command,
      action,
      id,
      next,
    ]),
    [
      ["ses_2", "npm ci", "warn", record!.id, "went on: ok"],
      ["ses_1", "npm test", "warn", record!.id, "npm ci"],
    ],
  );
});

test("a denial is given every time, also late; a warning that is late is left out and logged as late", async (t) => {
  const { open, project } = await desk(t);
  const memory = await open();
  await memory.add({ text: "Use pnpm, not npm", guards: [{ ...NPM, mode: "deny" }] });
  const first = await memory.beforeAct(act(project, "npm test"));
  const again = await memory.beforeAct(act(project, "npm test"));
  const late = await memory.beforeAct(act(project, "npm test"), () => true);
  assert.deepEqual([first.action, again.action, late.action], ["deny", "deny", "deny"]);
  assert.equal(first.matches[0]?.remedy, "pnpm test");
  await memory.add({ text: "Prefer jq to python for JSON", guards: [{ deny: "python -m json.tool", mode: "warn" }] });
  const warned = await memory.beforeAct(act(project, "python -m json.tool"), () => true);
  assert.equal(warned.action, "pass");
  assert.deepEqual(
    (await memory.guardLog()).map(({ action }) => action),
    ["late", "deny", "deny", "deny"],
  );
});

test("what has to come first counts once it succeeded, until something changes", async (t) => {
  const { open, project } = await desk(t);
  const memory = await open();
  await memory.add({
    text: "Test before pushing",
    guards: [{ first: { command: "git push", run: "npm test" }, mode: "deny" }],
  });
  const push = async () => (await memory.beforeAct(act(project, "git push"))).action;
  const did = (command: string, outcome: "ok" | "failed" | "unknown") =>
    memory.afterAct(act(project, command), outcome);
  assert.equal(await push(), "deny");
  await did("npm test", "failed");
  assert.equal(await push(), "deny");
  await did("npm run test", "ok");
  assert.equal(await push(), "pass");
  await did("git commit -m x", "ok");
  assert.equal(await push(), "pass");
  await did("echo x > a.ts", "ok");
  assert.equal(await push(), "deny");
  await did("npm test", "unknown");
  assert.equal(await push(), "warn");
  await memory.afterAct({ ...act(project, ""), act: { kind: "edit", paths: ["a.ts"] } }, "ok");
  assert.equal(await push(), "deny");
  assert.equal((await memory.beforeAct(act(project, "npm test && git push"))).action, "pass");
});

test("a secret in a command is not in the log, and a forgotten session's entries are gone", async (t) => {
  const { open, project } = await desk(t);
  const memory = await open();
  await memory.add({ text: "Use pnpm, not npm", guards: [NPM] });
  const token = `ghp_${"a1B2".repeat(9)}`;
  await memory.beforeAct(act(project, `npm config set token ${token}`));
  const [entry] = await memory.guardLog();
  assert.ok(entry !== undefined && !entry.command.includes(token));
});

test("a project's record with the same key takes the place of a global guard", async (t) => {
  const { open, home } = await desk(t);
  const outside = await home.open();
  await outside.add({
    text: "Use yarn, not npm",
    type: "preference",
    scope: "global",
    guards: [{ instead: { npm: "yarn" } }],
  });
  assert.equal(await saidBy(await open(), "npm test"), "deny");
  const memory = await open();
  await memory.add({ text: "Use npm here", type: "policy", scope: "project", key: "package-manager" });
  assert.equal(await saidBy(await open(), "npm test"), "pass");
});

test("a record with paths guards only there", async (t) => {
  const { open, project } = await desk(t);
  mkdirSync(join(project, "web"));
  const memory = await open();
  await memory.add({ text: "pnpm in web", paths: ["web/**"], guards: [NPM] });
  const said = async (cwd: string) =>
    (await memory.testGuards({ act: { kind: "command", command: "npm test" }, cwd })).action;
  assert.deepEqual([await said(join(project, "web")), await said(project)], ["deny", "pass"]);
});

test("records that say a guard exactly get one as a suggestion, once", async (t) => {
  const { open } = await desk(t);
  await (await open()).add({ text: "Use pnpm, not npm" });
  await (await open()).add({ text: "Answer in short sentences" });
  const guardsIn = async () => (await (await open()).suggestions("pending")).filter(({ by }) => by === "oldhand");
  const [one, ...others] = await guardsIn();
  assert.deepEqual(others, []);
  assert.match(one!.label, /denies `npm …`, suggests `pnpm …`/);
  await (await open()).accept(one!.id);
  assert.equal(await saidBy(await open(), "npm test"), "deny");
  assert.deepEqual(await guardsIn(), []);
});
