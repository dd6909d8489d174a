/** Reads the sessions of pi and of oh-my-pi, which grew from it: a header, then entries of one tree in the order they came. */

import { type Fields, fieldsOf, filesIn, listOf, numberIn, textIn, timeIn, wordsIn } from "../json-fields.ts";
import { type Hear, type Heard, left, unknown } from "../transcript-event.ts";
import { endingOf, known } from "./call-outcome.ts";

/** Branches that were given up are read too: they happened. */
export const hearPi: Hear = (line) => {
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
      return hearMessage(fieldsOf(line.message), timeIn(line.timestamp));
    case "session_info":
    case "title":
    case "title_change":
      return [{ kind: "session", title: textIn(line.name) ?? textIn(line.title) }];
    case "custom_message":
      return [left("injected by an extension")];
    case "compaction":
    case "branch_summary":
      return [left("summary of a compaction")];
    default:
      return [BOOKKEEPING.has(String(line.type)) ? left("bookkeeping") : unknown("line type", line.type)];
  }
};

const BOOKKEEPING = new Set(
  [
    "model_change thinking_level_change service_tier_change context_edit custom label usage model_usage mode_change",
    "session_init reset_boundary ttsr_injection credential_pin mcp_tool_selection leaf",
  ].flatMap((names) => names.split(" ")),
);

function hearMessage(message: Fields, atMs: number | undefined): Heard[] {
  switch (message.role) {
    case "user":
      return hearUser(message, atMs);
    case "assistant":
      return listOf(message.content).map((block) => hearBlock(fieldsOf(block), atMs));
    case "toolResult":
      return [hearResult(message, atMs)];
    case "bashExecution":
      return [hearPersonsCommand(message, atMs)];
    case "compactionSummary":
    case "branchSummary":
      return [left("summary of a compaction")];
    default:
      return [ASIDE.has(String(message.role)) ? left("injected by an extension") : unknown("role", message.role)];
  }
}

const ASIDE = new Set(["system", "developer", "custom", "hookMessage", "fileMention", "pythonExecution"]);

function hearUser(message: Fields, atMs: number | undefined): Heard[] {
  const isMachine = message.attribution === "agent" || message.synthetic === true;
  const text = wordsIn(message.content);
  const pictures = listOf(message.content).filter((block) => fieldsOf(block).type === "image");
  return [
    ...(text === "" ? [] : [{ kind: "said", role: isMachine ? "machine" : "person", text, atMs } as const]),
    ...pictures.map(() => left("picture or document")),
  ];
}

function hearBlock(block: Fields, atMs: number | undefined): Heard {
  switch (block.type) {
    case "text":
      return { kind: "said", role: "agent", text: textIn(block.text) ?? "", atMs };
    case "toolCall": {
      const input = fieldsOf(block.arguments);
      const tool = textIn(block.name) ?? "";
      const command = tool === "bash" ? textIn(input.command) : undefined;
      const cwd = textIn(input.cwd) ?? textIn(input.workdir);
      return { kind: "call", id: textIn(block.id) ?? "", tool, files: filesIn(input), command, cwd, atMs };
    }
    case "thinking":
    case "redactedThinking":
      return left("thinking");
    default:
      return block.type === "image" ? left("picture or document") : unknown("block", block.type);
  }
}

function hearResult(message: Fields, atMs: number | undefined): Heard {
  const text = wordsIn(message.content);
  const ending = endingOf(text, { isError: message.isError === true });
  return { kind: "result", id: textIn(message.toolCallId) ?? "", text, ...ending, atMs };
}

/** What the person typed after an exclamation mark: theirs, though it stands in an agent's session. */
function hearPersonsCommand(message: Fields, atMs: number | undefined): Heard {
  const exitCode = numberIn(message.exitCode);
  const ending = exitCode === undefined ? ({ status: "unknown" } as const) : known(exitCode);
  return {
    kind: "ran",
    actor: "person",
    command: textIn(message.command) ?? "",
    startMs: timeIn(message.timestamp) ?? atMs,
    ...(message.cancelled === true ? { status: "interrupted" as const } : ending),
  };
}
