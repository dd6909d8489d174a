/** The event that a host sends to a hook, in the JSON that most agents share, and the JSON of the answer. */
import { agentNamed } from "../../agents/all.ts";
import { type AgentName, type SessionId, sessionId } from "../../core/session/session.ts";

export type HostEvent = {
  readonly session: SessionId;
  readonly cwd?: string;
  /** The host's name of the event: the answer has to repeat it. */
  readonly name: string;
} & EventKind;

type EventKind =
  /** A resumed session still has what it was given; a compacted one has lost it. */
  | { readonly event: "start"; readonly how: "new" | "resumed" | "compacted" }
  | { readonly event: "prompt"; readonly text: string }
  | { readonly event: "failure"; readonly output: string; readonly command?: string }
  /** Its context is about to be compacted; an answer is not possible now. */
  | { readonly event: "cut" }
  | { readonly event: "end"; readonly transcript?: string };

/** Undefined for events to ignore: other kinds, prompts that no person wrote, and subagents, which get their context from their agent. */
export function hostEventIn(agent: AgentName, text: string): HostEvent | undefined {
  const input = parsed(text) ?? {};
  const name = textIn(input, "hook_event_name");
  const native = textIn(input, "session_id");
  if (name === undefined || native === undefined || textIn(input, "agent_id") !== undefined) return undefined;
  const event = eventOf(agent, name, input);
  if (event === undefined) return undefined;
  const cwd = textIn(input, "cwd");
  return { session: sessionId(agent, native), name, ...(cwd !== undefined && { cwd }), ...event };
}

/** Hosts accept nothing but JSON on standard output. */
export function answerTo({ name }: HostEvent, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext } });
}

type Input = Readonly<Record<string, unknown>>;

function eventOf(agent: AgentName, name: string, input: Input): EventKind | undefined {
  switch (name) {
    case "SessionStart":
      return { event: "start", how: startIn(agent, textIn(input, "source") ?? "") };
    case "UserPromptSubmit":
    case "BeforeAgent": {
      const text = textIn(input, "prompt")?.replace(HOOK_CONTEXT, "").trim() ?? "";
      return text === "" || MACHINE_TURN.test(text) ? undefined : { event: "prompt", text };
    }
    case "PostToolUseFailure":
    case "PostToolUse":
    case "AfterTool": {
      const output = textIn(input, "error") ?? printed(input.tool_response);
      const command = commandIn(input.tool_input);
      return output === "" ? undefined : { event: "failure", output, ...(command !== undefined && { command }) };
    }
    case "PreCompress":
      // Gemini CLI sends this before every turn with `auto`, whether it compacts or not.
      return textIn(input, "trigger") === "auto" ? undefined : { event: "cut" };
    case "SessionEnd": {
      const transcript = textIn(input, "transcript_path");
      return { event: "end", ...(transcript !== undefined && { transcript }) };
    }
    default:
      return undefined;
  }
}

function startIn(agent: AgentName, source: string): "new" | "resumed" | "compacted" {
  const how = STARTS[source] ?? "new";
  return how === "resumed" && agentNamed(agent)?.hooks?.losesOnResume === true ? "compacted" : how;
}

const STARTS: Readonly<Record<string, "resumed" | "compacted">> = {
  resume: "resumed",
  fork: "resumed",
  compact: "compacted",
};

/** Gemini CLI prepends the context of the start hook to the first prompt and passes both on as the prompt. */
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;

/** Prompts that no person typed. */
const MACHINE_TURN = /^<(?:task-notification|local-command-|command-name|command-message)/;

/** The line that a shell tool ran; some hosts give its words. */
function commandIn(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { command } = given as Input;
  if (Array.isArray(command)) return command.every((word) => typeof word === "string") ? command.join(" ") : undefined;
  return typeof command === "string" && command !== "" ? command : undefined;
}

/** Each host reports a tool's output in a different form. */
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
    return undefined; // incomplete, or not JSON
  }
}
