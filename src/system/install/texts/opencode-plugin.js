// Appended to ask-oldhand.js.
/** What each session was given, in order: repeated unchanged at every call, so it only grows. */
const given = new Map();

async function give(session, event, directory) {
  const text = await ask({ session_id: session, ...event }, directory);
  if (text !== "") given.get(session)?.push(text);
}

/** Context from before this process started is not in its system prompt, so it is given again. */
async function begin(session, directory) {
  if (given.has(session)) return;
  given.set(session, []);
  await give(session, { hook_event_name: "SessionStart", source: "compact" }, directory);
}

/** The calls that run: what they were asked to do, and what guards warned about. */
const calls = new Map();

export const Oldhand = async ({ directory }) => {
  // Ready before the first tool is used.
  memoryServer(directory);
  return hooks(directory);
};

const hooks = (directory) => ({
  "chat.message": async ({ sessionID }, { parts }) => {
    await begin(sessionID, directory);
    const prompt = parts
      .filter((part) => part.type === "text" && !part.synthetic)
      .map((part) => part.text)
      .join("\n");
    await give(sessionID, { hook_event_name: "UserPromptSubmit", prompt }, directory);
  },
  "experimental.chat.system.transform": async ({ sessionID }, output) => {
    for (const text of given.get(sessionID) ?? []) output.system.push(text);
  },
  "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
    const use = { session_id: sessionID, tool_name: tool, tool_input: args };
    const said = await guard({ hook_event_name: "PreToolUse", ...use }, directory);
    if (said.permissionDecision !== undefined) throw new Error(said.permissionDecisionReason);
    calls.set(callID, { use, command: args?.command, warning: said.additionalContext });
  },
  "tool.execute.after": async ({ tool, sessionID, callID }, output) => {
    const { use, command, warning } = calls.get(callID) ?? {};
    calls.delete(callID);
    const exit = output.metadata?.exit;
    const hasFailed = tool === "bash" && exit !== undefined && exit !== 0 && exit !== null;
    if (use !== undefined)
      await guard({ hook_event_name: hasFailed ? "PostToolUseFailure" : "PostToolUse", ...use }, directory);
    if (warning !== undefined) output.output = `${output.output ?? ""}\n\n${warning}`;
    if (!hasFailed) return;
    const error = String(output.output ?? "");
    const failure = { session_id: sessionID, hook_event_name: "PostToolUseFailure", tool_input: { command }, error };
    const text = await ask(failure, directory);
    if (text !== "") output.output = `${error}\n\n${text}`;
  },
  dispose: async () => {
    const ends = [...given.keys()].map((session_id) => ask({ session_id, hook_event_name: "SessionEnd" }, directory));
    await Promise.all(ends);
    server?.end();
  },
});
