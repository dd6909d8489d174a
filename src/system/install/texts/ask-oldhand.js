// Written by oldhand. `oldhand uninstall {{agent}}` removes it.
import { spawn } from "node:child_process";

const NODE = "{{node}}";
const PROGRAM = "{{program}}";
const ENV = { ...process.env, ...JSON.parse("{{places}}") };
const LIMIT_MS = 2000;
/** Longer than a guard may take: then the tool goes on. */
const GUARD_LIMIT_MS = 1000;

/** One memory server for this process, which answers before and after tools are used. It ends with this process. */
let server;

function memoryServer(cwd) {
  if (server !== undefined) return server;
  const child = spawn(NODE, [PROGRAM, "mcp"], { cwd, env: ENV, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  let buffer = "";
  const end = () => {
    server = undefined;
    for (const done of waiting.values()) done({});
    waiting.clear();
  };
  child.on("error", end);
  child.on("close", end);
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk) => {
    const lines = (buffer + chunk).split("\n");
    buffer = lines.pop();
    for (const line of lines) {
      try {
        const { id, result } = JSON.parse(line);
        waiting.get(id)?.(JSON.parse(result.content[0].text));
        waiting.delete(id);
      } catch {
        // not an answer to us
      }
    }
  });
  // The host may end while it runs.
  for (const handle of [child, child.stdin, child.stdout]) handle.unref?.();
  let last = 0;
  server = {
    tell(event) {
      last += 1;
      const id = last;
      const params = { name: "host_event", arguments: { host: "{{agent}}", ...event } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve({}), GUARD_LIMIT_MS);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
    },
    end: () => child.stdin.end(),
  };
  return server;
}

/** What guards say: a denial, a question or a warning; empty if nothing. */
async function guard(event, cwd) {
  try {
    return (await memoryServer(cwd).tell({ cwd, ...event })).hookSpecificOutput ?? {};
  } catch {
    return {}; // a guard never breaks its host
  }
}

function ask(event, cwd) {
  return new Promise((resolve) => {
    const child = spawn(NODE, [PROGRAM, "hook", "{{agent}}"], { cwd, env: ENV, stdio: ["pipe", "pipe", "ignore"] });
    const timer = setTimeout(() => child.kill(), LIMIT_MS);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", () => resolve(""));
    child.on("close", () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(text).hookSpecificOutput.additionalContext ?? "");
      } catch {
        resolve(""); // nothing to give
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify({ cwd, ...event }));
  });
}
