import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProcessTable } from "../../../src/system/run/process-table.ts";
import { actorOf, callerOf, demandPerson } from "../../../src/verbs/call/call-context.ts";
import { type Env, environment } from "../../../src/verbs/call/environment.ts";
import { withSeenCaller } from "../../../src/verbs/call/see-caller.ts";

const BASE = { ...environment(), isAgent: false };

type Row = {
  readonly pid: number;
  readonly parent: number;
  readonly argv: string;
  readonly at?: string;
  readonly session: number;
};

/** A process table as the rows say, for the process with the highest number. */
function tableOf(rows: readonly Row[], variables: Readonly<Record<number, Record<string, string>>> = {}): ProcessTable {
  const all = rows.map(({ pid, parent, argv, at, session }) => ({
    ...{ pid, parent, argv: argv.split(" "), session, isLeader: session === pid },
    ...(at !== undefined && { terminal: at }),
  }));
  return {
    read: (pid) => all.find((one) => one.pid === pid),
    all: () => all,
    variablesOf: (pid) => variables[pid] ?? {},
    tmuxClients: (server, socket) =>
      socket === "/tmp/tmux"
        ? all.filter(({ argv }) => argv.join(" ") === `tmux attach ${server.pid}`).map(({ pid }) => pid)
        : [],
  };
}

function seen(rows: readonly Row[], { hasTerminal = true, variables = {} } = {}) {
  const pid = 99;
  return withSeenCaller(BASE, {
    ...{ pid, table: tableOf(rows, variables), hasTerminal: () => hasTerminal, variables: { TMUX: "/tmp/tmux,20,0" } },
  });
}

const INIT: Row = { pid: 1, parent: 0, argv: "/sbin/init", session: 1 };
const EMULATOR: Row = { pid: 10, parent: 1, argv: "xterm", session: 10 };
const ZSH: Row = { pid: 11, parent: 10, argv: "-zsh", session: 11, at: "t1" };
const CLAUDE: Row = { pid: 12, parent: 11, argv: "claude", session: 11, at: "t1" };
const self = (parent: number, session: number, at?: string): Row => ({
  ...{ pid: 99, parent, argv: "node oldhand", session },
  ...(at !== undefined && { at }),
});
const TMUX: Row = { pid: 20, parent: 1, argv: "tmux new", session: 20 };
const PANE: Row = { pid: 21, parent: 20, argv: "-zsh", session: 21, at: "t2" };
const client = (parent: number): Row => ({ pid: 13, parent, argv: "tmux attach 20", session: 11, at: "t1" });
const DETACHED_SHELL: Row = { pid: 30, parent: 1, argv: "bash", session: 30 };
const OTHER_ZSH: Row = { pid: 41, parent: 40, argv: "zsh", session: 41, at: "t4" };

const CASES: readonly (readonly [string, readonly Row[], string, string])[] = [
  ["a shell in a terminal", [INIT, EMULATOR, ZSH, self(11, 11, "t1")], "person", "person"],
  [
    "a shell over ssh in a container without its own init",
    [{ ...ZSH, parent: 0 }, self(11, 11, "t1")],
    "person",
    "person",
  ],
  ["a script of a service", [INIT, { ...EMULATOR, argv: "cron" }, self(10, 10)], "unknown", "agent"],
  ["a job of cron", [INIT, EMULATOR, { ...DETACHED_SHELL, parent: 10 }, self(30, 30)], "unknown", "person"],
  ["an agent at the same terminal", [INIT, EMULATOR, ZSH, CLAUDE, self(12, 11, "t1")], "agent", "agent"],
  ["what an agent started with setsid", [INIT, EMULATOR, ZSH, CLAUDE, self(12, 99)], "agent", "agent"],
  [
    "what left an agent by a double fork, at its terminal",
    [INIT, EMULATOR, ZSH, CLAUDE, self(1, 11, "t1")],
    "unknown",
    "agent",
  ],
  ["the same with setsid", [INIT, EMULATOR, ZSH, CLAUDE, self(1, 99)], "unknown", "agent"],
  [
    "the same given to the person's systemd",
    [INIT, { ...EMULATOR, argv: "/usr/lib/systemd/systemd --user" }, self(10, 99)],
    "unknown",
    "agent",
  ],
  [
    "script, detached",
    [INIT, { ...DETACHED_SHELL, argv: "script -c x" }, { ...PANE, parent: 30 }, self(21, 21, "t2")],
    "unknown",
    "agent",
  ],
  [
    "script below a detached shell",
    [
      INIT,
      DETACHED_SHELL,
      { ...DETACHED_SHELL, pid: 31, parent: 30, argv: "script -c x" },
      { ...PANE, parent: 31 },
      self(21, 21, "t2"),
    ],
    "unknown",
    "agent",
  ],
  [
    "script of a person",
    [INIT, EMULATOR, ZSH, { ...CLAUDE, argv: "script" }, { ...PANE, parent: 12 }, self(21, 21, "t2")],
    "person",
    "person",
  ],
  [
    "script of an agent",
    [
      INIT,
      EMULATOR,
      ZSH,
      CLAUDE,
      { ...CLAUDE, pid: 14, parent: 12, argv: "script" },
      { ...PANE, parent: 14 },
      self(21, 21, "t2"),
    ],
    "agent",
    "agent",
  ],
  [
    "a pane of tmux with its person",
    [INIT, EMULATOR, ZSH, client(11), TMUX, PANE, self(21, 21, "t2")],
    "person",
    "person",
  ],
  [
    "a pane of tmux with an agent as its client",
    [INIT, EMULATOR, ZSH, CLAUDE, client(12), TMUX, PANE, self(21, 21, "t2")],
    "agent",
    "agent",
  ],
  ["a pane of tmux that nobody looks at", [INIT, EMULATOR, ZSH, TMUX, PANE, self(21, 21, "t2")], "unknown", "agent"],
  [
    "screen, looked at again",
    [INIT, EMULATOR, ZSH, { ...client(11), argv: "screen -r" }, { ...TMUX, argv: "SCREEN" }, PANE, self(21, 21, "t2")],
    "person",
    "person",
  ],
  ["screen that nobody looks at", [INIT, { ...TMUX, argv: "SCREEN" }, PANE, self(21, 21, "t2")], "unknown", "agent"],
  [
    "a command that the first process of a container started",
    [{ ...INIT, argv: "runner" }, self(1, 99)],
    "unknown",
    "person",
  ],
  ["the session of another terminal", [INIT, EMULATOR, OTHER_ZSH, self(10, 41, "t4")], "unknown", "agent"],
  ["a container that does not show the session", [self(0, 0)], "unknown", "person"],
];

for (const [what, rows, caller, actor] of CASES)
  test(`${what}: ${caller}, credited to the ${actor}`, () => {
    const env = seen(rows);
    assert.deepEqual([callerOf(env), actorOf(env)], [caller, actor]);
  });

test("a terminal that controls the process, but is at neither stdin, stdout nor stderr, makes no person", () => {
  assert.equal(callerOf(seen([EMULATOR, ZSH, self(11, 11, "t1")], { hasTerminal: false })), "unknown");
});

test("a variable of an agent that a process above was started with marks what it started", () => {
  const rows = [INIT, TMUX, client(11), ZSH, PANE, self(21, 21, "t2")];
  assert.equal(callerOf(seen(rows, { variables: { 20: { CLAUDECODE: "1" } } })), "agent");
});

test("a variable of an agent decides without a look at processes", () => {
  const env = withSeenCaller(
    { ...BASE, isAgent: true },
    { pid: 1, variables: {}, table: undefined, hasTerminal: () => assert.fail("looked") },
  );
  assert.equal(callerOf(env), "agent");
});

test("processes are looked at once, also through a copy of the environment", () => {
  let looks = 0;
  const env = withSeenCaller(BASE, {
    ...{ pid: 99, variables: {}, table: tableOf([ZSH, self(11, 11, "t1")]) },
    hasTerminal() {
      looks++;
      return true;
    },
  });
  for (let n = 0; n < 3; n++) callerOf(copyOf(env));
  assert.equal(looks, 1);
});

const copyOf = (env: Env): Env => ({ ...env, cwd: "/" });

test("a refusal says what to do", () => {
  const unknown = seen([self(0, 0)]);
  assert.throws(() => demandPerson(unknown, "install"), {
    code: "invalid",
    message: "To install, run this in a terminal. Without one, oldhand cannot tell a person from an agent.",
  });
  const agent = seen([ZSH, { ...CLAUDE, argv: "codex" }, self(12, 11, "t1")]);
  assert.throws(() => demandPerson(agent, "clear memory"), {
    code: "invalid",
    message: "Only a person can clear memory. This command was started by Codex. Ask the person to do it.",
  });
  demandPerson(unknown, "import an export");
});
