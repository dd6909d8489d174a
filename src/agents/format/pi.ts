/** Reads the sessions of pi and of its fork oh-my-pi: a header, then the entries of one tree in order of time. */

import { arrayIn, fieldsOf, filesIn, type JsonFields, messageText, numberIn, textIn, timeIn } from "./json-fields.ts";
import { exited, ignored, outcomeOf, type ReadLine, type TranscriptEvent, unknown } from "./transcript-event.ts";

/** Abandoned branches are read too: they happened. */
export const readPi: ReadLine = (line) => {
  switch (line.type) {
    case "session":
      return [
        {
          kind: "session",
          nativeId: textIn(line.id),
          cwd: textIn(line.cwd),
          title: textIn(line.title),
          atMs: timeIn(line.timestamp),
        },
      ];
    case "message":
      return readMessage(fieldsOf(line.message), timeIn(line.timestamp));
    case "session_info":
    case "title":
    case "title_change":
      return [{ kind: "session", title: textIn(line.name) ?? textIn(line.title) }];
    case "custom_message":
      return [ignored("injected by an extension")];
    case "compaction":
    case "branch_summary":
      return [ignored("summary of a compaction")];
    default:
      return [BOOKKEEPING.has(String(line.type)) ? ignored("bookkeeping") : unknown("line type", line.type)];
  }
};

const BOOKKEEPING = new Set(
  [
    "model_change thinking_level_change service_tier_change context_edit custom label usage model_usage mode_change",
    "session_init reset_boundary ttsr_injection credential_pin mcp_tool_selection leaf",
  ].flatMap((names) => names.split(" ")),
);

function readMessage(message: JsonFields, atMs: number | undefined): TranscriptEvent[] {
  switch (message.role) {
    case "user":
      return readUser(message, atMs);
    case "assistant":
      return arrayIn(message.content).map((block) => readBlock(fieldsOf(block), atMs));
    case "toolResult":
      return [readResult(message, atMs)];
    case "bashExecution":
      return [readPersonsCommand(message, atMs)];
    case "compactionSummary":
    case "branchSummary":
      return [ignored("summary of a compaction")];
    default:
      return [INJECTED.has(String(message.role)) ? ignored("injected by an extension") : unknown("role", message.role)];
  }
}

const INJECTED = new Set(["system", "developer", "custom", "hookMessage", "fileMention", "pythonExecution"]);

function readUser(message: JsonFields, atMs: number | undefined): TranscriptEvent[] {
  const isMachine = message.attribution === "agent" || message.synthetic === true;
  const text = messageText(message.content);
  const pictures = arrayIn(message.content).filter((block) => fieldsOf(block).type === "image");
  return [
    ...(text === "" ? [] : [{ kind: "message", role: isMachine ? "machine" : "person", text, atMs } as const]),
    ...pictures.map(() => ignored("picture or document")),
  ];
}

function readBlock(block: JsonFields, atMs: number | undefined): TranscriptEvent {
  switch (block.type) {
    case "text":
      return { kind: "message", role: "agent", text: textIn(block.text) ?? "", atMs };
    case "toolCall": {
      const input = fieldsOf(block.arguments);
      const tool = textIn(block.name) ?? "";
      const command = tool === "bash" ? textIn(input.command) : undefined;
      const cwd = textIn(input.cwd) ?? textIn(input.workdir);
      return { kind: "call", id: textIn(block.id) ?? "", tool, files: filesIn(input), command, cwd, atMs };
    }
    case "thinking":
    case "redactedThinking":
      return ignored("thinking");
    default:
      return block.type === "image" ? ignored("picture or document") : unknown("block", block.type);
  }
}

function readResult(message: JsonFields, atMs: number | undefined): TranscriptEvent {
  const text = messageText(message.content);
  const outcome = outcomeOf(text, { isError: message.isError === true });
  return { kind: "result", id: textIn(message.toolCallId) ?? "", text, ...outcome, atMs };
}

/** What the person typed after an exclamation mark is their own command, though it is in an agent's session. */
function readPersonsCommand(message: JsonFields, atMs: number | undefined): TranscriptEvent {
  return {
    kind: "command",
    actor: "person",
    command: textIn(message.command) ?? "",
    startMs: timeIn(message.timestamp) ?? atMs,
    ...(message.cancelled === true ? { status: "interrupted" as const } : exited(numberIn(message.exitCode))),
  };
}
