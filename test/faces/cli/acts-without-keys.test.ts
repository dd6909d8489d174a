/** What needs a person and changes no record is listed too, unless a line with that verb was typed. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HOUR_MS, MINUTE_MS } from "../../../src/core/base/clock.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

function type(it: Sandbox, line: string): void {
  const fromMs = it.env.clock();
  spool(it.home, typed([line], { cwd: it.project, fromMs }), { name: `at-${fromMs}` });
}

const listed = async (it: Sandbox): Promise<readonly string[]> =>
  ((await it.json(["review"])).untyped ?? []).map(
    ({ verb, text }: { verb: string; text: string }) => `${verb}: ${text}`,
  );

test("settings, machines and installations that nobody typed are listed by their verb", async (t) => {
  const it = sandbox(t);
  writeFileSync(join(it.project, "package.json"), '{ "scripts": { "test": "true" } }');
  type(it, "oldhand config set sync.everyMinutes 5");
  it.wait(MINUTE_MS);
  await it.oldhand(["config", "set", "sync.everyMinutes", "5"]);
  it.wait(2 * HOUR_MS);
  type(it, "oldhand record add 'The mill stands.'");
  it.wait(MINUTE_MS);
  await it.oldhand(["config", "set", "sync.everyMinutes", "7"]);
  const started = { node: process.execPath, program: "/opt/oldhand/oldhand.cjs" };
  await it.oldhand(["install", "bash"], { env: { started } });
  await it.oldhand(["sync", "confirm", "nobody"]);
  await it.oldhand(["team", "accept", "nobody"]);
  await it.oldhand(["ask", "--yes", "run the tests"]);
  it.wait(10 * MINUTE_MS);
  const all = await listed(it);
  assert.deepEqual(all, [
    "config set: change settings",
    "install: install",
    "sync confirm: change how machines sync",
    "team accept: accept a team's records",
    "ask: approve a command, even a low-risk one",
  ]);
  assert.match(
    (await it.oldhand(["review"], { columns: 100 })).err,
    /config set: change settings[\s\S]*oldhand config list/,
  );
  it.wait(25 * HOUR_MS);
  assert.deepEqual(await listed(it), []);
});

test("what an agent is refused, and what only reads, is no act", async (t) => {
  const it = sandbox(t);
  type(it, "ls");
  it.wait(MINUTE_MS);
  await it.oldhand(["config", "set", "sync.everyMinutes", "7"], { env: { isAgent: true } });
  await it.oldhand(["review", "--everywhere"]);
  it.wait(10 * MINUTE_MS);
  assert.deepEqual(await listed(it), []);
});
