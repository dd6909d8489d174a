/** Reads Claude Code's transcripts: one line per block, tool results as user messages, and much bookkeeping. */

import { arrayIn, fieldsOf, filesIn, type JsonFields, messageText, textIn, timeIn } from "./json-fields.ts";
import {
  ignored,
  outcomeOf,
  type ReaderMemory,
  type ReadLine,
  type TranscriptEvent,
  unknown,
} from "./transcript-event.ts";

export const readClaudeCode: ReadLine = (line, memory) => {
  const { type } = line;
  const events = startedSession(line, memory);
  if (type === "user") events.push(...readUser(line));
  else if (type === "attachment") events.push(readAttachment(line));
  else if (type === "assistant") events.push(...blocksOf(line).map((block) => readAgentBlock(fieldsOf(block), line)));
  else if (TITLES.has(String(type))) events.push({ kind: "session", title: titleIn(line) }, ignored("title"));
  else events.push(BOOKKEEPING.has(String(type)) ? ignored("bookkeeping") : unknown("line type", type));
  return events;
};

const TITLES = new Set(["summary", "custom-title", "ai-title"]);

const BOOKKEEPING = new Set(
  [
    "system progress queue-operation last-prompt mode permission-mode cost-state tools-used api-request",
    "api-request-blob api-request-shape atis-latch file-history-snapshot agent-name agent-color agent-setting tag",
    "pr-link worktree-state content-replacement file-history-delta session-context marble-origami-commit",
  ].flatMap((names) => names.split(" ")),
);

/** Every line carries the session's id; the first is used. The file of a fork begins with lines of the session it forked from. */
function startedSession({ sessionId, agentId }: JsonFields, memory: ReaderMemory): TranscriptEvent[] {
  const native = textIn(sessionId);
  if (native === undefined || memory.named === true) return [];
  memory.named = true;
  const agent = textIn(agentId);
  return [
    agent === undefined ? { kind: "session", nativeId: native } : { kind: "session", nativeId: agent, parent: native },
  ];
}

function readUser(line: JsonFields): TranscriptEvent[] {
  const reason = machineReason(line);
  const role = line.isSidechain === true ? "machine" : "person";
  return blocksOf(line).map((value) => {
    const block = fieldsOf(value);
    if (block.type === "tool_result") return readResult(block, line);
    if (reason !== undefined) return ignored(reason);
    if (block.type === "text") return readText(textIn(block.text) ?? "", role, line);
    return PICTURES.has(String(block.type)) ? ignored("picture or document") : unknown("block", block.type);
  });
}

/** What the person typed after an exclamation mark is their own command; its exit status is not recorded. */
function readText(text: string, role: "person" | "machine", line: JsonFields): TranscriptEvent {
  const command = role === "person" ? /^<bash-input>([\s\S]+)<\/bash-input>$/.exec(text.trim())?.[1] : undefined;
  const { cwd, atMs } = placeOf(line);
  if (command !== undefined)
    return { kind: "command", actor: "person", command, cwd, startMs: atMs, status: "unknown" };
  return { kind: "message", role, text, cwd, atMs };
}

const PICTURES = new Set(["image", "document"]);

/** A prompt that was typed while the agent was working is recorded only here. */
function readAttachment(line: JsonFields): TranscriptEvent {
  const { type, prompt, commandMode } = fieldsOf(line.attachment);
  const isPrompt = type === "queued_command" && (commandMode === undefined || commandMode === "prompt");
  const reason = machineReason({ ...line, ...fieldsOf(line.attachment) });
  if (!isPrompt || reason !== undefined) return ignored("bookkeeping");
  return readText(messageText(prompt), line.isSidechain === true ? "machine" : "person", line);
}

function machineReason({
  isMeta,
  isCompactSummary,
  isVisibleInTranscriptOnly,
  promptSource,
  origin,
}: JsonFields): string | undefined {
  if (isCompactSummary === true) return "summary of a compaction";
  const source = textIn(fieldsOf(origin).kind);
  const isMachine = isMeta === true || isVisibleInTranscriptOnly === true || promptSource === "system";
  return isMachine || (source !== undefined && !/^(?:human|user|sdk|prompt)$/.test(source))
    ? "machine turn"
    : undefined;
}

function readAgentBlock(block: JsonFields, line: JsonFields): TranscriptEvent {
  switch (block.type) {
    case "text":
      return { kind: "message", role: "agent", text: textIn(block.text) ?? "", ...placeOf(line) };
    case "tool_use":
    case "server_tool_use": {
      const input = fieldsOf(block.input);
      const tool = textIn(block.name) ?? "";
      const command = tool === "Bash" ? textIn(input.command) : undefined;
      const purpose = command === undefined ? undefined : textIn(input.description);
      return {
        kind: "call",
        id: textIn(block.id) ?? "",
        tool,
        files: filesIn(input),
        command,
        purpose,
        ...placeOf(line),
      };
    }
    case "thinking":
    case "redacted_thinking":
      return ignored("thinking");
    default:
      return PICTURES.has(String(block.type)) || /_tool_result$/.test(String(block.type))
        ? ignored("picture or document")
        : unknown("block", block.type);
  }
}

function readResult(block: JsonFields, line: JsonFields): TranscriptEvent {
  const text = messageText(block.content);
  const details = fieldsOf(line.toolUseResult);
  return {
    kind: "result",
    id: textIn(block.tool_use_id) ?? "",
    text,
    ...outcomeOf(text, {
      isError: block.is_error === true,
      isInterrupted: details.interrupted === true,
      // A command in the background has not ended; a reinterpreted exit code can be any status.
      isOpen: details.backgroundTaskId !== undefined || details.returnCodeInterpretation !== undefined,
    }),
    atMs: timeIn(line.timestamp),
  };
}

function blocksOf(line: JsonFields): readonly unknown[] {
  const { content } = fieldsOf(line.message);
  return typeof content === "string" ? [{ type: "text", text: content }] : arrayIn(content);
}

function titleIn(line: JsonFields): string | undefined {
  return textIn(line.customTitle) ?? textIn(line.aiTitle) ?? textIn(line.summary);
}

function placeOf(line: JsonFields): { cwd: string | undefined; atMs: number | undefined } {
  return { cwd: textIn(line.cwd), atMs: timeIn(line.timestamp) };
}
