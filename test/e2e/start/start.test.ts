import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { giveUpAfter } from "../../fixtures/patience.ts";
import { livedInMachine, type Machine, machine } from "../setup/machine.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const LIMIT_MS = 120_000;

type Ended = { readonly exit: number | null; readonly out: string };

/** As `npm start` runs it, without a terminal; if it keeps serving the page, it is stopped. */
function start({ env, app }: Machine, isShown: RegExp): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, "scripts", "start.mjs")], {
    cwd: root,
    env: { ...env, INIT_CWD: app, npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group, so that the programs that it started can be killed with it.
    detached: true,
  });
  let out = "";
  return new Promise((resolve, reject) => {
    const cancel = giveUpAfter(LIMIT_MS, () => {
      process.kill(-child.pid!, "SIGKILL");
      reject(new Error(`It did not show ${isShown} and an address. It printed: ${out}`));
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text;
        if (isShown.test(out) && /http:\/\/(?:127\.0\.0\.1|localhost)/.test(out)) child.kill("SIGTERM");
      });
    child.on("exit", (exit) => {
      cancel();
      resolve({ exit, out });
    });
  });
}

test("`npm start` is what package.json says it is", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(scripts.start, "node scripts/start.mjs");
});

test("on a machine with a history and a session it shows what it learned, asks nothing and changes nothing", async (t) => {
  const on = livedInMachine(t);
  const before = on.files();
  const { exit, out } = await start(on, /Found in your history and sessions/);
  assert.ok(exit === 0 || exit === 143, out);
  assert.match(out, /Imported 956 shell commands\n {9}9 agent sessions with \d+ commands/);
  assert.match(out, /Found in your history and sessions \(5\)/);
  assert.match(out, /npm start -- suggestions accept sug_/);
  assert.match(out, /npm start -- install zsh/);
  assert.deepEqual(on.files(), before);
});

test("on a machine with nothing the sample is offered", async (t) => {
  const { exit, out } = await start(machine(t, { isEmpty: true }), /sample add/);
  assert.ok(exit === 0 || exit === 143, out);
  assert.match(out, /`npm start -- sample add`/);
});
