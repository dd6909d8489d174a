/** Reads the rollouts of Codex: the items of the conversation, and events that repeat most of them. */

import { fileURLToPath } from "node:url";
import { SHELLS, type Shell } from "../../core/event/event.ts";
import { patchedFiles } from "../../core/guard/tool-act.ts";
import { screenName } from "../../core/screen/clean.ts";
import {
  arrayIn,
  fieldsOf,
  filesIn,
  isFields,
  type JsonFields,
  messageText,
  numberIn,
  parsedFields,
  textIn,
  timeIn,
} from "./json-fields.ts";
import {
  type CallOutcome,
  exitCodeIn,
  exited,
  ignored,
  outcomeOf,
  type ReaderMemory,
  type ReadLine,
  type TranscriptEvent,
  unknown,
} from "./transcript-event.ts";

export const readCodex: ReadLine = (line, memory) => {
  const atMs = timeIn(line.timestamp);
  // The first versions wrote the items bare, without the wrapper.
  const payload = isFields(line.payload) ? line.payload : line;
  switch (line.type) {
    case "session_meta":
      return readMeta(payload, memory, atMs);
    case "turn_context":
      return [{ kind: "session", cwd: textIn(payload.cwd) }, ignored("bookkeeping")];
    case "event_msg":
      return [readEvent(payload, memory, atMs)];
    case "compacted":
      return [ignored("summary of a compaction")];
    case "response_item":
      return readItem(payload, memory, atMs);
    case undefined:
      return textIn(line.id) === undefined ? [ignored("bookkeeping")] : readMeta(line, memory, atMs);
    default:
      return BOOKKEEPING.has(String(line.type)) ? [ignored("bookkeeping")] : readItem(payload, memory, atMs);
  }
};

const BOOKKEEPING = new Set(
  "world_state token_usage_record inter_agent_communication security_risk_score session_state turn_state".split(" "),
);

/** The file of a fork has its own header first, then the headers of the sessions it was forked from. */
function readMeta(payload: JsonFields, memory: ReaderMemory, atMs: number | undefined): TranscriptEvent[] {
  if (memory.named === true) return [ignored("bookkeeping")];
  memory.named = true;
  const spawn = fieldsOf(fieldsOf(fieldsOf(payload.source).subagent).thread_spawn);
  const parent = textIn(payload.parent_thread_id) ?? textIn(spawn.parent_thread_id);
  const startMs = timeIn(payload.timestamp) ?? atMs;
  return [{ kind: "session", nativeId: textIn(payload.id), parent, cwd: textIn(payload.cwd), atMs: startMs }];
}

function readItem(item: JsonFields, memory: ReaderMemory, atMs: number | undefined): TranscriptEvent[] {
  const id = textIn(item.call_id) ?? "";
  switch (item.type) {
    case "message":
      return readMessage(item, atMs);
    case "function_call":
    case "custom_tool_call":
      // `hasTold` is stored in cursors, so its name stays.
      if (item.name === "exec") memory.script = { id: screenName(id), hasTold: false };
      return [readCall(item, { id, atMs })];
    case "local_shell_call": {
      const action = fieldsOf(item.action);
      const cwd = textIn(action.working_directory);
      return [{ kind: "call", id, tool: "local_shell", files: [], ...commandOf(action.command), cwd, atMs }];
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return hasScriptOutput(memory, id)
        ? [{ kind: "result", id, text: "", status: "unknown", atMs }, ignored("recorded twice")]
        : [readOutput(item.output, { id, atMs })];
    case "reasoning":
      return [ignored("thinking")];
    default:
      return [OTHER_ITEMS.test(String(item.type)) ? ignored("bookkeeping") : unknown("line type", item.type)];
  }
}

const OTHER_ITEMS =
  /^(?:additional_tools|web_search_call|tool_search_(?:call|output)|image_generation_call|ghost_snapshot|compaction\w*|context_compaction|other)$/;

function readMessage(item: JsonFields, atMs: number | undefined): TranscriptEvent[] {
  const content = arrayIn(item.content).map(fieldsOf);
  if (item.role !== "user" && item.role !== "assistant") return [ignored("instructions of the host")];
  const role = item.role === "user" ? "person" : "agent";
  const kinds = arrayIn(fieldsOf(item.internal_chat_message_metadata_passthrough).content_item_kinds);
  return content.map((part, index) => {
    if (role === "person" && kinds.length === content.length && kinds[index] !== "user.text") {
      return ignored("instructions of the host");
    }
    const text = textIn(part.text);
    if (text !== undefined) return { kind: "message", role, text, atMs };
    return /image|file|audio/.test(String(part.type)) ? ignored("picture or document") : ignored("empty");
  });
}

type About = { readonly id: string; readonly atMs: number | undefined };

function readCall(item: JsonFields, about: About): TranscriptEvent {
  const tool = textIn(item.name) ?? "";
  const input = parsedFields(item.arguments);
  const raw = textIn(item.input) ?? textIn(input.input) ?? textIn(input.patch) ?? "";
  if (!SHELL_TOOLS.has(tool)) return { kind: "call", ...about, tool, files: [...filesIn(input), ...patchedFiles(raw)] };
  const shell = commandOf(input.command ?? input.cmd);
  const cwd = textIn(input.workdir);
  // `apply_patch` is not a program: Codex handles it itself.
  const isPatch = shell.command !== undefined && /^\s*apply_patch\b/.test(shell.command);
  if (isPatch) return { kind: "call", ...about, tool: "apply_patch", files: patchedFiles(shell.command ?? "") };
  return { kind: "call", ...about, tool, files: [], ...shell, cwd };
}

const SHELL_TOOLS = new Set("shell shell_command exec_command container.exec local_shell unified_exec".split(" "));

function readOutput(output: unknown, about: About): TranscriptEvent {
  const parsed = typeof output === "string" && output.startsWith("{") ? parsedFields(output) : fieldsOf(output);
  const text = textIn(parsed.output) ?? (messageText(parsed.content) || messageText(output));
  return { kind: "result", ...about, text: text.replace(HEADER, ""), ...outputEnding(parsed, text) };
}

/** The lines that Codex writes above the output. */
const HEADER =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited|Process running|Original token|Script )[^\n]{0,200}\n){1,6}Output:\n/;

function outputEnding(parsed: JsonFields, text: string): CallOutcome {
  const metadata = fieldsOf(parsed.metadata);
  const exitCode = numberIn(metadata.exit_code) ?? exitCodeIn(text);
  const seconds =
    numberIn(metadata.duration_seconds) ?? Number(/^Wall time: ([\d.]{1,12}) seconds/m.exec(text.slice(0, 300))?.[1]);
  const durationMs = Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
  if (exitCode !== undefined) return { ...exited(exitCode), durationMs };
  return parsed.success === false || /rejected by user|aborted by user/i.test(text.slice(0, 300))
    ? outcomeOf(text, { isError: true })
    : { status: "unknown", durationMs };
}

/** The only events with new content: a command or a change of files from inside a script. */
function readEvent(event: JsonFields, memory: ReaderMemory, atMs: number | undefined): TranscriptEvent {
  const item = fieldsOf(event.item);
  if (event.type !== "item_completed")
    return ignored(REASONING.test(String(event.type)) ? "thinking" : "recorded twice");
  const output = textIn(item.aggregated_output) ?? textIn(item.stdout);
  if (output !== undefined) memory.script = { ...fieldsOf(memory.script), hasTold: true };
  if (item.type === "FileChange") return readChange(item, atMs);
  if (item.type !== "CommandExecution") return ignored(item.type === "Reasoning" ? "thinking" : "recorded twice");
  const { command = "", shell } = commandOf(item.command);
  const durationMs = numberIn(item.duration_ms);
  const startMs = atMs === undefined ? undefined : atMs - (durationMs ?? 0);
  return {
    kind: "command",
    id: textIn(item.id),
    actor: "agent",
    command,
    shell,
    cwd: pathIn(item.cwd),
    startMs,
    durationMs,
    output,
    atMs,
    ...exited(numberIn(item.exit_code)),
  };
}

function readChange(item: JsonFields, atMs: number | undefined): TranscriptEvent {
  const { changes } = item;
  const listed = arrayIn(changes).flatMap((change) => textIn(fieldsOf(change).path) ?? []);
  return {
    kind: "edit",
    id: textIn(item.id),
    tool: "apply_patch",
    files: [...listed, ...Object.keys(fieldsOf(changes))],
    output: textIn(item.stdout) ?? "",
    status: item.status === "completed" ? "success" : "failure",
    atMs,
  };
}

/** Each step of a script has an event of its own; the result of the script repeats their output. */
function hasScriptOutput(memory: ReaderMemory, id: string): boolean {
  const script = fieldsOf(memory.script);
  return id !== "" && script.id === screenName(id) && script.hasTold === true;
}

/** A directory can be written as a file URL. */
function pathIn(value: unknown): string | undefined {
  const text = textIn(value);
  if (text === undefined || !text.startsWith("file:")) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // A URL of another machine is not a directory of this one.
    return undefined;
  }
}

const REASONING = /reasoning/;

/** The command line of a shell tool: `["bash", "-lc", "npm test"]` is `npm test` in bash; other lists are joined and quoted. */
export function commandOf(value: unknown): { command?: string; shell?: Shell } {
  if (typeof value === "string") return { command: value };
  const words = arrayIn(value).filter((word) => typeof word === "string");
  if (words.length === 0) return {};
  const name = words[0]!.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "");
  const shell = name === "pwsh" ? "powershell" : SHELLS.find((known) => known === name.toLowerCase());
  const script = words.at(-1)!;
  if (shell !== undefined && words.length === 3 && /^-\w*c/i.test(words[1]!)) return { command: script, shell };
  return { command: words.map(quoted).join(" ") };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
