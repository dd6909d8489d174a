/** Finds out who started this command if no variable says so: an agent's process above it, or a person at a terminal. */
import { agentMarkedIn, agentOfProcess, programName } from "../../agents/recognise.ts";
import { type Process, type ProcessTable, processesAbove, processTable } from "../../system/run/process-table.ts";
import type { Env, SeenCaller } from "./environment.ts";

type Surroundings = {
  readonly pid: number;
  readonly variables: Env["variables"];
  /** Undefined where processes cannot be seen at all. */
  readonly table: ProcessTable | undefined;
  /** Whether stdin, stdout or stderr is a terminal. */
  readonly hasTerminal: () => boolean;
};

/** Looks once, and only if an act depends on it. */
export function withSeenCaller(env: Env, surroundings?: Surroundings): Env {
  let seen: SeenCaller | undefined;
  return {
    ...env,
    seenCaller() {
      seen ??= callerIn(surroundings ?? ofThisProcess(env));
      return seen;
    },
  };
}

function callerIn({ pid, table, variables, hasTerminal }: Surroundings): SeenCaller {
  if (table === undefined) return { who: hasTerminal() ? "person" : "unknown" };
  const found = callerOfProcess(pid, { table, tmux: variables.TMUX, relays: 0 });
  return found.who === "person" && !hasTerminal() ? { who: "unknown" } : found;
}

const DETACHED: SeenCaller = { who: "unknown", detached: "yes" };
const MOST_RELAYS = 4;

/**
 * A process belongs to whoever started the session that it is in: it has to descend from the first process of that session,
 * which one that was detached does not, and nothing above may be an agent.
 */
function callerOfProcess(pid: number, search: Search): SeenCaller {
  const { table, relays } = search;
  const above = processesAbove(pid, table);
  for (const { pid, argv } of above) {
    const by = agentOfProcess(argv) ?? agentMarkedIn(table.variablesOf(pid));
    if (by !== undefined) return { who: "agent", by };
  }
  const [self] = above;
  // A container does not show the session that it was started in.
  if (self === undefined || self.session === 0) return { who: "unknown" };
  const leaderAt = above.findIndex((one) => leads(one, self));
  const [leader, ...starters] = leaderAt < 0 ? [] : above.slice(leaderAt);
  if (leader === undefined) return DETACHED;
  if (self.terminal === undefined) return withoutTerminal(starters);
  const relay = starters.find(({ argv }) => RELAYS.has(programName(argv)));
  if (relay === undefined) return { who: "person" };
  return relays < MOST_RELAYS ? callerBehind(relay, leader, { ...search, relays: relays + 1 }) : DETACHED;
}

type Search = {
  readonly table: ProcessTable;
  /** Where the tmux of this command listens, if the process table does not tell. */
  readonly tmux: string | undefined;
  readonly relays: number;
};

function leads(one: Process, self: Process): boolean {
  return self.session === undefined
    ? one.isLeader && one.terminal === self.terminal
    : one.pid === self.session && one.isLeader;
}

/** What left its starter is given to init, or to the init of the person's own programs. In a container, the first process may have started it. */
function withoutTerminal([parent]: readonly Process[]): SeenCaller {
  const name = parent === undefined ? "" : programName(parent.argv);
  if (INITS.has(name)) return DETACHED;
  return parent?.pid === 1 ? { who: "unknown", detached: "perhaps" } : { who: "unknown" };
}

const INITS: ReadonlySet<string> = new Set(["init", "systemd", "launchd"]);

/** Programs whose terminals show what is typed at another one. */
const RELAYS: ReadonlySet<string> = new Set(["script", "tmux", "screen", "SCREEN"]);

function callerBehind(relay: Process, leader: Process, search: Search): SeenCaller {
  // Whoever started `script` may have no terminal: a test, for example.
  if (programName(relay.argv) === "script") {
    const starter = callerOfProcess(relay.pid, search);
    return starter.who === "unknown" && starter.detached === undefined ? { who: "person" } : starter;
  }
  const clients = clientsOf(relay, leader, search).map((pid) => callerOfProcess(pid, search));
  return clients.find(({ who }) => who === "agent") ?? clients.find(({ who }) => who === "person") ?? DETACHED;
}

function clientsOf(relay: Process, { pid }: Process, { table, tmux }: Search): readonly number[] {
  if (programName(relay.argv) === "tmux") {
    const [socket = ""] = (table.variablesOf(pid).TMUX ?? tmux ?? "").split(",");
    return socket === "" ? [] : table.tmuxClients(relay, socket);
  }
  return table
    .all()
    .filter(({ argv, terminal }) => programName(argv) === "screen" && terminal !== undefined)
    .map((one) => one.pid);
}

function ofThisProcess({ variables }: Env): Surroundings {
  return {
    variables,
    pid: process.pid,
    table: processTable(),
    hasTerminal: () => [0, 1, 2].some((fd) => process.getBuiltinModule("node:tty").isatty(fd)),
  };
}
