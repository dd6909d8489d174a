/** What a host tells a hook, in the one form that agents agree on more or less, and what it may be answered. */
import { type AgentName, type SessionId, sessionId } from "../core/session/session.ts";

export type HookCall = {
  readonly session: SessionId;
  readonly cwd?: string;
  /** As the host calls it: an answer has to name it. */
  readonly name: string;
} & HookEvent;

type HookEvent =
  /** A resumed session knows what it was told; one that was compacted has lost it. */
  | { readonly event: "start"; readonly how: "new" | "resumed" | "compacted" }
  | { readonly event: "prompt"; readonly text: string }
  | { readonly event: "failure"; readonly output: string }
  /** Its context is about to be cut, and nothing can be said now. */
  | { readonly event: "cut" }
  | { readonly event: "end"; readonly transcript?: string };

/** Undefined for what is none of our business: other events, machine turns, and subagents, which are told by their agent. */
export function callOf(agent: AgentName, text: string): HookCall | undefined {
  const input = parsed(text) ?? {};
  const name = textIn(input, "hook_event_name");
  const native = textIn(input, "session_id");
  if (name === undefined || native === undefined || textIn(input, "agent_id") !== undefined) return undefined;
  const event = eventOf(name, input);
  if (event === undefined) return undefined;
  const cwd = textIn(input, "cwd");
  return { session: sessionId(agent, native), name, ...(cwd !== undefined && { cwd }), ...event };
}

/** Only JSON may stand on a host's standard output. */
export function answerTo({ name }: HookCall, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext } });
}

type Input = Readonly<Record<string, unknown>>;

function eventOf(name: string, input: Input): HookEvent | undefined {
  switch (name) {
    case "SessionStart":
      return { event: "start", how: STARTS[textIn(input, "source") ?? ""] ?? "new" };
    case "UserPromptSubmit":
    case "BeforeAgent": {
      const text = textIn(input, "prompt")?.replace(HOOK_CONTEXT, "").trim() ?? "";
      return text === "" || MACHINE_TURN.test(text) ? undefined : { event: "prompt", text };
    }
    case "PostToolUseFailure":
    case "PostToolUse":
    case "AfterTool": {
      const output = textIn(input, "error") ?? printed(input.tool_response);
      return output === "" ? undefined : { event: "failure", output };
    }
    case "PreCompress":
      // Before every turn Gemini CLI says that it may cut by itself, and never whether it did.
      return textIn(input, "trigger") === "auto" ? undefined : { event: "cut" };
    case "SessionEnd": {
      const transcript = textIn(input, "transcript_path");
      return { event: "end", ...(transcript !== undefined && { transcript }) };
    }
    default:
      return undefined;
  }
}

const STARTS: Readonly<Record<string, "resumed" | "compacted">> = {
  resume: "resumed",
  fork: "resumed",
  compact: "compacted",
};

/** Gemini CLI puts what hooks told at the start before the first prompt, and hands both on as what the person said. */
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;

/** Words in a person's place that no person typed. */
const MACHINE_TURN = /^<(?:task-notification|local-command-|command-name|command-message)/;

/** Each host hands over what a tool printed in a form of its own. */
function printed(response: unknown): string {
  if (typeof response === "string") return response;
  if (typeof response !== "object" || response === null) return "";
  const parts = ["stderr", "stdout", "error", "llmContent", "output"].map((key) => textIn(response as Input, key));
  return parts.filter((part) => part !== undefined).join("\n");
}

function textIn(input: Input, key: string): string | undefined {
  const value = Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

function parsed(text: string): Input | undefined {
  try {
    const input: unknown = JSON.parse(text);
    return typeof input === "object" && input !== null ? (input as Input) : undefined;
  } catch {
    return undefined; // not all of it is there, or it was never JSON
  }
}
