/** Reads the rollouts of Codex: the items of the conversation, and events that tell most of it a second time. */
import { fileURLToPath } from "node:url";
import {
  type Fields,
  fieldsOf,
  filesIn,
  isFields,
  listOf,
  numberIn,
  parsedFields,
  textIn,
  timeIn,
  wordsIn,
} from "../json-fields.ts";
import { type Ending, type Hear, type Heard, left, type Memory, unknown } from "../transcript-event.ts";
import { endingOf, exitCodeIn, known } from "./call-outcome.ts";
import { commandOf, patchedFiles } from "./shell-call.ts";

export const hearCodex: Hear = (line, memory) => {
  const atMs = timeIn(line.timestamp);
  // The first versions wrote the items bare, without the wrapper.
  const payload = isFields(line.payload) ? line.payload : line;
  switch (line.type) {
    case "session_meta":
      return hearMeta(payload, memory, atMs);
    case "turn_context":
      return [{ kind: "session", cwd: textIn(payload.cwd) }, left("bookkeeping")];
    case "event_msg":
      return [hearEvent(payload, memory, atMs)];
    case "compacted":
      return [left("summary of a compaction")];
    case "response_item":
      return hearItem(payload, memory, atMs);
    case undefined:
      return textIn(line.id) === undefined ? [left("bookkeeping")] : hearMeta(line, memory, atMs);
    default:
      return BOOKKEEPING.has(String(line.type)) ? [left("bookkeeping")] : hearItem(payload, memory, atMs);
  }
};

const BOOKKEEPING = new Set(
  "world_state token_usage_record inter_agent_communication security_risk_score session_state turn_state".split(" "),
);

/** A fork's file carries the headers of what it was forked from after its own. */
function hearMeta(payload: Fields, memory: Memory, atMs: number | undefined): Heard[] {
  if (memory.named === true) return [left("bookkeeping")];
  memory.named = true;
  const spawn = fieldsOf(fieldsOf(fieldsOf(payload.source).subagent).thread_spawn);
  const parent = textIn(payload.parent_thread_id) ?? textIn(spawn.parent_thread_id);
  return [
    {
      kind: "session",
      nativeId: textIn(payload.id),
      parent,
      cwd: textIn(payload.cwd),
      atMs: timeIn(payload.timestamp) ?? atMs,
    },
  ];
}

function hearItem(item: Fields, memory: Memory, atMs: number | undefined): Heard[] {
  const id = textIn(item.call_id) ?? "";
  switch (item.type) {
    case "message":
      return hearMessage(item, atMs);
    case "function_call":
    case "custom_tool_call":
      if (item.name === "exec") memory.script = { id, hasTold: false };
      return [hearCall(item, { id, atMs })];
    case "local_shell_call": {
      const action = fieldsOf(item.action);
      const cwd = textIn(action.working_directory);
      return [{ kind: "call", id, tool: "local_shell", files: [], ...commandOf(action.command), cwd, atMs }];
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return hasToldAll(memory, id)
        ? [{ kind: "result", id, text: "", status: "unknown", atMs }, left("told twice")]
        : [hearOutput(item.output, { id, atMs })];
    case "reasoning":
      return [left("thinking")];
    default:
      return [OTHER_ITEMS.test(String(item.type)) ? left("bookkeeping") : unknown("line type", item.type)];
  }
}

const OTHER_ITEMS =
  /^(?:additional_tools|web_search_call|tool_search_(?:call|output)|image_generation_call|ghost_snapshot|compaction\w*|context_compaction|other)$/;

function hearMessage(item: Fields, atMs: number | undefined): Heard[] {
  const content = listOf(item.content).map(fieldsOf);
  if (item.role !== "user" && item.role !== "assistant") return [left("instructions of the host")];
  const role = item.role === "user" ? "person" : "agent";
  const kinds = listOf(fieldsOf(item.internal_chat_message_metadata_passthrough).content_item_kinds);
  return content.map((part, index) => {
    if (role === "person" && kinds.length === content.length && kinds[index] !== "user.text") {
      return left("instructions of the host");
    }
    const text = textIn(part.text);
    if (text !== undefined) return { kind: "said", role, text, atMs };
    return /image|file|audio/.test(String(part.type)) ? left("picture or document") : left("empty");
  });
}

type About = { readonly id: string; readonly atMs: number | undefined };

function hearCall(item: Fields, about: About): Heard {
  const tool = textIn(item.name) ?? "";
  const input = parsedFields(item.arguments);
  const raw = textIn(item.input) ?? textIn(input.input) ?? textIn(input.patch) ?? "";
  if (!SHELL_TOOLS.has(tool)) return { kind: "call", ...about, tool, files: [...filesIn(input), ...patchedFiles(raw)] };
  const told = commandOf(input.command ?? input.cmd);
  const cwd = textIn(input.workdir);
  // A patch is put on by a word that no shell knows.
  const isPatch = told.command !== undefined && /^\s*apply_patch\b/.test(told.command);
  if (isPatch) return { kind: "call", ...about, tool: "apply_patch", files: patchedFiles(told.command) };
  return { kind: "call", ...about, tool, files: [], ...told, cwd };
}

const SHELL_TOOLS = new Set([
  "shell",
  "shell_command",
  "exec_command",
  "container.exec",
  "local_shell",
  "unified_exec",
]);

function hearOutput(output: unknown, about: About): Heard {
  const parsed = typeof output === "string" && output.startsWith("{") ? parsedFields(output) : fieldsOf(output);
  const text = textIn(parsed.output) ?? (wordsIn(parsed.content) || wordsIn(output));
  return { kind: "result", ...about, text: text.replace(HEADER, ""), ...outputEnding(parsed, text) };
}

/** What Codex writes above what was printed. */
const HEADER =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited|Process running|Original token|Script )[^\n]{0,200}\n){1,6}Output:\n/;

function outputEnding(parsed: Fields, text: string): Ending {
  const metadata = fieldsOf(parsed.metadata);
  const exitCode = numberIn(metadata.exit_code) ?? exitCodeIn(text);
  const seconds =
    numberIn(metadata.duration_seconds) ?? Number(/^Wall time: ([\d.]{1,12}) seconds/m.exec(text.slice(0, 300))?.[1]);
  const durationMs = Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
  if (exitCode !== undefined) return { ...known(exitCode), durationMs };
  return parsed.success === false || /rejected by user|aborted by user/i.test(text.slice(0, 300))
    ? endingOf(text, { isError: true })
    : { status: "unknown", durationMs };
}

/** The only events that tell something new: a command or a change of files that was made from inside a script. */
function hearEvent(event: Fields, memory: Memory, atMs: number | undefined): Heard {
  const item = fieldsOf(event.item);
  if (event.type !== "item_completed") return left(REASONING.test(String(event.type)) ? "thinking" : "told twice");
  const output = textIn(item.aggregated_output) ?? textIn(item.stdout);
  if (output !== undefined) memory.script = { ...fieldsOf(memory.script), hasTold: true };
  if (item.type === "FileChange") return hearChange(item, atMs);
  if (item.type !== "CommandExecution") return left(item.type === "Reasoning" ? "thinking" : "told twice");
  const { command = "", shell } = commandOf(item.command);
  const exitCode = numberIn(item.exit_code);
  const durationMs = numberIn(item.duration_ms);
  const startMs = atMs === undefined ? undefined : atMs - (durationMs ?? 0);
  const ending: Ending = exitCode === undefined ? { status: "unknown" } : known(exitCode);
  return {
    kind: "ran",
    id: textIn(item.id),
    actor: "agent",
    command,
    shell,
    cwd: pathIn(item.cwd),
    startMs,
    durationMs,
    output,
    atMs,
    ...ending,
  };
}

function hearChange(item: Fields, atMs: number | undefined): Heard {
  const { changes } = item;
  const listed = listOf(changes).flatMap((change) => textIn(fieldsOf(change).path) ?? []);
  return {
    kind: "edited",
    id: textIn(item.id),
    tool: "apply_patch",
    files: [...listed, ...Object.keys(fieldsOf(changes))],
    output: textIn(item.stdout) ?? "",
    status: item.status === "completed" ? "success" : "failure",
    atMs,
  };
}

/** What a script did is told by an event for each step; its own result says it again, as the script chose to print it. */
function hasToldAll(memory: Memory, id: string): boolean {
  const script = fieldsOf(memory.script);
  return id !== "" && script.id === id && script.hasTold === true;
}

/** A directory may be told as an address. */
function pathIn(value: unknown): string | undefined {
  const text = textIn(value);
  if (text === undefined || !text.startsWith("file:")) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // An address of another machine is no directory of this one.
    return undefined;
  }
}

const REASONING = /reasoning/;
