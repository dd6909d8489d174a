/** A session at a real terminal arrives in the spool complete and exact, in each shell. */
import assert from "node:assert/strict";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stepsFor, TOKEN } from "./steps.ts";
import { newDesk, SHELLS_HERE, sayLeftOut, spoolFiles } from "./terminal.ts";

for (const shell of SHELLS_HERE) {
  test(`a session in ${shell} arrives complete and exact, and the prompt keeps its status`, async (t) => {
    sayLeftOut(t, shell);
    const desk = newDesk();
    desk.setUp(shell);
    const steps = stepsFor(shell);
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
      // fish records full seconds, and counts the second in which it started as the next one.
      const fromTest = startMs - before;
      assert.ok(fromTest >= -1000 && startMs <= Date.now() + 1000, `${command} started ${fromTest} ms after the test`);
    }
    const took = events.find(({ command }) => command === "sleep 0.3")?.durationMs ?? 0;
    // fish counts in full seconds.
    assert.ok(took >= 300 && took <= Date.now() - before + 1000, `sleep 0.3 took ${took} ms`);
    desk.remove();
  });
}
