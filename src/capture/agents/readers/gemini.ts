/** Reads the recordings of Gemini CLI: a header, then messages that are written anew each time something is added to them. */

import { type Fields, fieldsOf, filesIn, isFields, listOf, textIn, timeIn, wordsIn } from "../json-fields.ts";
import { type Hear, type Heard, left, type Memory, unknown } from "../transcript-event.ts";
import { endingOf, exitCodeIn, known } from "./call-outcome.ts";

/** What a rewind took back is read too: it happened. */
export const hearGemini: Hear = (line, memory) => {
  if (textIn(line.$rewindTo) !== undefined) return [left("bookkeeping")];
  if (isFields(line.$set)) return hearHeader(line.$set, memory);
  if (textIn(line.id) !== undefined && line.type !== undefined) return hearMessage(line, memory);
  return textIn(line.sessionId) === undefined ? [unknown("line type", line.type)] : hearHeader(line, memory);
};

function hearHeader(header: Fields, memory: Memory): Heard[] {
  const heard: Heard = {
    kind: "session",
    nativeId: textIn(header.sessionId),
    title: textIn(header.summary),
    cwd: textIn(listOf(header.directories)[0]),
    atMs: timeIn(header.startTime),
  };
  // The whole context may be put down again, after a compression as before: only what is younger is news.
  const latestMs = (memory.latestMs as number | undefined) ?? 0;
  const news = listOf(header.messages)
    .map(fieldsOf)
    .filter((message) => textIn(message.id) !== undefined && (timeIn(message.timestamp) ?? 0) > latestMs);
  return [heard, left("bookkeeping"), ...news.flatMap((message) => hearMessage(message, memory))];
}

/** What was heard of a message before: its words, and which of its calls. */
type Before = { readonly id: string; readonly isSaid: boolean; readonly calls: readonly string[] };

function hearMessage(message: Fields, memory: Memory): Heard[] {
  const id = textIn(message.id) ?? "";
  const atMs = timeIn(message.timestamp);
  const recent = listOf(memory.recent) as readonly Before[];
  const before = recent.find((one) => one.id === id) ?? { id, isSaid: false, calls: [] };
  const text = wordsIn(message.content);
  const calls = listOf(message.toolCalls)
    .map(fieldsOf)
    .filter((call) => ENDED.has(String(call.status)) && !before.calls.includes(textIn(call.id) ?? ""));
  const after = {
    id,
    isSaid: before.isSaid || text !== "",
    calls: [...before.calls, ...calls.map(({ id }) => textIn(id) ?? "")],
  };
  memory.recent = [...recent.filter((one) => one.id !== id), after].slice(-RECENT);
  memory.latestMs = Math.max((memory.latestMs as number | undefined) ?? 0, atMs ?? 0);
  return [
    ...(listOf(message.thoughts).length > 0 ? [left("thinking")] : []),
    ...(text === "" || before.isSaid ? [left("told twice")] : [saidOf(message, { text, atMs })]),
    ...calls.flatMap((call) => hearCall(call, atMs)),
  ];
}

const RECENT = 8;
const ENDED = new Set(["success", "error", "cancelled"]);

function saidOf({ type }: Fields, said: { text: string; atMs: number | undefined }): Heard {
  if (type === "user") return { kind: "said", role: "person", ...said };
  if (type === "gemini") return { kind: "said", role: "agent", ...said };
  return /^(?:info|error|warning|about|help|stats|quit|compression)$/.test(String(type))
    ? left("machine turn")
    : unknown("line type", type);
}

function hearCall(call: Fields, messageMs: number | undefined): Heard[] {
  const id = textIn(call.id) ?? "";
  const tool = textIn(call.name) ?? "";
  const input = fieldsOf(call.args);
  const atMs = timeIn(call.timestamp) ?? messageMs;
  const command = tool === "run_shell_command" ? textIn(input.command) : undefined;
  const cwd = textIn(input.dir_path) ?? textIn(input.directory);
  const text = listOf(call.result)
    .map((part) => {
      const response = fieldsOf(fieldsOf(fieldsOf(part).functionResponse).response);
      return textIn(response.output) ?? textIn(response.error) ?? "";
    })
    .join("\n");
  const exitCode = exitCodeIn(text);
  const ending =
    call.status === "cancelled"
      ? ({ status: "rejected" } as const)
      : exitCode !== undefined
        ? known(exitCode)
        : endingOf(text, { isError: call.status === "error" });
  return [
    { kind: "call", id, tool, files: filesIn(input), command, cwd: cwd?.startsWith("/") ? cwd : undefined, atMs },
    { kind: "result", id, text, ...ending, atMs },
  ];
}
