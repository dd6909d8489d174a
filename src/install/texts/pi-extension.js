// Written by oldhand. `oldhand uninstall {{agent}}` takes it away again.
import { spawn } from "node:child_process";

const NODE = "{{node}}";
const PROGRAM = "{{program}}";
const LIMIT_MS = 2000;

function ask(event, ctx) {
  return new Promise((resolve) => {
    const child = spawn(NODE, [PROGRAM, "hook", "{{agent}}"], { cwd: ctx.cwd, stdio: ["pipe", "pipe", "ignore"] });
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
        resolve(""); // there was nothing to tell
      }
    });
    child.stdin.on("error", () => {});
    const session = {
      session_id: ctx.sessionManager.getSessionId(),
      transcript_path: ctx.sessionManager.getSessionFile(),
    };
    child.stdin.end(JSON.stringify({ cwd: ctx.cwd, ...session, ...event }));
  });
}

export default function oldhand(pi) {
  /** Told with the next prompt, where it is kept with the conversation. */
  let pending = [];
  const keep = async (event, ctx) => {
    const text = await ask(event, ctx);
    if (text !== "") pending.push(text);
  };
  const begin = async ({ reason }, ctx) => {
    pending = [];
    const source = reason === "resume" || reason === "reload" || reason === "fork" ? "resume" : "startup";
    await keep({ hook_event_name: "SessionStart", source }, ctx);
  };
  pi.on("session_start", begin);
  // oh-my-pi says by this that another session goes on in the same process.
  pi.on("session_switch", begin);
  pi.on("session_compact", (_event, ctx) => keep({ hook_event_name: "SessionStart", source: "compact" }, ctx));
  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    await keep({ hook_event_name: "UserPromptSubmit", prompt }, ctx);
    if (pending.length === 0) return undefined;
    const content = pending.join("\n\n");
    pending = [];
    return { message: { customType: "oldhand", content, display: false } };
  });
  pi.on("tool_result", async ({ toolName, content, details, isError }, ctx) => {
    // To oh-my-pi a command that ran and failed is no error.
    if (toolName !== "bash" || !(isError || details?.exitCode > 0)) return undefined;
    const error = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const text = await ask({ hook_event_name: "PostToolUseFailure", error }, ctx);
    return text === "" ? undefined : { content: [...content, { type: "text", text }], isError: true };
  });
  pi.on("session_shutdown", (_event, ctx) => ask({ hook_event_name: "SessionEnd" }, ctx));
  pi.registerCommand?.("memory", {
    description: "View what oldhand remembers of this project, or learn it again: view, enqueue",
    handler: async (args, ctx) => {
      const word = args.trim() === "" ? "view" : args.trim();
      if (!["view", "enqueue", "rebuild"].includes(word)) {
        ctx.ui.notify("It takes view or enqueue. To clear a memory, run `oldhand memory clear` in a terminal.", "info");
        return;
      }
      const { stdout, stderr } = await pi.exec(NODE, [PROGRAM, "memory", word], { cwd: ctx.cwd });
      ctx.ui.notify(stdout || stderr, "info");
    },
  });
}
