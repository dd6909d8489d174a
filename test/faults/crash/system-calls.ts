/** Runs a driver under strace and reads the log: which file was created, written, synced, renamed, in which order. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ended, run, type Start } from "../tools/child.ts";

export type Call =
  | { readonly call: "mkdir" | "unlink"; readonly path: string }
  | { readonly call: "create"; readonly path: string }
  | { readonly call: "write"; readonly path: string; readonly at: number | "end"; readonly bytes: Buffer }
  | { readonly call: "truncate"; readonly path: string; readonly size: number }
  | { readonly call: "sync"; readonly path: string }
  | { readonly call: "rename"; readonly from: string; readonly to: string }
  | { readonly call: "ack"; readonly text: string };

const TRACED =
  "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,ftruncate,truncate";

export async function traced(program: string, options: Start): Promise<{ calls: Call[]; ended: Ended }> {
  const log = join(dirname(options.home), "calls.log");
  const strace = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-o", log, "-e", `trace=${TRACED}`];
  const ended = await run(program, { ...options, under: strace });
  return { calls: callsIn(readFileSync(log, "latin1"), options.home), ended };
}

/** The calls that succeeded on the home, below it and on its parent directory, with the driver's output in between. */
function callsIn(log: string, home: string): Call[] {
  const positions = new Map<string, number | "end">();
  const calls: Call[] = [];
  for (const line of wholeLines(log)) {
    const parts = /^(\w+)\((.*)\)\s+= (\d+)(?:<(.*)>)?/.exec(line);
    if (parts === null) continue;
    const [, name, args, result, opened] = parts;
    const call = callOf(name!, args!, { positions, opened: opened === undefined ? "" : plain(opened) });
    if (call === undefined) continue;
    const path = "path" in call ? call.path : "to" in call ? call.to : home;
    if (path === home || path === dirname(home) || path.startsWith(`${home}/`)) calls.push(call);
    if (call.call === "write" && typeof call.at === "number" && name === "write") {
      positions.set(descriptor(args!), call.at + Number(result));
    }
  }
  return calls;
}

type Seen = { readonly positions: Map<string, number | "end">; readonly opened: string };

function callOf(name: string, args: string, { positions, opened }: Seen): Call | undefined {
  const strings = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => bytesOf(hex!));
  const path = plain(/^\d+<((?:\\x[0-9a-f]{2}|[^>])*)>/.exec(args)?.[1] ?? "");
  const named = (at: number): string => strings[at]!.toString("utf8");
  switch (name) {
    case "openat":
      if (!args.includes("O_CREAT")) return undefined;
      positions.set(opened, args.includes("O_APPEND") ? "end" : 0);
      return { call: "create", path: opened };
    case "write":
      if (args.startsWith("1<")) return { call: "ack", text: strings[0]!.toString("utf8") };
      return { call: "write", path, at: positions.get(path) ?? 0, bytes: strings[0]! };
    case "pwrite64":
      return { call: "write", path, at: Number(args.split(", ").at(-1)), bytes: strings[0]! };
    case "ftruncate":
      return { call: "truncate", path, size: Number(args.split(", ").at(-1)) };
    case "fsync":
    case "fdatasync":
      return { call: "sync", path };
    case "rename":
    case "renameat":
    case "renameat2":
      return { call: "rename", from: named(0), to: named(1) };
    case "unlink":
    case "unlinkat":
      return { call: "unlink", path: named(0) };
    case "mkdir":
    case "mkdirat":
      return { call: "mkdir", path: named(0) };
    default:
      return undefined;
  }
}

function descriptor(args: string): string {
  return plain(/^\d+<([^>]*)>/.exec(args)?.[1] ?? "");
}

/** strace splits a call that another thread interrupts: "<unfinished ...>", later "<... write resumed>". */
function wholeLines(log: string): string[] {
  const open = new Map<string, string>();
  const lines: string[] = [];
  for (const line of log.split("\n")) {
    const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || rest === undefined) continue;
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(rest);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    if (begun) open.set(pid, begun[1]!);
    else lines.push(resumed ? `${open.get(pid) ?? ""}${resumed[1]}` : rest);
  }
  return lines;
}

function plain(text: string): string {
  return text.includes("\\x") ? bytesOf(text).toString("utf8") : text;
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}
