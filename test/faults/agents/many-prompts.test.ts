/** Many prompts in a row while the memory is broken: the shell keeps working and prints nothing about it. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import type { LiveShell } from "../../../src/capture/shells/init-script.ts";
import { program } from "../../e2e/cli/program.ts";
import { type Desk, newDesk, SHELLS_HERE, type Terminal } from "../../e2e/shells/terminal.ts";
import { isLong } from "../tools/homes.ts";

before(build);

const PROMPTS = isLong ? 200 : 40;

for (const shell of SHELLS_HERE) {
  test(`${shell} prints nothing over many prompts while a stopped process holds the databases`, async (t) => {
    const { desk, variables, home } = wired(t, shell);
    await holdDatabases(t, home);
    const terminal = await desk.open(shell, variables);
    assert.deepEqual(await sayings(terminal), quiet());
    await terminal.close();
  });

  test(`${shell} prints nothing over many prompts after the program was deleted, and a new shell prints at most one line`, async (t) => {
    const { desk, variables, bin } = wired(t, shell);
    const terminal = await desk.open(shell, variables);
    rmSync(bin, { recursive: true });
    assert.deepEqual(await sayings(terminal), quiet());
    await terminal.close();
    const later = await desk.open(shell, variables);
    assert.deepEqual(await sayings(later), quiet());
    await later.close();
  });
}

async function sayings(terminal: Terminal): Promise<string[]> {
  const shown: string[] = [];
  for (let n = 0; n < PROMPTS; n++) {
    const screen = await terminal.type(`echo hello ${n}`);
    // The output after the typed line; fish marks where a prompt begins.
    shown.push(
      screen
        .split("\n")
        .slice(1)
        .join("\n")
        .replace(/⏎\s+⏎ $/, ""),
    );
  }
  return shown;
}

function quiet(): string[] {
  return Array.from({ length: PROMPTS }, (_, n) => `hello ${n}\n`);
}

type Wired = { desk: Desk; variables: Record<string, string>; home: string; bin: string };

/** A shell that loads its hook from the built program at its start, as in a real installation. */
function wired(t: TestContext, shell: LiveShell): Wired {
  const desk = newDesk();
  t.after(desk.remove);
  const [bin, home] = [join(desk.dir, "bin"), join(desk.dir, "home")];
  mkdirSync(bin);
  writeFileSync(join(bin, "oldhand"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(bin, "oldhand"), 0o755);
  const variables = { OLDHAND_HOME: home, PATH: `${bin}:${process.env.PATH}` };
  const load = shell === "fish" ? "oldhand init fish | source" : `eval "$(oldhand init ${shell})"`;
  desk.setUp(shell, { times: 0, after: load });
  const added = spawnSync(join(bin, "oldhand"), ["record", "add", "The mill stands.", "--scope", "global"], {
    env: { ...variables, HOME: desk.dir },
    encoding: "utf8",
  });
  assert.equal(added.status, 0, added.stderr);
  return { desk, variables, home, bin };
}

async function holdDatabases(t: TestContext, home: string): Promise<void> {
  const holder = spawn(process.execPath, ["-e", HOLD, home], { stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
}

const HOLD = `const { DatabaseSync } = require("node:sqlite");
for (const name of ["state.db", "index.db"]) new DatabaseSync(process.argv[1] + "/" + name).exec("BEGIN IMMEDIATE");
console.log("held"); setInterval(() => {}, 1000);`;
