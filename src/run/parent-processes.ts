/** Reads the arguments of the processes above this one, nearest first. */
import { readFileSync } from "node:fs";

type Process = { readonly parent: number; readonly argv: readonly string[] };

const MOST_PARENTS = 64;
const LIMIT_MS = 1000;
const OUTPUT_BYTES = 8_388_608;

/** Empty if they cannot be read. Starts no program on Linux, and `ps` once elsewhere. */
export function parentProcesses(pid: number, read: (pid: number) => Process | undefined = reader()): string[][] {
  const parents: string[][] = [];
  for (let at = pid; at > 1 && parents.length < MOST_PARENTS; ) {
    const found = read(at);
    if (found === undefined) break;
    parents.push([...found.argv]);
    at = found.parent;
  }
  return parents;
}

function reader(): (pid: number) => Process | undefined {
  if (process.platform === "win32") return () => undefined;
  if (process.platform === "linux") return processInProc;
  let all: ReadonlyMap<number, Process> | undefined;
  return (pid) => {
    all ??= parsedPs(listProcesses());
    return all.get(pid);
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
    const parent = Number(stat.slice(end + 2).split(" ")[1]);
    const name = stat.slice(stat.indexOf("(") + 1, end);
    return { parent, argv: words[0] === "" ? [name] : words };
  } catch {
    return undefined; // it ended, or belongs to somebody else: then nothing is known about it
  }
}

function listProcesses(): string {
  const { status, stdout } = process
    .getBuiltinModule("node:child_process")
    .spawnSync("/bin/ps", ["-axww", "-o", "pid=,ppid=,args="], {
      ...{ cwd: "/", env: { LC_ALL: "C" }, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      ...{ timeout: LIMIT_MS, killSignal: "SIGKILL", maxBuffer: OUTPUT_BYTES },
    });
  return status === 0 ? stdout : "";
}

/** The table that `ps` prints: a process, its parent, and its arguments joined by spaces. */
export function parsedPs(text: string): Map<number, Process> {
  return new Map(
    text.split("\n").flatMap((line): [number, Process][] => {
      const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [[Number(pid), { parent: Number(parent), argv: args.split(" ") }]];
    }),
  );
}
