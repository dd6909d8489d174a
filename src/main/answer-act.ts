/** Answers a host before and after an agent uses a tool: the same for the running server and for the hook program. */
import { agentNamed } from "../agents/all.ts";
import { type ToolAct, toolAct } from "../core/guard/tool-act.ts";
import { type AgentName, type SessionId, sessionId } from "../core/session/session.ts";
import type { Env } from "../verbs/call/environment.ts";
import { openForWriting } from "../verbs/call/open-for-writing.ts";
import { answerBefore, carriesWarnings } from "../verbs/guards/answer-host.ts";
import type { ActOutcome, AgentAct } from "../verbs/guards/guard-verbs.ts";
import type { Memory } from "./memory.ts";

export type ToolEvent = {
  readonly agent: AgentName;
  /** The host's name of the event. */
  readonly name: string;
  readonly when: "before" | "after";
  readonly session: SessionId;
  readonly cwd: string | undefined;
  readonly act: ToolAct;
  readonly outcome: ActOutcome;
  /** Asked by `doctor`, not by an agent: nothing is logged. */
  readonly isTrial?: true;
};

type Fields = Readonly<Record<string, unknown>>;

const BEFORE = /^(?:PreToolUse|BeforeTool)$/;
const AFTER = /^(?:PostToolUse|PostToolUseFailure|AfterTool)$/;

/** Undefined for other events, and for tools that guards are not about. */
export function toolEventIn(agent: AgentName, input: Fields): ToolEvent | undefined {
  const { hook_event_name: name, session_id: native, tool_name: tool, cwd } = input;
  if (typeof name !== "string" || typeof native !== "string" || typeof tool !== "string") return undefined;
  const when = BEFORE.test(name) ? "before" : AFTER.test(name) ? "after" : undefined;
  const act = when === undefined ? undefined : toolAct(tool, fieldsIn(input.tool_input));
  if (when === undefined || act === undefined) return undefined;
  const at = typeof cwd === "string" && cwd !== "" ? cwd : undefined;
  const [session, outcome] = [sessionId(agent, native), outcomeOf(agent, name)];
  return { agent, name, when, session, cwd: at, act, outcome, ...(input.trial === true && { isTrial: true }) };
}

/** Claude Code sends JSON as text. */
function fieldsIn(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** Some hosts do not say how a command ended. */
function outcomeOf(agent: AgentName, name: string): ActOutcome {
  if (name === "PostToolUseFailure") return "failed";
  return agentNamed(agent)?.hooks?.reportsOutcome === true ? "ok" : "unknown";
}

type GuardingMemory = Pick<Memory, "beforeAct" | "afterAct" | "testGuards">;

/** How long an answer may take: after that the tool is used, and the log says so. */
export const MOST_MS = 200;

/** The answer as JSON; empty if there is nothing to say. */
export async function answerTool(memory: GuardingMemory, event: ToolEvent, isLate: () => boolean): Promise<object> {
  const { agent, session, act, cwd, name } = event;
  const done: AgentAct = { agent, session, act, cwd };
  if (event.when === "after") {
    const { warned } = await memory.afterAct(done, event.outcome);
    if (warned.length === 0 || carriesWarnings(agent)) return {};
    return { hookSpecificOutput: { hookEventName: name, additionalContext: `oldhand: ${warned.join(" ")}` } };
  }
  const verdict = event.isTrial ? memory.testGuards({ act, cwd }) : memory.beforeAct(done, isLate);
  return answerBefore(agent, name, await verdict);
}

/** For a hook that is a program: opens the memory for this one answer. */
export async function answerToolOnce(env: Env, event: ToolEvent): Promise<string> {
  const call = await openForWriting(
    { ...env, isAgent: true, ...(event.cwd !== undefined && { cwd: event.cwd }) },
    { isQuick: true, busyMs: BUSY_MS },
  );
  try {
    const { guardVerbs } = await import("../verbs/guards/guard-verbs.ts");
    const answer = await answerTool(guardVerbs(call), event, () => false);
    return Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
  } finally {
    call.store.close();
  }
}

const BUSY_MS = 20;
