// Written by oldhand. `oldhand uninstall {{agent}}` removes it.
import { spawn } from "node:child_process";

const NODE = "{{node}}";
const PROGRAM = "{{program}}";
const LIMIT_MS = 2000;

function ask(event, cwd) {
  return new Promise((resolve) => {
    const child = spawn(NODE, [PROGRAM, "hook", "{{agent}}"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
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
