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
import { type Installed, install, uninstall, wouldInstall } from "../../src/install/installation.ts";
import { TARGETS } from "../../src/install/targets.ts";
import type { Ground, Ours, Target } from "../../src/install/wish.ts";
import { filesUnder } from "../fixtures/files-under.ts";

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

function machine(t: TestContext, target: Target) {
  const home = mkdtempSync(join(tmpdir(), "oldhand-install-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const ground: Ground = { home, variables: {}, platform: "linux" };
  const [path, text] = SETTINGS[target.name]!;
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(target.folder(ground), { recursive: true });
  writeFileSync(file, text);
  const ours: Ours = {
    node: "/opt/my node/bin/node",
    program: "/opt/oldhand/dist/oldhand.cjs",
    version: "1.0.0",
    plugin: join(home, "data/plugin"),
  };
  return { ground, ours, file, text, home };
}

function contents(home: string): Record<string, string> {
  return Object.fromEntries(filesUnder(home).map(({ path, bytes }) => [path, bytes.toString("utf8")]));
}

for (const target of TARGETS) {
  test(`${target.title}: twice is the same as once, and the way back leaves every byte as it was`, (t) => {
    const { ground, ours, home } = machine(t, target);
    const before = contents(home);
    const { noted, changes } = install(target, { ours, ground, installed: {} });
    assert.ok(changes.length > 0);
    const installed: Installed = { [target.name]: noted };
    const once = contents(home);
    assert.deepEqual(wouldInstall(target, { ours, ground, installed }), []);
    install(target, { ours, ground, installed });
    assert.deepEqual(contents(home), once);
    uninstall(target, { ours, ground, installed });
    assert.deepEqual(contents(home), before);
  });

  test(`${target.title}: an edit in between stays, and all of ours goes`, (t) => {
    const { ground, ours, file, text, home } = machine(t, target);
    const { noted } = install(target, { ours, ground, installed: {} });
    const edited = `${readFileSync(file, "utf8")}${file.endsWith(".toml") ? "\n# mine too\n" : "\n\n"}`;
    writeFileSync(file, edited);
    uninstall(target, { ours, ground, installed: { [target.name]: noted } });
    const left = readFileSync(file, "utf8");
    assert.equal(left, `${text}${file.endsWith(".toml") ? "\n# mine too\n" : "\n\n"}`);
    assert.equal(
      filesUnder(home).some(({ path }) => path.endsWith(".before-oldhand")),
      false,
    );
  });

  test(`${target.title}: another place of the program is brought up to date, and the way back is still the first`, (t) => {
    const { ground, ours, home } = machine(t, target);
    const before = contents(home);
    const first = install(target, { ours, ground, installed: {} });
    const moved = { ...ours, program: "/opt/newer/dist/oldhand.cjs", version: "1.1.0" };
    const second = install(target, { ours: moved, ground, installed: { [target.name]: first.noted } });
    assert.equal(
      Object.values(contents(home)).some((text) => text.includes("/opt/oldhand/dist")),
      false,
    );
    uninstall(target, { ours: moved, ground, installed: { [target.name]: second.noted } });
    assert.deepEqual(contents(home), before);
  });
}

const named = (name: string): Target => TARGETS.find((target) => target.name === name)!;

test("the plugin folder stays for as long as one of its agents uses it", (t) => {
  const { ground, ours, home } = machine(t, named("claude-code"));
  mkdirSync(join(home, ".codex"));
  const claude = install(named("claude-code"), { ours, ground, installed: {} });
  const codex = install(named("codex"), { ours, ground, installed: { "claude-code": claude.noted } });
  const installed = { "claude-code": claude.noted, codex: codex.noted };
  uninstall(named("claude-code"), { ours, ground, installed });
  assert.ok(existsSync(join(ours.plugin, "oldhand", "hooks", "codex.json")));
  uninstall(named("codex"), { ours, ground, installed: { codex: codex.noted } });
  assert.equal(existsSync(join(ours.plugin, "oldhand")), false);
});

test("a file that somebody wrote under the name of one of ours stays theirs", (t) => {
  const { ground, ours, home } = machine(t, named("opencode"));
  const theirs = join(home, ".config/opencode/commands/memory.md");
  mkdirSync(dirname(theirs), { recursive: true });
  writeFileSync(theirs, "my own command\n");
  const { noted } = install(named("opencode"), { ours, ground, installed: {} });
  assert.equal(readFileSync(theirs, "utf8"), "my own command\n");
  uninstall(named("opencode"), { ours, ground, installed: { opencode: noted } });
  assert.equal(readFileSync(theirs, "utf8"), "my own command\n");
});

test("settings that lie behind a link are changed there, and the link stays", (t) => {
  const { ground, ours, file, text, home } = machine(t, named("claude-code"));
  const real = join(home, "dotfiles.json");
  writeFileSync(real, text);
  rmSync(file);
  symlinkSync(real, file);
  const { noted } = install(named("claude-code"), { ours, ground, installed: {} });
  assert.ok(lstatSync(file).isSymbolicLink());
  assert.ok(readFileSync(real, "utf8").includes("oldhand@oldhand"));
  uninstall(named("claude-code"), { ours, ground, installed: { "claude-code": noted } });
  assert.ok(lstatSync(file).isSymbolicLink());
  assert.equal(readFileSync(real, "utf8"), text);
});

test("broken settings are refused before anything is written", (t) => {
  const { ground, ours, file, home } = machine(t, named("claude-code"));
  writeFileSync(file, '{ "model": ');
  const before = contents(home);
  assert.throws(() => install(named("claude-code"), { ours, ground, installed: {} }), { code: "invalid" });
  assert.deepEqual(contents(home), before);
});

test("hooks name whole paths, quoted for a shell", (t) => {
  const { ground, ours } = machine(t, named("claude-code"));
  install(named("claude-code"), { ours, ground, installed: {} });
  const { hooks } = JSON.parse(readFileSync(join(ours.plugin, "oldhand/hooks/hooks.json"), "utf8"));
  assert.deepEqual(Object.keys(hooks), ["SessionStart", "UserPromptSubmit", "PostToolUseFailure", "SessionEnd"]);
  for (const [
    {
      hooks: [run],
    },
  ] of Object.values<[{ hooks: [{ command: string; timeout: number }] }]>(hooks)) {
    assert.equal(run.command, "'/opt/my node/bin/node' /opt/oldhand/dist/oldhand.cjs hook claude-code");
    assert.ok(run.timeout <= 5);
  }
});
