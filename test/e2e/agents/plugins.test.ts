/** Our plugins with the real server, and the program for Gemini CLI: what they do in each mode, with a terminal and without. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { GuardMode } from "../../../src/core/guard/guard.ts";
import { writtenText } from "../../../src/system/install/written-files.ts";
import { patience } from "../../fixtures/patience.ts";
import { place, program } from "../cli/program.ts";

const DRIVER = fileURLToPath(new URL("./drive-plugin.mjs", import.meta.url));

type Plugin = "opencode" | "pi" | "omp";
type Answer = "yes" | "no" | "no-terminal";
type Came = { readonly stopped?: string; readonly result?: string; readonly questions: readonly string[] };

for (const plugin of ["opencode", "pi", "omp"] as const) {
  test(`${plugin}: a warning is added to the result, and a denial stops with the remedy`, (t) => {
    const tried = deskOf(t, plugin);
    const warned = tried("warn", "yes");
    assert.match(warned.result ?? "", /^ran\n.*use `pnpm` instead of `npm`/is);
    const denied = tried("deny", "yes");
    assert.match(denied.stopped ?? "", /pnpm test/);
    assert.deepEqual([...warned.questions, ...denied.questions], []);
  });
}

for (const plugin of ["pi", "omp"] as const) {
  test(`${plugin}: in mode ask the person decides, and without a terminal it is stopped`, (t) => {
    const tried = deskOf(t, plugin);
    const [yes, no, nobody] = (["yes", "no", "no-terminal"] as const).map((answer) => tried("ask", answer));
    assert.deepEqual(
      [yes, no, nobody].map((came) => [came?.result, came?.stopped === undefined, came?.questions.length]),
      [
        ["ran", true, 1],
        [undefined, false, 1],
        [undefined, false, 0],
      ],
    );
  });
}

test("opencode: in mode ask the agent is stopped and told to ask", (t) => {
  assert.match(deskOf(t, "opencode")("ask", "yes").stopped ?? "", /pnpm test.*Ask the person/s);
});

test("gemini: a warning comes with the result, also of a command that printed nothing, and the log has what came next", (t) => {
  const desk = place(t);
  desk.oldhand(["record", "add", "Use pnpm, not npm.", "--instead", "npm=pnpm", "--mode", "warn"]);
  const env = { ...desk.env, OLDHAND_SLOWNESS: "25" };
  const tell = (hook_event_name: string, response: object): string => {
    const use = { tool_name: "run_shell_command", tool_input: { command: "npm test" } };
    const input = JSON.stringify({ hook_event_name, session_id: "s1", cwd: desk.project, ...use, ...response });
    return desk.oldhand(["hook", "gemini"], { input, env }).out;
  };
  assert.equal(tell("BeforeTool", {}), "");
  const { additionalContext } = JSON.parse(tell("AfterTool", { tool_response: {} })).hookSpecificOutput;
  assert.match(additionalContext, /use `pnpm` instead of `npm`/);
  const { entries } = JSON.parse(desk.oldhand(["guard", "log", "--json"]).out);
  assert.deepEqual(
    entries.map(({ action, next }: { action: string; next?: string }) => [action, next]),
    [["warn", "went on"]],
  );
});

/** Tries `npm test` through the plugin with a guard in this mode. */
function deskOf(t: TestContext, plugin: Plugin): (mode: GuardMode, answer: Answer) => Came {
  const desk = place(t);
  const file = join(desk.project, "plugin.mjs");
  const host = plugin === "omp" ? "pi" : plugin;
  const oldhand = { node: process.execPath, program, version: "1.0.0", plugin: desk.project };
  writeFileSync(file, writtenText(host, oldhand, plugin));
  const run = (...words: readonly string[]) => {
    const { status, err, out } = desk.oldhand([...words, "--json"]);
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  run("record", "add", "Tell when you are ready.", "--deny", "ready-check", "--mode", "deny");
  const { record } = run("record", "add", "Use pnpm, not npm.", "--instead", "npm=pnpm");
  return (mode, answer) => {
    run("record", "update", record.id, "--instead", "npm=pnpm", "--mode", mode);
    const env = { ...desk.env, OLDHAND_SLOWNESS: "25" };
    const options = { cwd: desk.project, env, encoding: "utf8", timeout: patience(20_000) } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [DRIVER, host, file, "npm test", answer], options);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
}
