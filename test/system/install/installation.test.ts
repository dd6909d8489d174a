import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { InstallMachine, OldhandPaths } from "../../../src/agents/desired-change.ts";
import { type Installed, install, targets, uninstall, wouldInstall } from "../../../src/system/install/installation.ts";
import type { InstallTarget } from "../../../src/system/install/shells.ts";
import { filesUnder } from "../../fixtures/files-under.ts";

/** Settings as people keep them, by program. */
const SETTINGS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "claude-code": [".claude/settings.json", '{\n  "model": "opus",\n  "permissions": {"allow": ["Bash(ls:*)"]}\n}\n'],
  codex: [".codex/config.toml", '# mine\nmodel = "x" # fast\n'],
  opencode: [".config/opencode/opencode.jsonc", '{\n  // the theme of my terminal\n  "theme": "system",\n}\n'],
  pi: [".pi/agent/mcp.json", '{"mcpServers":{"mine":{"command":"x"}}}'],
  omp: [".omp/agent/mcp.json", "{}\n"],
  gemini: [".gemini/settings.json", '{"theme":"Dark"}\n'],
  cursor: [".cursor/mcp.json", '{\n\t"mcpServers": {}\n}\n'],
  vscode: [".config/Code/User/mcp.json", '{\n  "servers": {},\n  "inputs": []\n}\n'],
  zed: [".config/zed/settings.json", '// Zed settings\n{\n  "vim_mode": true // always\n}\n'],
  zsh: [".zshrc", "# mine\nalias ll='ls -l'"],
  bash: [".bashrc", "# mine\nPS1='$ '\n"],
  fish: [".config/fish/config.fish", "set -g fish_greeting\n"],
};

function testMachine(t: TestContext, target: InstallTarget) {
  const home = mkdtempSync(join(tmpdir(), "oldhand-install-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const machine: InstallMachine = { home, variables: {}, platform: "linux" };
  const [path, text] = SETTINGS[target.name]!;
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(target.folder(machine), { recursive: true });
  writeFileSync(file, text);
  const oldhand: OldhandPaths = {
    node: "/opt/my node/bin/node",
    program: "/opt/oldhand/dist/oldhand.cjs",
    version: "1.0.0",
    plugin: join(home, "data/plugin"),
  };
  return { machine, oldhand, file, text, home };
}

function contents(home: string): Record<string, string> {
  return Object.fromEntries(filesUnder(home).map(({ path, bytes }) => [path, bytes.toString("utf8")]));
}

for (const target of targets()) {
  test(`${target.title}: twice is the same as once, and the way back leaves every byte as it was`, (t) => {
    const { machine, oldhand, home } = testMachine(t, target);
    const before = contents(home);
    const { files, changes } = install(target, { oldhand, machine, installed: {} });
    assert.ok(changes.length > 0);
    const installed: Installed = { [target.name]: files };
    const once = contents(home);
    assert.deepEqual(wouldInstall(target, { oldhand, machine, installed }), []);
    install(target, { oldhand, machine, installed });
    assert.deepEqual(contents(home), once);
    uninstall(target, { oldhand, machine, installed });
    assert.deepEqual(contents(home), before);
  });

  test(`${target.title}: over an older installation its lines are replaced, and the way back is that of the first`, (t) => {
    const { machine, oldhand, home } = testMachine(t, target);
    const before = contents(home);
    const older = { ...oldhand, node: "/opt/older/node", program: "/opt/older/oldhand.cjs", version: "0.9.0" };
    const first = install(target, { oldhand: older, machine, installed: {} });
    assert.match(Object.values(contents(home)).join("\n"), /\/opt\/older\//);
    const again = install(target, { oldhand, machine, installed: { [target.name]: first.files } });
    const now = Object.entries(contents(home)).filter(([path]) => !path.endsWith(".before-oldhand"));
    assert.deepEqual(
      now.filter(([, text]) => text.includes("/opt/older/")).map(([path]) => path),
      [],
    );
    uninstall(target, { oldhand, machine, installed: { [target.name]: again.files } });
    assert.deepEqual(contents(home), before);
  });

  test(`${target.title}: an edit in between stays, and everything of oldhand is removed`, (t) => {
    const { machine, oldhand, file, text, home } = testMachine(t, target);
    const { files } = install(target, { oldhand, machine, installed: {} });
    const edited = `${readFileSync(file, "utf8")}${file.endsWith(".toml") ? "\n# mine too\n" : "\n\n"}`;
    writeFileSync(file, edited);
    uninstall(target, { oldhand, machine, installed: { [target.name]: files } });
    const left = readFileSync(file, "utf8");
    assert.equal(left, `${text}${file.endsWith(".toml") ? "\n# mine too\n" : "\n\n"}`);
    assert.equal(
      filesUnder(home).some(({ path }) => path.endsWith(".before-oldhand")),
      false,
    );
  });

  test(`${target.title}: another place of the program is brought up to date, and the way back is still the first`, (t) => {
    const { machine, oldhand, home } = testMachine(t, target);
    const before = contents(home);
    const first = install(target, { oldhand, machine, installed: {} });
    const moved = { ...oldhand, program: "/opt/newer/dist/oldhand.cjs", version: "1.1.0" };
    const second = install(target, { oldhand: moved, machine, installed: { [target.name]: first.files } });
    assert.equal(
      Object.values(contents(home)).some((text) => text.includes("/opt/oldhand/dist")),
      false,
    );
    uninstall(target, { oldhand: moved, machine, installed: { [target.name]: second.files } });
    assert.deepEqual(contents(home), before);
  });
}

const named = (name: string): InstallTarget => targets().find((target) => target.name === name)!;

test("the plugin folder stays for as long as one of its agents uses it", (t) => {
  const { machine, oldhand, home } = testMachine(t, named("claude-code"));
  mkdirSync(join(home, ".codex"));
  const claude = install(named("claude-code"), { oldhand, machine, installed: {} });
  const codex = install(named("codex"), { oldhand, machine, installed: { "claude-code": claude.files } });
  const installed = { "claude-code": claude.files, codex: codex.files };
  uninstall(named("claude-code"), { oldhand, machine, installed });
  assert.ok(existsSync(join(oldhand.plugin, "oldhand", "hooks", "codex.json")));
  uninstall(named("codex"), { oldhand, machine, installed: { codex: codex.files } });
  assert.equal(existsSync(join(oldhand.plugin, "oldhand")), false);
});

test("a file that somebody wrote under the name of one of oldhand stays theirs", (t) => {
  const { machine, oldhand, home } = testMachine(t, named("opencode"));
  const theirs = join(home, ".config/opencode/commands/memory.md");
  mkdirSync(dirname(theirs), { recursive: true });
  writeFileSync(theirs, "my own command\n");
  const { files } = install(named("opencode"), { oldhand, machine, installed: {} });
  assert.equal(readFileSync(theirs, "utf8"), "my own command\n");
  uninstall(named("opencode"), { oldhand, machine, installed: { opencode: files } });
  assert.equal(readFileSync(theirs, "utf8"), "my own command\n");
});

test("settings that lie behind a link are changed there, and the link stays", (t) => {
  const { machine, oldhand, file, text, home } = testMachine(t, named("claude-code"));
  const real = join(home, "dotfiles.json");
  writeFileSync(real, text);
  rmSync(file);
  symlinkSync(real, file);
  const { files } = install(named("claude-code"), { oldhand, machine, installed: {} });
  assert.ok(lstatSync(file).isSymbolicLink());
  assert.ok(readFileSync(real, "utf8").includes("oldhand@oldhand"));
  uninstall(named("claude-code"), { oldhand, machine, installed: { "claude-code": files } });
  assert.ok(lstatSync(file).isSymbolicLink());
  assert.equal(readFileSync(real, "utf8"), text);
});

test("broken settings are refused before anything is written", (t) => {
  const { machine, oldhand, file, home } = testMachine(t, named("claude-code"));
  writeFileSync(file, '{ "model": ');
  const before = contents(home);
  assert.throws(() => install(named("claude-code"), { oldhand, machine, installed: {} }), { code: "invalid" });
  assert.deepEqual(contents(home), before);
});

type Hook = { readonly type: string; readonly command?: string; readonly server?: string; readonly timeout: number };

function hooksOf(plugin: string, file: string): [event: string, hook: Hook][] {
  const { hooks } = JSON.parse(readFileSync(join(plugin, "oldhand/hooks", file), "utf8"));
  return Object.entries<[{ hooks: [Hook] }]>(hooks).map(
    ([
      event,
      [
        {
          hooks: [hook],
        },
      ],
    ]) => [event, hook],
  );
}

const COMMAND = "'/opt/my node/bin/node' /opt/oldhand/dist/oldhand.cjs hook claude-code";

test("a program runs at a session's start and end, by its full path; the running server answers the rest", (t) => {
  const { machine, oldhand } = testMachine(t, named("claude-code"));
  install(named("claude-code"), { oldhand, machine, installed: {} });
  const server = "plugin:oldhand:oldhand";
  const found = hooksOf(oldhand.plugin, "hooks.json");
  assert.deepEqual(
    found.map(([event, { command, server }]) => [event, command ?? server]),
    [
      ["SessionStart", COMMAND],
      ["UserPromptSubmit", server],
      ["PreToolUse", server],
      ["PostToolUse", server],
      ["PostToolUseFailure", server],
      ["SubagentStart", server],
      ["SessionEnd", COMMAND],
    ],
  );
  assert.ok(found.every(([, { timeout }]) => timeout <= 5));
});

test("where the server is not connected a program answers prompts, over an older installation, and the way back is complete", (t) => {
  const target = named("claude-code");
  const { machine, oldhand, home } = testMachine(t, target);
  const before = contents(home);
  const { files } = install(target, { oldhand, machine, installed: {} });
  const byProgram = { oldhand: { ...oldhand, byCommand: ["claude-code"] }, machine };
  const again = install(target, { ...byProgram, installed: { [target.name]: files } });
  assert.deepEqual(
    hooksOf(oldhand.plugin, "hooks.json").map(([event, { type }]) => [event, type]),
    ["SessionStart", "UserPromptSubmit", "PostToolUseFailure", "SessionEnd"].map((event) => [event, "command"]),
  );
  uninstall(target, { ...byProgram, installed: { [target.name]: again.files } });
  assert.deepEqual(contents(home), before);
});

for (const target of targets()) {
  test(`${target.title}: if any of its files is a broken link, nothing is written`, (t) => {
    const files = testMachine(t, target);
    const names = wouldInstall(target, { ...files, installed: {} }).map(({ file }) => file.slice(files.home.length));
    assert.notEqual(names.length, 0);
    for (const name of names) {
      const { machine, oldhand, home } = testMachine(t, target);
      const link = join(home, name);
      rmSync(link, { force: true });
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(home, "not-there", "settings"), link);
      const before = contents(home);
      const context = { oldhand, machine, installed: {} };
      // Of two names for its settings, opencode uses the one that is there.
      if (!wouldInstall(target, context).some(({ file }) => file === link)) continue;
      assert.throws(() => install(target, context), { code: "io" }, name);
      assert.deepEqual(contents(home), before, name);
    }
  });
}

for (const target of targets().filter(({ kind }) => kind !== "shell")) {
  test(`${target.title}: is told where the memory is, if that is not the default place`, (t) => {
    const { machine, oldhand, home } = testMachine(t, target);
    const places = { OLDHAND_HOME: join(home, "my memory") };
    install(target, { oldhand: { ...oldhand, places }, machine, installed: {} });
    const written = Object.entries(contents(home)).filter(
      ([path, text]) => !path.endsWith(".before-oldhand") && text.includes(oldhand.program) && !path.endsWith(".md"),
    );
    assert.ok(written.length > 0);
    for (const [path, text] of written) {
      // The hooks that the server answers start nothing.
      assert.ok(text.includes("OLDHAND_HOME"), path);
      assert.ok(text.includes("my memory"), path);
    }
  });
}
