/** A session at a real terminal, with the hook that the built program prints, is in the history with the next command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import type { LiveShell } from "../../../src/capture/shells/init-script.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { atuinDatabase } from "../../fixtures/shell-traces.ts";
import { program } from "../cli/program.ts";
import { stepsFor, TOKEN } from "./steps.ts";
import { newDesk, SHELLS_HERE, sayLeftOut } from "./terminal.ts";

/** Where each shell keeps its history, with times. */
const KEEPING: Record<LiveShell, { readonly file: string; readonly before: string }> = {
  zsh: {
    file: ".zsh_history",
    before: "HISTFILE=$HOME/.zsh_history HISTSIZE=1000 SAVEHIST=1000; setopt extended_history",
  },
  bash: { file: ".bash_history", before: "HISTTIMEFORMAT='%F %T '; HISTCONTROL=ignorespace" },
  fish: { file: ".local/share/fish/fish_history", before: "" },
};

type Event = {
  readonly id: string;
  readonly command: string;
  readonly exitCode: number;
  readonly cwd: string;
  readonly startedAt: string;
};

function placed(t: TestContext, shell: LiveShell) {
  const desk = newDesk();
  t.after(desk.remove);
  const home = join(desk.dir, "oldhand");
  const oldhand = (...argv: string[]): string => {
    const env = { PATH: process.env.PATH, HOME: desk.dir, OLDHAND_HOME: home };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], { env, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  desk.setUp(shell, { before: KEEPING[shell].before });
  writeFileSync(join(desk.dir, `hook.${shell}`), oldhand("init", shell));
  const events = (): Event[] => JSON.parse(oldhand("history", "list", "--limit", "100", "--json")).events.toReversed();
  return { desk, home, oldhand, events };
}

for (const shell of SHELLS_HERE) {
  test(`a session in ${shell} is in the history, complete and exact, and no import counts it again`, async (t) => {
    sayLeftOut(t, shell);
    const { desk, home, oldhand, events } = placed(t, shell);
    // A subshell of zsh that ends with `exit` writes the entire history to the file again.
    const steps = stepsFor(shell).filter(({ line }) => line !== "(exit 3)");
    const terminal = await desk.open(shell);
    for (const { line } of steps) await terminal.type(line);
    await terminal.close();
    const work = join(desk.dir, "work");
    const live = events();
    assert.deepEqual(
      live.map(({ command, exitCode, cwd }) => ({ command, exitCode, cwd })),
      steps
        .filter(({ kept }) => kept !== null)
        .map(({ line, kept, exit = 0, in: sub }) => ({
          command: kept ?? line,
          exitCode: exit,
          cwd: sub ? join(work, sub) : work,
        })),
    );

    const file = join(desk.dir, KEEPING[shell].file);
    const fromFile = JSON.parse(oldhand("history", "import", shell, "--file", file, "--json"));
    const ids = new Set(live.map(({ id }) => id));
    assert.deepEqual(
      events().filter(({ id }) => !ids.has(id)),
      [],
    );
    assert.ok(fromFile.duplicates >= steps.length - 4, "the shell kept its history");
    const database = join(desk.dir, "history.db");
    const known = events().map((event, at) => ({ ...event, startMs: Date.parse(event.startedAt) + at }));
    atuinDatabase(database, known, { host: hostname() });
    const { imported, duplicates } = JSON.parse(oldhand("history", "import", "atuin", "--file", database, "--json"));
    assert.deepEqual({ imported, duplicates }, { imported: 0, duplicates: live.length });
    assert.equal(events().length, live.length);
    assert.deepEqual(
      filesUnder(home)
        .filter(({ bytes }) => bytes.includes(TOKEN))
        .map(({ path }) => path),
      [],
    );
  });

  test(`the prompt of ${shell} is not disturbed while the store is locked, or after it was deleted`, async (t) => {
    const { desk, home, oldhand, events } = placed(t, shell);
    oldhand("history", "list");
    const lock = new DatabaseSync(join(home, "state.db"));
    lock.exec("BEGIN EXCLUSIVE");
    const terminal = await desk.open(shell);
    t.after(terminal.close);
    // Before its prompt fish draws a mark for output without an end.
    const outputOf = async (line: string): Promise<string> =>
      (await terminal.type(line)).replace(/⏎ */g, "").split("\n").slice(1).join("\n");
    assert.deepEqual([await outputOf("echo locked"), terminal.status()], ["locked\n", 0]);
    lock.exec("ROLLBACK");
    lock.close();
    assert.deepEqual(
      events().map(({ command }) => command),
      ["echo locked"],
    );
    rmSync(home, { recursive: true });
    assert.deepEqual([await outputOf("echo gone"), terminal.status()], ["gone\n", 0]);
    assert.deepEqual([await outputOf("false"), terminal.status()], ["", 1]);
  });
}
