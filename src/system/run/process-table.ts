/** Reads the table of processes: what runs above a process, in which session, at which terminal. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

export type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly argv: readonly string[];
  /** The terminal that controls it. */
  readonly terminal?: string;
  /** Whether it leads its session: the first process at a terminal does. */
  readonly isLeader: boolean;
  /** Its session, where that can be read. */
  readonly session?: number;
};

export type ProcessTable = {
  read(pid: number): Process | undefined;
  all(): readonly Process[];
  /** The variables that it was started with; empty if they cannot be read. */
  variablesOf(pid: number): Readonly<Record<string, string>>;
  /** The clients of a tmux server that is this process. */
  tmuxClients(server: Process, socket: string): readonly number[];
};

const MOST_PARENTS = 64;
const LIMIT_MS = 1000;
const OUTPUT_BYTES = 8_388_608;

/** This process and those above it, nearest first. */
export function processesAbove(pid: number, { read }: Pick<ProcessTable, "read">): Process[] {
  const found: Process[] = [];
  for (let at = pid; at > 0 && found.length < MOST_PARENTS; ) {
    const one = read(at);
    if (one === undefined) break;
    found.push(one);
    at = one.parent;
  }
  return found;
}

/** Undefined where there is none to read. Starts no program on Linux, and `ps` once elsewhere. */
export function processTable(): ProcessTable | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform === "linux")
    return { read: processInProc, all: allInProc, variablesOf: variablesInProc, tmuxClients };
  let listed: ReadonlyMap<number, Process> | undefined;
  const table = (): ReadonlyMap<number, Process> => {
    listed ??= parsedPs(output("/bin/ps", ["-axww", "-o", "pid=,ppid=,tty=,stat=,args="]));
    return listed;
  };
  return {
    read: (pid) => table().get(pid),
    all: () => [...table().values()],
    variablesOf: () => ({}),
    tmuxClients,
  };
}

function processInProc(pid: number): Process | undefined {
  try {
    // "12 (name) S 1 …": a name may contain spaces and brackets, so the last bracket ends it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0+$/, "").split("\0");
    // A program that sets its title replaces its arguments by one text.
    const [title = ""] = argv;
    const words = argv.length === 1 && !title.startsWith("/") ? title.split(" ") : argv;
    const [, parent, , session, terminal] = stat.slice(end + 2).split(" ");
    const name = stat.slice(stat.indexOf("(") + 1, end);
    return {
      ...{ pid, parent: Number(parent), argv: words[0] === "" ? [name] : words },
      ...(terminal !== "0" && terminal !== undefined && { terminal }),
      ...{ session: Number(session), isLeader: Number(session) === pid },
    };
  } catch {
    return undefined; // it ended, or belongs to somebody else: then nothing is known about it
  }
}

/** When a process started, in units of the system and without spaces; undefined if it is not running, or nothing can be known. */
export function processStart(pid: number): string | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux")
    return (
      output("/bin/ps", ["-o", "lstart=", "-p", String(pid)])
        .trim()
        .replace(/\s+/g, "_") || undefined
    );
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie is dead, and waits for its parent to notice.
    return state === "Z" || state === "X" ? undefined : rest[START_FIELD];
  } catch {
    return undefined; // it ended
  }
}

/** Of `/proc/PID/stat`, counted after the state. */
const START_FIELD = 18;

function allInProc(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processInProc(Number(name)) ?? []);
}

function variablesInProc(pid: number): Record<string, string> {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
  } catch {
    return {}; // it ended, or belongs to somebody else
  }
}

/** Asked of the server's own program; one that answers for another server is not believed. */
function tmuxClients(server: Process, socket: string): number[] {
  const program = programOf(server);
  if (program === undefined) return [];
  return output(program, ["-S", socket, "list-clients", "-F", "#{pid} #{client_pid}"])
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .flatMap(([pid, client]) => (pid === server.pid && client !== undefined ? [client] : []));
}

function programOf({ pid, argv: [first = ""] }: Process): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    const usual = ["/opt/homebrew/bin/tmux", "/usr/local/bin/tmux", "/usr/bin/tmux"];
    return [...(first.startsWith("/") ? [first] : []), ...usual].find((path) => existsSync(path));
  }
}

function output(program: string, args: readonly string[]): string {
  const { status, stdout } = process.getBuiltinModule("node:child_process").spawnSync(program, args, {
    ...{ cwd: "/", env: { LC_ALL: "C" }, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    ...{ timeout: LIMIT_MS, killSignal: "SIGKILL", maxBuffer: OUTPUT_BYTES },
  });
  return status === 0 ? stdout : "";
}

/** The table that `ps` prints: a process, its parent, terminal and state, and its arguments joined by spaces. */
export function parsedPs(text: string): Map<number, Process> {
  return new Map(
    text.split("\n").flatMap((line): [number, Process][] => {
      const [, pid, parent, terminal = "", state = "", args = ""] =
        /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      if (pid === undefined) return [];
      const one = { pid: Number(pid), parent: Number(parent), argv: args.split(" "), isLeader: state.includes("s") };
      return [[one.pid, /^\?+$|^-$/.test(terminal) ? one : { ...one, terminal }]];
    }),
  );
}
