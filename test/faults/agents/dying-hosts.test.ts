/** Hosts that die, start all at once, or share a home with a hung process leave nothing behind and lose nothing. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "../../../scripts/build.ts";
import { until } from "../../fixtures/patience.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { dist } from "../tools/built-library.ts";
import { start } from "../tools/child.ts";
import { isLong, newHome, within } from "../tools/homes.ts";
import { hostCall, personOf, runHook, writtenDown } from "../tools/run-hook.ts";

before(build);

const DEATHS = isLong ? 100 : 10;
const RULE = "The windmill must be turned by hand.";

test("a host that is killed leaves no process and no lock behind, however often", async (t) => {
  const home = await homeWith(t);
  const chance = randomFrom(7);
  for (let death = 0; death < DEATHS; death++) {
    const host = start("agents/host-driver.ts", { home });
    await pause(100 + chance.below(900));
    host.kill("SIGKILL");
    await host.ended;
    if (death % 5 === 4) await nobodyIn(t, home);
  }
  await nobodyIn(t, home);
  const added = oldhand(home, "record", "add", "The next command works at once.", "--type", "fact");
  assert.equal(added.status, 0, added.stderr);
  const doctor = oldhand(home, "doctor", "--json");
  const { checks } = JSON.parse(doctor.stdout);
  assert.deepEqual(
    checks.filter(({ ok }: { ok: boolean }) => !ok),
    [],
  );
  assert.match(oldhand(home, "recall", "windmill turned by hand").stdout, /turned by hand/);
});

test("twenty simultaneous hooks on a missing home start no process, and each writes its note", async (t) => {
  const home = newHome(t);
  const runs = await Promise.all(sessions(20).map((session) => said(home, session)));
  assert.deepEqual(new Set(runs.map(({ code, stdout, stderr }) => `${code}${stdout}${stderr}`)), new Set(["0"]));
  await nobodyIn(t, home);
  const lines = readFileSync(join(home, "spool", "notes.jsonl"), "utf8")
    .trim()
    .split("\n");
  assert.equal(new Set(lines.map((line) => JSON.parse(line).session)).size, 20);
  assert.equal(lines.length, 20);
  assert.equal(oldhand(home, "learn").status, 0);
  assert.deepEqual(await taught(home), rules(20));
});

test("statements of twenty sessions are each learned once while other sessions start and import them", async (t) => {
  const home = await homeWith(t);
  const speakers = sessions(20).map((session) => said(home, session));
  const takers = sessions(10).map((session) =>
    runHook({ home, input: hostCall("SessionStart", { session_id: `t${session}` }) }),
  );
  const runs = await Promise.all([...speakers, ...takers]);
  assert.deepEqual(new Set(runs.map(({ code, stderr }) => `${code}${stderr}`)), new Set(["0"]));
  await nobodyIn(t, home);
  for (let more = 0; more < 3; more++) oldhand(home, "learn");
  assert.deepEqual(await taught(home), rules(20));
  assert.deepEqual(
    readdirSync(join(home, "spool")).filter((name) => name.startsWith("notes")),
    [],
  );
});

test("while a stopped process holds the databases, each event is answered or skipped, and its note stays pending", async (t) => {
  const home = await homeWith(t);
  const holder = spawn(process.execPath, ["-e", HOLD, home], { stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
  const events = [
    saying(1),
    // Now there are notes to import at the start, and a lock that blocks the write.
    hostCall("SessionStart", { session_id: "s2" }),
    hostCall("PostToolUseFailure", { error: "error: no such sail" }),
    hostCall("SessionEnd"),
  ];
  writtenDown(home, saying(1));
  for (const input of events) {
    const { code, signal, stderr, ms } = await runHook({ home, env: personOf(home), input });
    assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: "" });
    t.diagnostic(`${(input as { hook_event_name: string }).hook_event_name}: ${Math.round(ms)} ms`);
  }
  holder.kill("SIGKILL");
  await once(holder, "exit");
  assert.equal(oldhand(home, "learn").status, 0);
  assert.deepEqual(await taught(home), rules(1));
});

const HOLD = `const { DatabaseSync } = require("node:sqlite");
for (const name of ["state.db", "index.db"]) new DatabaseSync(process.argv[1] + "/" + name).exec("BEGIN IMMEDIATE");
console.log("held"); setInterval(() => {}, 1000);`;

const WOODS = ["oak", "ash", "elm", "fir", "yew", "pine", "teak", "alder", "birch", "cedar", "maple", "hazel", "larch"];
const TREES = [...WOODS, "rowan", "beech", "walnut", "cherry", "poplar", "spruce", "willow"];

function saying(session: number): object {
  const prompt = `Always use ${TREES[session - 1]} for part number ${session} of the mill.`;
  return hostCall("UserPromptSubmit", { session_id: `s${session}`, prompt });
}

function said(home: string, session: number) {
  return runHook({ home, env: personOf(home), input: writtenDown(home, saying(session)) });
}

function rules(count: number): string[] {
  return sessions(count).map((session) => `${TREES[session - 1]} ${session}`);
}

/** The learned rules, by the number that distinguishes them. */
async function taught(home: string): Promise<string[]> {
  const records = await within(home, (memory) => memory.list({ status: "active" }));
  return records
    .flatMap(({ text }) => [...text.matchAll(/use (\w+) for part number (\d+)/g)])
    .map(([, tree, part]) => `${tree} ${part}`)
    .sort((a, b) => Number(a.split(" ")[1]) - Number(b.split(" ")[1]));
}

function sessions(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n + 1);
}

/** A process that the host started ends with it, because its pipes are closed. */
async function nobodyIn(t: TestContext, home: string): Promise<void> {
  if (!existsSync("/proc/self/environ")) {
    t.diagnostic("this machine does not show the environment of processes, so leftovers were NOT looked for");
    return;
  }
  await until(
    () => processesOf(home).length === 0,
    () => `the end of ${processesOf(home).join("; ")}`,
  );
}

function processesOf(home: string): string[] {
  const mark = `OLDHAND_HOME=${home}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => procText(pid, "environ").includes(mark))
    .map((pid) => procText(pid, "cmdline").replaceAll("\0", " "))
    .filter((command) => command !== ""); // what has ended and is not yet buried has none
}

function procText(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return ""; // it has ended meanwhile, or is somebody else's
  }
}

async function homeWith(t: TestContext): Promise<string> {
  const home = newHome(t);
  await within(home, (memory) => memory.add({ text: RULE, type: "policy", scope: "global" }));
  return home;
}

function oldhand(home: string, ...words: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: dirname(home), OLDHAND_HOME: home };
  return spawnSync(process.execPath, [join(dist, "oldhand.cjs"), ...words], { cwd: "/", env, encoding: "utf8" });
}
