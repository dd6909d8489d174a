// Appended to ask-oldhand.js.
function askIn(event, { cwd, sessionManager }) {
  const session = { session_id: sessionManager.getSessionId(), transcript_path: sessionManager.getSessionFile() };
  return ask({ ...session, ...event }, cwd);
}

export default function oldhand(pi) {
  /** Given with the next prompt, so that it stays in the conversation. */
  let pending = [];
  const keep = async (event, ctx) => {
    const text = await askIn(event, ctx);
    if (text !== "") pending.push(text);
  };
  const begin = async ({ reason }, ctx) => {
    pending = [];
    const source = reason === "resume" || reason === "reload" || reason === "fork" ? "resume" : "startup";
    await keep({ hook_event_name: "SessionStart", source }, ctx);
  };
  pi.on("session_start", begin);
  // oh-my-pi: another session continues in the same process.
  pi.on("session_switch", begin);
  pi.on("session_compact", (_event, ctx) => keep({ hook_event_name: "SessionStart", source: "compact" }, ctx));
  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    await keep({ hook_event_name: "UserPromptSubmit", prompt }, ctx);
    if (pending.length === 0) return undefined;
    const content = pending.join("\n\n");
    pending = [];
    return { message: { customType: "oldhand", content, display: false } };
  });
  pi.on("tool_result", async ({ toolName, input, content, details, isError }, ctx) => {
    // oh-my-pi does not report a command that failed as an error.
    if (toolName !== "bash" || !(isError || details?.exitCode > 0)) return undefined;
    const error = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const text = await askIn({ hook_event_name: "PostToolUseFailure", tool_input: input, error }, ctx);
    return text === "" ? undefined : { content: [...content, { type: "text", text }], isError: true };
  });
  pi.on("session_shutdown", (_event, ctx) => askIn({ hook_event_name: "SessionEnd" }, ctx));
  pi.registerCommand?.("memory", {
    description: "View what oldhand remembers about this project, or rebuild it: view, enqueue",
    handler: async (args, ctx) => {
      const subcommand = args.trim() === "" ? "view" : args.trim();
      if (!["view", "enqueue", "rebuild"].includes(subcommand)) {
        ctx.ui.notify("Use view or enqueue. To clear the memory, run `oldhand memory clear` in a terminal.", "info");
        return;
      }
      const { stdout, stderr } = await pi.exec(NODE, [PROGRAM, "memory", subcommand], { cwd: ctx.cwd });
      ctx.ui.notify(stdout || stderr, "info");
    },
  });
}
