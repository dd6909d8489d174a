// Stands behind ask-oldhand.js.
/** What each session was told, in order: it is said at every call in the same words, and only ever grows. */
const told = new Map();

async function tell(session, event, directory) {
  const text = await ask({ session_id: session, ...event }, directory);
  if (text !== "") told.get(session)?.push(text);
}

/** What was told before this process began is not in its system prompt: so it is told anew. */
async function begin(session, directory) {
  if (told.has(session)) return;
  told.set(session, []);
  await tell(session, { hook_event_name: "SessionStart", source: "compact" }, directory);
}

export const Oldhand = async ({ directory }) => ({
  "chat.message": async ({ sessionID }, { parts }) => {
    await begin(sessionID, directory);
    const prompt = parts
      .filter((part) => part.type === "text" && !part.synthetic)
      .map((part) => part.text)
      .join("\n");
    await tell(sessionID, { hook_event_name: "UserPromptSubmit", prompt }, directory);
  },
  "experimental.chat.system.transform": async ({ sessionID }, output) => {
    for (const text of told.get(sessionID) ?? []) output.system.push(text);
  },
  "tool.execute.after": async ({ tool, sessionID }, output) => {
    const exit = output.metadata?.exit;
    if (tool !== "bash" || exit === undefined || exit === 0 || exit === null) return;
    const error = String(output.output ?? "");
    const text = await ask({ session_id: sessionID, hook_event_name: "PostToolUseFailure", error }, directory);
    if (text !== "") output.output = `${error}\n\n${text}`;
  },
  dispose: async () => {
    const ends = [...told.keys()].map((session_id) => ask({ session_id, hook_event_name: "SessionEnd" }, directory));
    await Promise.all(ends);
  },
});
