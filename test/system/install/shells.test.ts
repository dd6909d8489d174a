import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { InstallMachine } from "../../../src/agents/desired-change.ts";
import { wouldInstall } from "../../../src/system/install/installation.ts";
import type { InstallTarget } from "../../../src/system/install/shells.ts";
import { SHELL_TARGETS } from "../../../src/system/install/shells.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

const [zsh, bash, fish] = SHELL_TARGETS as [InstallTarget, InstallTarget, InstallTarget];

function testMachine(t: Cleaning, folder: string) {
  const home = realpathSync(tempDir(t, "person"));
  const program = join(home, "oldhand.cjs");
  writeFileSync(program, "", { mode: 0o755 });
  mkdirSync(join(home, folder), { recursive: true });
  symlinkSync(program, join(home, folder, "oldhand"));
  const oldhand = { node: "/opt/a node", program, version: "1.0.0", plugin: join(home, "plugin") };
  const machine: InstallMachine = { home, variables: { PATH: join(home, folder) }, platform: "linux" };
  const written = (target: InstallTarget) => wouldInstall(target, { oldhand, machine, installed: {} })[0]?.after ?? "";
  return { home, program, machine, written };
}

test("a shell that finds the program by its name is given the name", (t) => {
  const { written } = testMachine(t, "bin");
  assert.match(written(zsh), /^if command -v oldhand >\/dev\/null 2>&1; then eval "\$\(oldhand init zsh\)"; fi$/m);
  assert.match(written(fish), /^ {4}oldhand init fish \| source$/m);
});

test("a folder that a package manager adds to PATH for one run is not used", (t) => {
  const { program, written } = testMachine(t, "node_modules/.bin");
  const line = `if test -x '/opt/a node' -a -f ${program}; then eval "$('/opt/a node' ${program} init bash)"; fi\n`;
  assert.ok(written(bash).includes(line), written(bash));
});

test("a shell is used here if it is the login shell, or its files say so", (t) => {
  const { home, machine } = testMachine(t, "bin");
  const used = (variables: InstallMachine["variables"]) =>
    SHELL_TARGETS.filter(({ isUsed, folder }) => {
      const here = { ...machine, variables };
      return isUsed?.(here, folder(here));
    }).map(({ name }) => name);
  assert.deepEqual(used({}), []);
  assert.deepEqual(used({ SHELL: "/usr/bin/fish" }), ["fish"]);
  writeFileSync(join(home, ".bash_history"), "");
  assert.deepEqual(used({ SHELL: "/bin/zsh" }), ["zsh", "bash"]);
});
