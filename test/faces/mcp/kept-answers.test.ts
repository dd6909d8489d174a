import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Memory } from "../../../src/main/memory.ts";
import { entrance } from "./entrance.ts";

/** From this age on, stamps of files are trusted and the server does not read them again. */
const STILL_MS = 2100;

async function server(t: TestContext) {
  const { home, project, tell } = await entrance(t);
  let session = 0;
  const prompted = async (prompt = "How do I deploy?"): Promise<string> => {
    session += 1;
    const event = { hook_event_name: "UserPromptSubmit", prompt, session_id: `s${session}` };
    return (await tell(event)).hookSpecificOutput?.additionalContext ?? "";
  };
  const decided = async (command: string): Promise<string | undefined> => {
    const act = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
    return (await tell(act)).hookSpecificOutput?.permissionDecision;
  };
  /** As another process would. */
  const beside = async <T>(work: (memory: Memory) => Promise<T>): Promise<T> => {
    const done = await work(await home.open(project));
    home.close();
    return done;
  };
  const added = async (text: string) => {
    const { record } = await beside((memory) => memory.add({ text, type: "policy", priority: "high" }));
    return { id: record!.id, file: (await beside((memory) => memory.get(record!.id)))!.file };
  };
  return { home, project, prompted, decided, beside, added };
}

// At once, because each mostly waits.
suite("what a server answers again", { concurrency: true }, () => {
  test("a prompt is answered from the files as they are, however often it was answered before", async (t) => {
    const { prompted, added } = await server(t);
    const { file } = await added("Deploy with make ship");
    await pause(STILL_MS);
    for (let call = 0; call < 3; call++) assert.match(await prompted(), /make ship/);
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("make ship", "make boat"));
    assert.doesNotMatch(await prompted(), /make ship/);
    writeFileSync(file, before);
    assert.match(await prompted(), /make ship/);
    rmSync(file);
    assert.doesNotMatch(await prompted(), /make ship/);
  });

  test("a prompt is not answered from a folder that became a link", async (t) => {
    const { home, prompted, added } = await server(t);
    const { file } = await added("Deploy with make ship");
    await pause(STILL_MS);
    for (let call = 0; call < 2; call++) assert.match(await prompted(), /make ship/);
    const elsewhere = join(home.outside, "elsewhere");
    renameSync(dirname(file), elsewhere);
    symlinkSync(elsewhere, dirname(file));
    assert.doesNotMatch(await prompted(), /make ship/);
  });

  test("what another process did to records counts from the next prompt on", async (t) => {
    const { prompted, added, beside } = await server(t);
    const first = await added("Deploy with make ship");
    await pause(STILL_MS);
    for (let call = 0; call < 2; call++) assert.match(await prompted(), /make ship/);
    await added("Deploy only on Mondays");
    assert.match(await prompted(), /make ship.*only on Mondays|only on Mondays.*make ship/s);
    await beside((memory) => memory.archive(first.id));
    assert.doesNotMatch(await prompted(), /make ship/);
    await beside((memory) => memory.restore(first.id));
    assert.match(await prompted(), /make ship/);
    await beside((memory) => memory.update(first.id, { text: "Deploy with make release" }));
    assert.match(await prompted(), /make release/);
  });

  test("a changed setting counts from the next prompt and the next act on", async (t) => {
    const { prompted, decided, added, beside } = await server(t);
    await added("Deploy with make ship");
    await beside((memory) => memory.add({ text: "No npm", guards: [{ deny: ["npm"] }] }));
    await pause(STILL_MS);
    for (let call = 0; call < 2; call++) {
      assert.match(await prompted(), /make ship/);
      await decided("npm test");
    }
    await beside((memory) => memory.set("guard.mode", "deny"));
    assert.equal(await decided("npm test"), "deny");
    await beside((memory) => memory.set("guard.mode", "ask"));
    assert.equal(await decided("npm test"), "ask");
    await beside((memory) => memory.set("brief.budget", "20"));
    assert.equal(await prompted(), "");
  });

  test("a new, changed, archived or deleted guard counts from the next act on", async (t) => {
    const { decided, beside } = await server(t);
    const guard = (program: string) => [{ deny: [program], mode: "deny" as const }];
    const { record } = await beside((memory) => memory.add({ text: "No npm", guards: guard("npm") }));
    const id = record!.id;
    await pause(STILL_MS);
    const both = async () => [await decided("npm test"), await decided("yarn test")];
    for (let call = 0; call < 3; call++) assert.deepEqual(await both(), ["deny", undefined]);
    const second = await beside((memory) => memory.add({ text: "No yarn", guards: guard("yarn") }));
    assert.deepEqual(await both(), ["deny", "deny"]);
    await beside((memory) => memory.delete(second.record!.id));
    assert.deepEqual(await both(), ["deny", undefined]);
    await beside((memory) => memory.update(id, { guards: guard("yarn") }));
    assert.deepEqual(await both(), [undefined, "deny"]);
    await beside((memory) => memory.archive(id));
    assert.deepEqual(await both(), [undefined, undefined]);
  });

  test("a directory that became another project is given nothing of the one that it was", async (t) => {
    const { home, prompted, added } = await server(t);
    await added("Deploy with make ship");
    await pause(STILL_MS);
    for (let call = 0; call < 2; call++) assert.match(await prompted(), /make ship/);
    const registry = join(home.path, "projects.json");
    const before = readFileSync(registry, "utf8");
    const [id = ""] = /prj_[0-9a-z]{18}/.exec(before) ?? [];
    writeFileSync(registry, before.replaceAll(id, `${id.slice(0, -3)}${id.endsWith("000") ? "111" : "000"}`));
    assert.doesNotMatch(await prompted(), /make ship/);
    writeFileSync(registry, before);
    assert.match(await prompted(), /make ship/);
  });
});
