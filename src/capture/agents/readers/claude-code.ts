/** Reads the lines of Claude Code's transcripts: one line a block, tool results in a user's place, much bookkeeping. */

import { type Fields, fieldsOf, filesIn, listOf, textIn, timeIn, wordsIn } from "../json-fields.ts";
import { type Hear, type Heard, left, type Memory, unknown } from "../transcript-event.ts";
import { endingOf } from "./call-outcome.ts";

export const hearClaudeCode: Hear = (line, memory) => {
  const { type } = line;
  const heard = nameOf(line, memory);
  if (type === "user") heard.push(...hearUser(line));
  else if (type === "attachment") heard.push(hearAttachment(line));
  else if (type === "assistant") heard.push(...blocksOf(line).map((block) => hearAgentBlock(fieldsOf(block), line)));
  else if (TITLES.has(String(type))) heard.push({ kind: "session", title: titleIn(line) }, left("title"));
  else heard.push(BOOKKEEPING.has(String(type)) ? left("bookkeeping") : unknown("line type", type));
  return heard;
};

const TITLES = new Set(["summary", "custom-title", "ai-title"]);

const BOOKKEEPING = new Set(
  [
    "system progress queue-operation last-prompt mode permission-mode cost-state tools-used api-request",
    "api-request-blob api-request-shape atis-latch file-history-snapshot agent-name agent-color agent-setting tag",
    "pr-link worktree-state content-replacement file-history-delta session-context marble-origami-commit",
  ].flatMap((names) => names.split(" ")),
);

/** Every line carries the session's id: the first is enough. A fork's file begins with lines of the session it left. */
function nameOf({ sessionId, agentId }: Fields, memory: Memory): Heard[] {
  const native = textIn(sessionId);
  if (native === undefined || memory.named === true) return [];
  memory.named = true;
  const agent = textIn(agentId);
  return [
    agent === undefined ? { kind: "session", nativeId: native } : { kind: "session", nativeId: agent, parent: native },
  ];
}

function hearUser(line: Fields): Heard[] {
  const reason = notThePerson(line);
  const role = line.isSidechain === true ? "machine" : "person";
  return blocksOf(line).map((value) => {
    const block = fieldsOf(value);
    if (block.type === "tool_result") return hearResult(block, line);
    if (reason !== undefined) return left(reason);
    if (block.type === "text") return hearText(textIn(block.text) ?? "", role, line);
    return PICTURES.has(String(block.type)) ? left("picture or document") : unknown("block", block.type);
  });
}

/** What the person typed after an exclamation mark is a command of theirs; how it ended is not told. */
function hearText(text: string, role: "person" | "machine", line: Fields): Heard {
  const command = role === "person" ? /^<bash-input>([\s\S]+)<\/bash-input>$/.exec(text.trim())?.[1] : undefined;
  const { cwd, atMs } = placeOf(line);
  if (command !== undefined) return { kind: "ran", actor: "person", command, cwd, startMs: atMs, status: "unknown" };
  return { kind: "said", role, text, cwd, atMs };
}

const PICTURES = new Set(["image", "document"]);

/** A prompt that was typed while the agent was at work is told here and nowhere else. */
function hearAttachment(line: Fields): Heard {
  const { type, prompt, commandMode } = fieldsOf(line.attachment);
  const isPrompt = type === "queued_command" && (commandMode === undefined || commandMode === "prompt");
  const reason = notThePerson({ ...line, ...fieldsOf(line.attachment) });
  if (!isPrompt || reason !== undefined) return left("bookkeeping");
  return hearText(wordsIn(prompt), line.isSidechain === true ? "machine" : "person", line);
}

function notThePerson({
  isMeta,
  isCompactSummary,
  isVisibleInTranscriptOnly,
  promptSource,
  origin,
}: Fields): string | undefined {
  if (isCompactSummary === true) return "summary of a compaction";
  const source = textIn(fieldsOf(origin).kind);
  const isMachine = isMeta === true || isVisibleInTranscriptOnly === true || promptSource === "system";
  return isMachine || (source !== undefined && !/^(?:human|user|sdk|prompt)$/.test(source))
    ? "machine turn"
    : undefined;
}

function hearAgentBlock(block: Fields, line: Fields): Heard {
  switch (block.type) {
    case "text":
      return { kind: "said", role: "agent", text: textIn(block.text) ?? "", ...placeOf(line) };
    case "tool_use":
    case "server_tool_use": {
      const input = fieldsOf(block.input);
      const tool = textIn(block.name) ?? "";
      const command = tool === "Bash" ? textIn(input.command) : undefined;
      return { kind: "call", id: textIn(block.id) ?? "", tool, files: filesIn(input), command, ...placeOf(line) };
    }
    case "thinking":
    case "redacted_thinking":
      return left("thinking");
    default:
      return PICTURES.has(String(block.type)) || /_tool_result$/.test(String(block.type))
        ? left("picture or document")
        : unknown("block", block.type);
  }
}

function hearResult(block: Fields, line: Fields): Heard {
  const text = wordsIn(block.content);
  const told = fieldsOf(line.toolUseResult);
  return {
    kind: "result",
    id: textIn(block.tool_use_id) ?? "",
    text,
    ...endingOf(text, {
      isError: block.is_error === true,
      isInterrupted: told.interrupted === true,
      // A command in the background has not ended; a status that was explained away may be any.
      isOpen: told.backgroundTaskId !== undefined || told.returnCodeInterpretation !== undefined,
    }),
    atMs: timeIn(line.timestamp),
  };
}

function blocksOf(line: Fields): readonly unknown[] {
  const { content } = fieldsOf(line.message);
  return typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
}

function titleIn(line: Fields): string | undefined {
  return textIn(line.customTitle) ?? textIn(line.aiTitle) ?? textIn(line.summary);
}

function placeOf(line: Fields): { cwd: string | undefined; atMs: number | undefined } {
  return { cwd: textIn(line.cwd), atMs: timeIn(line.timestamp) };
}
