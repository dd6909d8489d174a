/** `ask` at a real terminal: the question, Ctrl-C, and editing the command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { type Desk, newDesk, type Terminal } from "../shells/terminal.ts";
import { program } from "./program.ts";

const CTRL_C = "\x03";

async function terminalWith(t: TestContext, step: string): Promise<{ desk: Desk; terminal: Terminal; work: string }> {
  const desk = newDesk();
  const bin = join(desk.dir, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "oldhand"),
    `#!/bin/sh\nexec '${process.execPath}' ${AS_PERSON.join(" ")} '${program}' "$@"\n`,
  );
  chmodSync(join(bin, "oldhand"), 0o755);
  const variables = { OLDHAND_HOME: join(desk.dir, "home"), PATH: `${bin}:${process.env.PATH}`, OLDHAND_KEY: "" };
  const save = ["workflow", "save", "greet", "--scope", "global", "--step", step];
  assert.equal(spawnSync(join(bin, "oldhand"), save, { env: { ...variables, HOME: desk.dir } }).status, 0);
  desk.setUp("bash");
  const terminal = await desk.open("bash", variables);
  t.after(async () => {
    await terminal.close();
    desk.remove();
  });
  return { desk, terminal, work: join(desk.dir, "work") };
}

test("at a terminal the plan is shown, and r runs it", async (t) => {
  const { terminal, work } = await terminalWith(t, "echo hello > said");
  const shown = await terminal.press("oldhand ask greet\r", /\[N\]o: $/);
  assert.match(shown, /echo hello > said/);
  assert.match(shown, /Risk: /);
  assert.equal(existsSync(join(work, "said")), false);
  await terminal.type("run");
  assert.deepEqual([terminal.status(), readFileSync(join(work, "said"), "utf8")], [0, "hello\n"]);
});

test("Ctrl-C at the question runs nothing", async (t) => {
  const { terminal, work } = await terminalWith(t, "touch ran");
  await terminal.press("oldhand ask greet\r", /\[N\]o: $/);
  await terminal.type(CTRL_C);
  assert.equal(terminal.status(), 130);
  assert.equal(existsSync(join(work, "ran")), false);
});

test("Ctrl-C during the run stops the command, and the shell goes on", async (t) => {
  const { terminal, work } = await terminalWith(t, "touch begun; sleep 1000; touch ended");
  await terminal.press("oldhand ask greet\r", /\[N\]o: $/);
  await terminal.press("run\r", /run/);
  while (!existsSync(join(work, "begun"))) await new Promise((resolve) => setTimeout(resolve, 10));
  await terminal.press(CTRL_C, /The command was interrupted/);
  assert.equal(existsSync(join(work, "ended")), false);
});

test("an edit starts from the shown command", async (t) => {
  const { terminal, work } = await terminalWith(t, "echo hello > said");
  await terminal.press("oldhand ask greet\r", /\[N\]o: $/);
  await terminal.press("e\r", /Command: echo hello > said/);
  await terminal.press("-edited\r", /\[N\]o: $/);
  await terminal.type("run");
  assert.equal(readFileSync(join(work, "said-edited"), "utf8"), "hello\n");
});
