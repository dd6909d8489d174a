/** An approved run starts without start-up files, and names that only the person's shell knows are reported. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cleanEnvironment, cleanShell } from "../../../src/system/run/clean-start.ts";
import { runFingerprint } from "../../../src/system/run/run-fingerprint.ts";
import { runInShell } from "../../../src/system/run/shell.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { readLines } from "../../fixtures/read-tsv.ts";

test("variables that steer a shell's start are dropped, and others are kept", () => {
  const steering = { BASH_ENV: "/x", ENV: "/x", ZDOTDIR: "/x", PROMPT_COMMAND: "x", PS4: "$(x)", CDPATH: "/x" };
  const functions = { "BASH_FUNC_ls%%": "() { x; }", "BASH_FUNC_old()": "() { x; }" };
  assert.deepEqual(cleanEnvironment({ ...steering, ...functions, PATH: "/bin", LANG: "C", GONE: undefined }), {
    PATH: "/bin",
    LANG: "C",
  });
});

test("the PATH has absolute entries only, each once, and is never empty", () => {
  assert.equal(cleanEnvironment({ PATH: ".::/a:bin:/b:/a:" }).PATH, "/a:/b");
  assert.equal(cleanEnvironment({ PATH: "." }).PATH, "/usr/local/bin:/usr/bin:/bin");
  assert.equal(cleanEnvironment({}).PATH, "/usr/local/bin:/usr/bin:/bin");
});

const SHELLS: readonly (readonly [own: string | undefined, shell: string])[] = [
  ["/bin/bash", "/bin/bash"],
  ["/usr/bin/zsh", "/usr/bin/zsh"],
  ["/usr/bin/fish", "sh"],
  ["bash", "sh"],
  ["./bash", "sh"],
  [undefined, "sh"],
];

for (const [own, shell] of SHELLS) {
  test(`with SHELL=${own} the command runs in ${shell}`, () => {
    assert.equal(cleanShell({ SHELL: own }).shell, shell);
  });
}

for (const shell of ["/bin/bash", "/usr/bin/zsh", "/bin/sh", "/usr/bin/ksh"].filter(existsSync)) {
  test(`${shell} reads no start-up file`, async (t) => {
    const home = tempDir(t, "home");
    const names = ".bashrc .bash_profile .profile .zshenv .zshrc .zprofile .zlogin .kshrc env";
    for (const name of names.split(" ")) writeFileSync(join(home, name), `touch ${home}/evil\n`);
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      SHELL: shell,
      BASH_ENV: `${home}/env`,
      ENV: `${home}/env`,
      ZDOTDIR: home,
    };
    const output = { to: "caller", onOutput: () => {} } as const;
    const { exitCode } = await runInShell("exit 7", { cwd: home, env, clock: () => 0, output });
    assert.deepEqual([exitCode, existsSync(join(home, "evil"))], [7, false]);
  });
}

test("a name that is no program on the PATH is reported before it is approved, and is not of low risk", async (t) => {
  const memory = await memoryHome(t).open(undefined, {
    variables: { PATH: process.env.PATH, "BASH_FUNC_deploy-all%%": "() { true; }" },
  });
  for (const command of ["gst", "deploy-all", "ls && gst"]) {
    const { plan, review } = await memory.planCommand(command);
    const name = command.split(" ").at(-1);
    assert.equal(plan.risk, "medium");
    assert.equal(
      review.flags.find(({ rule }) => rule === "not-on-path")?.says,
      `${name} is not a program on the PATH. If it is an alias or a function of your shell, write the command that it stands for.`,
    );
  }
  const own = await memory.planCommand("f() { ls; }; f");
  assert.deepEqual(
    own.review.flags.filter(({ rule }) => rule === "not-on-path"),
    [],
  );
});

test("for harmless commands, an approval covers everything", (t) => {
  const cwd = tempDir(t, "project");
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(cwd, "bin"));
  for (const path of ["node_modules/.bin/tsc", "bin/rspec"]) {
    writeFileSync(join(cwd, path), "#!/bin/sh\n");
    chmodSync(join(cwd, path), 0o755);
  }
  const place = { cwd, env: { PATH: "/usr/bin:/bin" }, home: join(cwd, "../home") };
  const gaps = readLines("commands/harmless-commands.tsv", "command").flatMap((command) =>
    runFingerprint([command], place).notCovered.map((gap) => `${command}: ${gap}`),
  );
  assert.deepEqual(gaps, []);
});

test("commands that only look stay low in a real project", async (t) => {
  const memory = await memoryHome(t).open();
  for (const command of ["ls -la", "git status", "cat a.txt", "grep -rn x .", "git log -1 | head", "echo $HOME"]) {
    const { plan, review } = await memory.planCommand(command);
    assert.deepEqual([command, plan.risk, review.flags], [command, "low", []]);
  }
});
