/** Simulates an agent: keeps an MCP server and runs hooks repeatedly until it is killed. */
import { spawn } from "node:child_process";
import { dist } from "../tools/built-library.ts";
import { hostCall } from "../tools/run-hook.ts";

const program = `${dist}/oldhand.cjs`;

const server = spawn(process.execPath, [program, "mcp"], { stdio: ["pipe", "pipe", "ignore"] });
const says = (message: object): void => void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const clientInfo = { name: "host", version: "1" };
says({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
says({ method: "notifications/initialized" });

for (let n = 1; ; n++) {
  const text = `The windmill of ${process.pid} has ${n} sails.`;
  says({ id: n, method: "tools/call", params: { name: "memory_learn", arguments: { text, type: "fact" } } });
  const events = [
    hostCall("SessionStart", { session_id: `${process.pid}-${n}` }),
    hostCall("UserPromptSubmit", { prompt: `how many sails has the windmill ${n}` }),
    hostCall("SessionEnd"),
  ];
  await Promise.all(events.map(hooked));
}

function hooked(event: object): Promise<void> {
  const hook = spawn(process.execPath, [program, "hook", "claude-code"], { stdio: ["pipe", "pipe", "ignore"] });
  hook.stdin.end(JSON.stringify(event));
  hook.stdout.resume();
  return new Promise((resolve) => void hook.once("close", () => resolve()));
}
