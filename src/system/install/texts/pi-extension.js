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
    // A session that goes on in a new process is not always said to resume: then it has messages already.
    const hasTalk = ctx.sessionManager.getEntries?.().some(({ type }) => type === "message") ?? false;
    const source = hasTalk || reason === "resume" || reason === "reload" || reason === "fork" ? "resume" : "startup";
    await keep({ hook_event_name: "SessionStart", source }, ctx);
  };
  /** What guards warned about, by the id of the call. */
  const warnings = new Map();
  const guardIn = (event, { cwd, sessionManager }) =>
    guard({ session_id: sessionManager.getSessionId(), ...event }, cwd);
  pi.on("session_start", (_event, ctx) => {
    // Ready before the first tool is used.
    memoryServer(ctx.cwd);
  });
  pi.on("tool_call", async ({ toolName, toolCallId, input }, ctx) => {
    const use = { hook_event_name: "PreToolUse", tool_name: toolName, tool_input: input };
    const said = await guardIn(use, ctx);
    if (said.additionalContext !== undefined) warnings.set(toolCallId, said.additionalContext);
    if (said.permissionDecision === undefined) return undefined;
    const reason = said.permissionDecisionReason;
    if (said.permissionDecision === "ask" && ctx.hasUI && (await ctx.ui.confirm("oldhand", reason))) return undefined;
    return { block: true, reason };
  });
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
  pi.on("tool_result", async ({ toolName, toolCallId, input, content: given, details, isError }, ctx) => {
    // oh-my-pi does not report a command that failed as an error.
    const hasFailed = toolName === "bash" && (isError || details?.exitCode > 0);
    const name = hasFailed ? "PostToolUseFailure" : "PostToolUse";
    await guardIn({ hook_event_name: name, tool_name: toolName, tool_input: input }, ctx);
    const warning = warnings.get(toolCallId);
    warnings.delete(toolCallId);
    const content = warning === undefined ? given : [...given, { type: "text", text: warning }];
    if (!hasFailed) return warning === undefined ? undefined : { content };
    const error = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const text = await askIn({ hook_event_name: "PostToolUseFailure", tool_input: input, error }, ctx);
    if (text === "") return warning === undefined ? undefined : { content, isError: true };
    return { content: [...content, { type: "text", text }], isError: true };
  });
  pi.on("session_shutdown", async (_event, ctx) => {
    await askIn({ hook_event_name: "SessionEnd" }, ctx);
    server?.end();
  });
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
