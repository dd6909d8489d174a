/** A session at a real terminal arrives in the spool complete and exact, in each shell. */
import assert from "node:assert/strict";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { LiveShell } from "../../../src/capture/init-script.ts";
import { newDesk, SHELLS_HERE, sayLeftOut, spoolFiles } from "./terminal.ts";

type Step = {
  readonly line: string;
  /** As it is expected in the spool, where that is not the line; null: not at all. */
  readonly kept?: string | null;
  readonly exit?: number;
  readonly in?: string;
};

const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

/** What all three understand. */
const COMMON: readonly Step[] = [
  { line: "echo plain" },
  { line: `echo 'single "double" inside' "and 'the' other way"` },
  { line: "false", exit: 1 },
  { line: "sh -c 'exit 42'", exit: 42 },
  { line: "  echo not for others", kept: null },
  { line: "echo ünïcode ✓ 漢字 👍" },
  { line: "cd 'ünder it'" },
  { line: "echo there", in: "ünder it" },
  { line: "cd ..", in: "ünder it" },
  { line: "sleep 0.3" },
  { line: "echo repeated" },
  { line: "echo repeated" },
  { line: `echo ${TOKEN}`, kept: "[withheld]" },
  { line: "sleep 0.1 &" },
  { line: "nosuchprogram --at-all", exit: 127 },
  { line: String.raw`echo back\\slash \t %s '\0' '%d'` },
  { line: "echo one; echo two | cat" },
  { line: "echo 'first\nsecond'" },
  { line: "echo last" },
];

const OWN: Record<LiveShell, readonly Step[]> = {
  zsh: [
    { line: "cat <<X\nhello $HOME\nX" },
    { line: "for i in 1 2\ndo\necho $i\ndone" },
    { line: "echo bang" },
    { line: "!!", kept: "echo bang" },
    { line: "(exit 3)", exit: 3 },
  ],
  bash: [
    { line: "cat <<X\nhello $HOME\nX" },
    // As bash itself keeps it.
    { line: "for i in 1 2\ndo\necho $i\ndone", kept: "for i in 1 2; do echo $i; done" },
    { line: "echo bang" },
    { line: "!!", kept: "echo bang" },
    { line: "(exit 3)", exit: 3 },
  ],
  fish: [{ line: "begin\necho one\necho two\nend" }, { line: "for i in 1 2; echo $i; end" }],
};

for (const shell of SHELLS_HERE) {
  test(`a session in ${shell} arrives complete and exact, and the prompt keeps its status`, async (t) => {
    sayLeftOut(t, shell);
    const desk = newDesk();
    desk.setUp(shell);
    const steps = [...COMMON, ...OWN[shell]];
    const before = Date.now();
    const terminal = await desk.open(shell);
    for (const { line, exit = 0 } of steps) {
      const shown = await terminal.type(line);
      assert.equal(terminal.status(), exit, `status after ${line}, which showed ${shown}`);
    }
    await terminal.close();
    const { events, skipped, taken } = desk.spooled();
    const work = join(desk.dir, "work");
    const expected = steps
      .filter(({ kept }) => kept !== null)
      .map(({ line, kept, exit = 0, in: sub }) => ({ command: kept ?? line, exit, cwd: sub ? join(work, sub) : work }));
    const seen = events.map(({ command, exitCode, cwd }) => ({ command: String(command), exit: exitCode, cwd }));
    assert.deepEqual(seen, expected);
    assert.deepEqual(skipped, []);

    const [name = "", ...others] = spoolFiles(desk.spool);
    assert.deepEqual(others, []);
    const file = join(desk.spool, name);
    assert.equal(lstatSync(file).mode & 0o777, 0o600);
    assert.equal(lstatSync(file).size, taken);
    assert.ok(!readFileSync(file, "latin1").includes(TOKEN));

    for (const { session, shell: of, actor, startMs = 0, command } of events) {
      assert.deepEqual({ session, of, actor }, { session: name.replace(".spool", ""), of: shell, actor: "person" });
      // fish knows the second, not its part, and counts the second in which it started as the next one.
      const fromTest = startMs - before;
      assert.ok(fromTest >= -1000 && startMs <= Date.now() + 1000, `${command} started ${fromTest} ms after the test`);
    }
    const took = events.find(({ command }) => command === "sleep 0.3")?.durationMs ?? 0;
    assert.ok(took >= 300 && took < 10_000, `sleep 0.3 took ${took}`);
    desk.remove();
  });
}
