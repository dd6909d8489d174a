/**
 * Hooks of a host that are answered by this running server, without a process of their own. The tool is not listed, so a model
 * cannot call it: hosts call it by its name. What it reports that the person said is proved by the transcript, as with any hook.
 */
import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { agentNamed } from "../../agents/all.ts";
import { type AgentName, sessionId } from "../../core/session/session.ts";
import { answerTool, MOST_MS, type ToolEvent, toolEventIn } from "../../main/answer-act.ts";
import type { OpenMemories } from "../../main/memory-pool.ts";
import { type LendDatabases, lendDatabases } from "../../main/open-for-hook.ts";
import type { Env } from "../../verbs/call/environment.ts";

export const HOOK_TOOL = "host_event";

type Entrance = { readonly env: Env; readonly memories: OpenMemories };
type Fields = Readonly<Record<string, unknown>>;

/** Answers the request if it is a hook's; undefined leaves it to the server. A hook never fails its host. */
export function hookEntrance({ env, memories }: Entrance): (request: JSONRPCRequest) => Promise<object> | undefined {
  /** What the agent last asked a subagent to do, by session: the event of its start does not say it. */
  const delegated = new Map<string, string>();
  const lend = lendDatabases();
  return ({ method, params }) => {
    const call = (params ?? {}) as Fields;
    if (method !== "tools/call" || call.name !== HOOK_TOOL) return undefined;
    const input = (call.arguments ?? {}) as Fields;
    const agent = String(input.host);
    const isUseful = env.isOff !== true && agentNamed(agent)?.hooks !== undefined;
    const answer = isUseful ? answerEvent(agent, input, { env, memories, delegated, lend }) : Promise.resolve({});
    return answer.catch(() => ({})).then(asResult);
  };
}

const asResult = (answer: object): object => ({
  resultType: "complete",
  content: [{ type: "text", text: JSON.stringify(answer) }],
});

type Answering = Entrance & { readonly delegated: Map<string, string>; readonly lend: LendDatabases };

async function answerEvent(
  agent: AgentName,
  input: Fields,
  { env, memories, delegated, lend }: Answering,
): Promise<object> {
  const event = toolEventIn(agent, input);
  const guarded = event === undefined ? {} : await answerAct(event, { env, memories });
  if (event?.when === "before") return guarded;
  noteDelegation(input, delegated);
  const context = await contextOf(agent, input, { env, delegated, lend });
  if (context === "") return guarded;
  return { hookSpecificOutput: { hookEventName: input.hook_event_name, additionalContext: context } };
}

async function answerAct(event: ToolEvent, { env, memories }: Entrance): Promise<object> {
  const from = env.clock();
  const isLate = (): boolean => env.clock() - from > MOST_MS * (env.slowness ?? 1);
  return memories.lend(event.cwd === undefined ? {} : { dir: event.cwd }, (memory) =>
    answerTool(memory, event, isLate),
  );
}

function noteDelegation(
  { hook_event_name: name, session_id: session, tool_input: given }: Fields,
  delegated: Map<string, string>,
): void {
  if (name !== "PreToolUse" || typeof session !== "string" || typeof given !== "string") return;
  try {
    const { prompt } = JSON.parse(given) as Fields;
    if (typeof prompt === "string") delegated.set(session, prompt);
  } catch {
    // another form: then the subagent is given the rules alone
  }
}

type Contexts = Omit<Answering, "memories">;

async function contextOf(agent: AgentName, input: Fields, { env, delegated, lend }: Contexts): Promise<string> {
  const { hostEventIn } = await import("../hook/host-event.ts");
  const { contextFor, contextForSubagent } = await import("../hook/context-for-event.ts");
  if (input.hook_event_name === "SubagentStart") {
    const session = sessionId(agent, `${input.session_id}/${input.agent_id}`);
    const prompt = delegated.get(String(input.session_id)) ?? "";
    return contextForSubagent({ env: hookEnv(env, input), session, prompt, lend });
  }
  const event = hostEventIn(agent, JSON.stringify(withoutEmpty(input)));
  return event === undefined ? "" : contextFor(agent, event, { env, deadline: NO_DEADLINE, lend });
}

function hookEnv(env: Env, { cwd }: Fields): Env {
  return typeof cwd === "string" && cwd !== "" ? { ...env, cwd } : env;
}

/** Claude Code fills what an event does not have with an empty text, and sends tables as text. */
function withoutEmpty(input: Fields): Fields {
  const entries = Object.entries(input).filter(([, value]) => value !== "");
  return Object.fromEntries(entries.map(([key, value]) => [key, TABLES.has(key) ? tableIn(value) : value]));
}

const TABLES = new Set(["tool_input", "tool_response"]);

function tableIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The server is running anyway, and its host has a time limit of its own. */
const NO_DEADLINE = { awaitMore() {}, begin() {}, extend() {} };
