/** `install` and `uninstall` as people run them, and the hook as a host with an empty PATH runs it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { place } from "./program.ts";

test("without a name it lists what it found and changes nothing", (t) => {
  const { oldhand, env } = place(t);
  mkdirSync(join(env.HOME!, ".claude"));
  const { status, out } = oldhand(["install"]);
  assert.equal(status, 0);
  assert.match(out, /Claude Code \(claude-code\): not installed; would add/);
  assert.match(out, /Not found: codex, opencode/);
  assert.match(out, /Nothing was changed/);
});

test("a dry run shows the lines that would be added", (t) => {
  const { oldhand, env } = place(t);
  const settings = join(env.HOME!, ".claude", "settings.json");
  mkdirSync(join(env.HOME!, ".claude"));
  writeFileSync(settings, '{\n  "model": "opus"\n}\n');
  const { out } = oldhand(["install", "claude-code", "--dry-run"]);
  assert.match(out, /^- {2}"model": "opus"\n\+ {2}"model": "opus",$/m);
  assert.match(out, /^\+ {4}"oldhand@oldhand": true$/m);
  assert.equal(readFileSync(settings, "utf8"), '{\n  "model": "opus"\n}\n');
});

test("an agent that is not installed or unknown is reported", (t) => {
  const { oldhand } = place(t);
  assert.match(oldhand(["install", "codex"]).err, /Codex was not found/);
  assert.equal(oldhand(["install", "codex"]).status, 3);
  assert.match(oldhand(["install", "clippy"]).err, /Unknown target clippy/);
  assert.equal(oldhand(["install", "clippy"]).status, 2);
});

test("the doctor reports what is missing and how to fix it", (t) => {
  const { oldhand, env } = place(t);
  mkdirSync(join(env.HOME!, ".claude"));
  oldhand(["install", "claude-code"]);
  const well = JSON.parse(oldhand(["doctor", "--json"]).out);
  assert.equal(well.checks.find(({ name }: { name: string }) => name === "agent claude-code").ok, true);
  writeFileSync(join(env.HOME!, ".claude", "settings.json"), "{}\n");
  const { out, status } = oldhand(["doctor"]);
  assert.equal(status, 1);
  assert.match(out, /FAIL agent claude-code: .*settings\.json changed since the installation/);
  assert.match(out, /Run `oldhand install claude-code`/);
});

test("the doctor names the program that answers prompts while the server is off, installs it, and says so from then on", (t) => {
  const { oldhand, env, project, home } = place(t);
  mkdirSync(join(env.HOME!, ".claude"));
  oldhand(["install", "claude-code"]);
  for (const session_id of ["s1", "s2", "s3"]) {
    const input = JSON.stringify({ session_id, cwd: project, hook_event_name: "SessionStart", source: "startup" });
    oldhand(["hook", "claude-code"], { input, env: { ...env, OLDHAND_SLOWNESS: "25" } });
  }
  const check = () =>
    JSON.parse(oldhand(["doctor", "--json"]).out).checks.find(
      ({ name }: { name: string }) => name === "agent claude-code",
    );
  const off = check();
  assert.deepEqual([off.ok, off.detail], [false, "its last 3 sessions sent no prompt to the memory server"]);
  assert.match(off.fix, /`oldhand doctor --fix`: then a program answers its prompts, without guards/);
  oldhand(["doctor", "--fix"]);
  const { hooks } = JSON.parse(readFileSync(join(home, "plugin/oldhand/hooks/hooks.json"), "utf8"));
  assert.equal(hooks.UserPromptSubmit[0].hooks[0].type, "command");
  const after = check();
  assert.equal(after.ok, true, after.detail);
  assert.match(
    after.detail,
    /a program answers its prompts, without guards, until you run `oldhand install claude-code`/,
  );
});

test("an installed hook answers with an empty PATH", (t) => {
  const { oldhand, env, project, home } = place(t);
  mkdirSync(join(env.HOME!, ".claude"));
  oldhand(["install", "claude-code"]);
  oldhand(["record", "add", "Locks must be closed by night.", "--type", "policy"]);
  const { hooks } = JSON.parse(readFileSync(join(home, "plugin/oldhand/hooks/hooks.json"), "utf8"));
  const { status, stdout } = spawnSync("/bin/sh", ["-c", hooks.SessionStart[0].hooks[0].command], {
    input: JSON.stringify({ session_id: "s1", cwd: project, hook_event_name: "SessionStart", source: "startup" }),
    env: { HOME: env.HOME, OLDHAND_HOME: home, PATH: "/nonexistent" },
    encoding: "utf8",
  });
  assert.equal(status, 0);
  assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /Locks must be closed by night/);
});
