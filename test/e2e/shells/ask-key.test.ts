/** The ask key at a real terminal: the planned command replaces the request, and nothing runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { program } from "../cli/program.ts";
import { commandsOf, type Desk, newDesk, SHELLS_HERE, sayLeftOut } from "./terminal.ts";

const ALT_O = "\x1bo";
const CLEAR = "\x15";

/** A home with one workflow, and the built program under its name in the search path. */
function withProgram(desk: Desk, step: string): Record<string, string> {
  const bin = join(desk.dir, "bin");
  mkdirSync(bin);
  const variables = { OLDHAND_HOME: join(desk.dir, "home"), PATH: `${bin}:${process.env.PATH}` };
  writeFileSync(join(bin, "oldhand"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(bin, "oldhand"), 0o755);
  const save = ["workflow", "save", "greet", "--scope", "global", "--step", step];
  const env = { ...variables, HOME: desk.dir };
  const saved = spawnSync(process.execPath, [...AS_PERSON, program, ...save], { env, encoding: "utf8" });
  assert.equal(saved.status, 0, saved.stderr);
  return variables;
}

for (const shell of SHELLS_HERE) {
  test(`in ${shell} the key puts the planned command on the line, and Enter runs it`, async (t) => {
    sayLeftOut(t, shell);
    const desk = newDesk();
    const variables = withProgram(desk, "echo hello there");
    desk.setUp(shell);
    const terminal = await desk.open(shell, variables);
    await terminal.press(`greet${ALT_O}`, /oldhand: low risk/);
    await terminal.type("");
    await terminal.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo hello there"]);
    desk.remove();
  });

  test(`in ${shell} the key runs nothing, and a line without an answer stays unchanged`, async () => {
    const desk = newDesk();
    const variables = withProgram(desk, "touch ran");
    desk.setUp(shell);
    const terminal = await desk.open(shell, variables);
    await terminal.press(`greet${ALT_O}`, /oldhand: \w+ risk/);
    await terminal.type(`${CLEAR}echo next`);
    await terminal.press(`levitate teapots${ALT_O}`, /oldhand: no known command/);
    await terminal.type("");
    await terminal.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo next", "levitate teapots"]);
    assert.equal(existsSync(join(desk.dir, "work", "ran")), false);
    desk.remove();
  });

  test(`in ${shell} another key or none can be configured, and without the program the line stays`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    const other = await desk.open(shell, { OLDHAND_KEY: "\\ex" });
    await other.press("echo one\x1bx", /oldhand: no answer/);
    await other.type("");
    await other.close();
    const none = await desk.open(shell, { OLDHAND_KEY: "" });
    await none.type("echo two");
    await none.close();
    assert.deepEqual(commandsOf(desk.spooled().events).toSorted(), ["echo one", "echo two"]);
    desk.remove();
  });
}
